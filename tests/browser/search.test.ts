/** Search loads its index with the first question, finds articles and resources, and announces the results. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { desktop, phone, visit } from '../support/visit.ts';
import { messages } from '#data/messages.ts';
import { routes, searchIndexPath } from '#data/routes.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: messages.search.label });
const state = (page: Page, text: string | RegExp) =>
  page.getByRole('search').locator('..').getByRole('status').filter({ hasText: text }).waitFor();

it('finds while the visitor types, marks the hits, and can be used by keyboard', async () => {
  await visit('/search', desktop, async ({ page, errors }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await field(page).focus();
    await page.keyboard.press('Shift');
    await page.locator('astro-island:not([ssr]) .search').waitFor();
    expect(asked).not.toContain(searchIndexPath);
    await page.keyboard.type('handoffs');
    await state(page, /result.* for “handoffs”/);
    await page.waitForURL('**/search?q=handoffs');
    const first = page.locator('.search__results li').first();
    expect(await first.locator('.quiet').innerText()).toBe('Article');
    await first.locator('mark').filter({ hasText: /hand/i }).first().waitFor();
    expect(await first.locator('p').last().innerText()).toMatch(/^[A-Z].*\.$/);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.locator(':focus', { hasText: messages.search.submit }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/blog/handoffs-that-lose-revenue');
    expect(errors).toEqual([]);
  });
});

it('answers a query in the address at once, and says when nothing was found', async () => {
  await visit('/search?q=migration', phone, async ({ page, errors }) => {
    await state(page, /result.* for “migration”/);
    expect(await field(page).inputValue()).toBe('migration');
    await field(page).fill('<b>zqzq</b>');
    await state(page, 'Nothing found for “<b>zqzq</b>”');
    expect(await findViolations(page)).toEqual([]);
    await field(page).fill('');
    await page.waitForURL((url) => url.search === '');
    expect(errors).toEqual([]);
  });
});

it('says when the index cannot be loaded, and works as soon as it can', async () => {
  await visit(
    '/search',
    phone,
    async ({ page }) => {
      await field(page).pressSequentially('pricing');
      const alert = page.getByRole('alert').filter({ hasText: messages.search.failed });
      await alert.waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.unrouteAll();
      await page.getByRole('button', { name: messages.search.submit }).click();
      await state(page, /results for “pricing”/);
      await alert.waitFor({ state: 'detached' });
    },
    (page) => page.route(`**${searchIndexPath}`, (route) => route.abort()),
  );
});

it('shows no late answer to an older query', async () => {
  await visit('/search', desktop, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(`**${searchIndexPath}`, (route) => held.then(() => route.continue()));
    const asked = page.waitForRequest(`**${searchIndexPath}`);
    await field(page).fill('handoffs');
    await asked;
    await field(page).fill('zqzq');
    await page.waitForURL('**/search?q=zqzq');
    const late: string[] = [];
    const see = () => late.push('handoffs');
    state(page, '“handoffs”').then(see, () => undefined);
    release(undefined);
    await state(page, '“zqzq”');
    expect(late).toEqual([]);
  });
});

/** Asks one question, and returns the addresses of the results. */
async function find(page: Page, query: string): Promise<string[]> {
  await field(page).fill(query);
  await field(page).press('Enter');
  await state(page, `“${query}”`);
  const links = page.locator('.search__results a');
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

it('says what it found instead, and offers to be asked where it found nothing', async () => {
  await visit('/search', phone, async ({ page }) => {
    await find(page, 'growht');
    await state(page, 'The nearest words, “growth”');
    await find(page, 'growth in antarctica');
    await state(page, 'No page has every word');
    expect(await find(page, 'xkcd blorp')).toEqual([]);
    await page.getByRole('link', { name: messages.search.ask }).click();
    await page.waitForURL(`**${routes.contact}`);
  });
});
