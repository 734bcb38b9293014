/** The site by keyboard, on a page of each kind; every-page.test.ts walks every control on a desktop. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { walk } from '../support/keyboard.ts';
import { desktop, phone, visit, visitEach } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';
import { mainNavigation, primaryAction } from '../../src/data/navigation.ts';

/** Pages with different controls. */
const kinds = ['/', '/services', '/blog', '/blog/why-your-growth-stalled', '/contact', '/search'];

async function walkEach(
  paths: readonly string[],
  options: BrowserContextOptions,
  way?: { back: boolean },
) {
  const problems: string[] = [];
  await visitEach(paths, options, async ({ page }, path) => {
    problems.push(...(await walk(page, way)).map((problem) => `${path}: ${problem}`));
  });
  return problems;
}

describe('a walk by Tab', () => {
  it('reaches every control once on a phone with a keyboard, forwards and backwards', async () => {
    const options = { ...phone, hasTouch: false, isMobile: false };
    expect(await walkEach(kinds, options, { back: true })).toEqual([]);
  });

  it('shows the focus in forced colours, too', async () => {
    const options: BrowserContextOptions = { ...desktop, forcedColors: 'active' };
    expect(await walkEach(['/contact', '/search'], options)).toEqual([]);
  });
});

describe('the skip link', () => {
  it('is the first stop, and leads past the header', async () => {
    await visit('/services', desktop, async ({ page }) => {
      await page.keyboard.press('Tab');
      await page.locator(':focus', { hasText: 'Skip to content' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**#main');
      await page.keyboard.press('Tab');
      await page.locator('main :focus').waitFor();
    });
  });
});

describe('the menu', () => {
  it('can be opened, walked through and closed, and returns the focus', async () => {
    await visit('/about', phone, async ({ page }) => {
      const button = page.getByRole('button', { name: 'Menu' });
      await button.focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('dialog');
      await menu.waitFor();
      for (const { label } of [...mainNavigation, primaryAction]) {
        await page.keyboard.press('Tab');
        await menu.locator(':focus', { hasText: label }).waitFor();
      }
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      await page.locator('.menu-button:focus').waitFor();
    });
  });
});

describe('the form', () => {
  it('can be filled in, corrected and sent, and its message can be dismissed', async () => {
    await visit('/contact', desktop, async ({ page }) => {
      const type = (text: string) => page.keyboard.type(text);
      const next = () => page.keyboard.press('Tab');
      await page.route('**/contact', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );

      await page.getByLabel('Name').focus();
      await type('Ada');
      await next();
      await type('no address');
      await page.keyboard.press('Enter');
      // The browser names the invalid field, and moves the focus there.
      await page.locator('#email:focus:user-invalid').waitFor();
      await page.getByLabel('Business Email').selectText();
      await type('ada@company.example');
      await next();
      await type('Company');
      await next();
      await next();
      await type('Growth');
      await next();
      await page.locator(':focus', { hasText: messages.contact.submit }).waitFor();
      await page.keyboard.press('Enter');

      const alert = page.getByRole('alert').filter({ hasText: 'Sorry' });
      await alert.waitFor();
      await page.locator(':focus', { hasText: messages.contact.submit }).waitFor();
      await page.keyboard.press('Escape');
      await alert.waitFor({ state: 'hidden' });
    });
  });
});
