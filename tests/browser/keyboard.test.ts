/** The site by keyboard; every-page.test.ts walks every control, contact-form.test.ts and search.test.ts use theirs. */
import type { BrowserContextOptions } from 'playwright-core';
import { expect, it } from 'vitest';
import { walk } from '../support/keyboard.ts';
import { desktop, phone, visit, visitEach } from '../support/visit.ts';
import { mainNavigation, primaryAction } from '../../src/data/navigation.ts';

it.each<[string, BrowserContextOptions, string[]]>([
  [
    'reaches every control once on a phone with a keyboard',
    { ...phone, hasTouch: false, isMobile: false },
    ['/', '/services', '/blog', '/blog/why-your-growth-stalled', '/contact', '/search'],
  ],
  [
    'shows the focus in forced colours',
    { ...desktop, forcedColors: 'active' },
    ['/contact', '/search'],
  ],
])('Tab %s', async (_, options, paths) => {
  await visitEach(paths, options, async ({ page }, path) => {
    expect(await walk(page), path).toEqual([]);
  });
});

it('the skip link is the first stop, and leads past the header', async () => {
  await visit('/services', desktop, async ({ page }) => {
    await page.keyboard.press('Tab');
    await page.locator(':focus', { hasText: 'Skip to content' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**#main');
    await page.keyboard.press('Tab');
    await page.locator('main :focus').waitFor();
  });
});

it('the menu can be opened, walked through and closed, and returns the focus', async () => {
  await visit('/about', phone, async ({ page }) => {
    await page.getByRole('button', { name: 'Menu' }).focus();
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
