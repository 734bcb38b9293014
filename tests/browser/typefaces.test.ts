import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, showTypefaces, visitFirst } from '../support/visit.ts';

/** Notes the typefaces that a page asks for, by name. */
function watchTypefaces(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /([^/]+)\.[^/]+\.woff2$/.exec(request.url()) ?? [];
    if (name !== undefined) asked.push(name);
  });
  return asked;
}

/** Waits until the page shows its typefaces; true when it asked for them before its first paint. */
const asksBeforePaint = async (page: Page): Promise<boolean> => {
  await showTypefaces(page);
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  return page.evaluate(() => {
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime);
    const [paint] = performance.getEntriesByName('first-paint');
    return asked.length > 0 && Math.min(...asked) < (paint?.startTime ?? 0);
  });
};

test('the first page of a visit asks for its typefaces after its first paint, later pages before', async () => {
  await visitFirst('/', desktop, async ({ page }) => {
    expect(await asksBeforePaint(page)).toBe(false);
    await page.locator('footer').getByRole('link', { name: 'Terms' }).click();
    await page.waitForURL('**/terms');
    expect(await asksBeforePaint(page)).toBe(true);
  });
});

test('a page whose typefaces never come keeps the fonts of its first paint', async () => {
  await visitFirst(
    '/',
    desktop,
    async ({ page }) => {
      await page.waitForFunction(() =>
        [...document.fonts].some(({ status }) => status === 'error'),
      );
      expect(await page.locator('html').getAttribute('data-early')).not.toBe(null);
    },
    (page) => page.route('**/*.woff2', (route) => route.abort()),
  );
});

test('without JavaScript a page asks for its typefaces by itself', async () => {
  let asked: string[] = [];
  await visitFirst(
    '/terms',
    { ...desktop, javaScriptEnabled: false },
    () => expect.poll(() => asked.toSorted()).toEqual(['display', 'text']),
    (page) => (asked = watchTypefaces(page)),
  );
});

test('a page loads the rest of Latin only when it has a character of it', async () => {
  let asked: string[] = [];
  await visitFirst(
    '/search',
    desktop,
    async ({ page }) => {
      await showTypefaces(page);
      expect(asked.toSorted()).toEqual(['display', 'text']);

      const latin = page.waitForRequest(/text-latin\./);
      await page
        .locator('main label')
        .first()
        .evaluate((text) => (text.textContent = 'Zoë & Jürgen'));
      await latin;
      expect(asked.toSorted()).toEqual(['display', 'text', 'text-latin']);

      const extended = page.waitForRequest(/display-latin-ext/);
      await page.locator('h1').evaluate((heading) => (heading.textContent = 'Łódź, Žižkov, ő, ș'));
      await extended;
    },
    (page) => (asked = watchTypefaces(page)),
  );
});
