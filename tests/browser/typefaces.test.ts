import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readPages } from '../support/built-site.ts';
import { desktop, phone, showTypefaces, visitFirst } from '../support/visit.ts';

const isTypeface = /([^/]+)\.[^/.]+\.woff2$/;

test('a page loads the package’s files only for characters that the base files lack', async () => {
  const asked: string[] = [];
  await visitFirst(
    '/terms',
    desktop,
    async ({ page }) => {
      await showTypefaces(page);
      expect(asked.toSorted()).toEqual(['display', 'text']);
      const latin = page.waitForRequest(/latin-wght-normal/);
      await page
        .locator('main p')
        .first()
        .evaluate((text) => (text.textContent = 'Zoë & Jürgen'));
      await latin;
      const extended = page.waitForRequest(/latin-ext-wght-normal/);
      await page.locator('h1').evaluate((heading) => (heading.textContent = 'Łódź, Žižkov, ő, ș'));
      await extended;
    },
    async (page) => {
      page.on('request', (request) => {
        const [, name] = isTypeface.exec(request.url()) ?? [];
        if (name !== undefined) asked.push(name);
      });
      // The name of a firm may have such characters, too.
      await page.route('**/terms', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/[À-ɏ]/g, 'o');
        await route.fulfill({ response, body });
      });
    },
  );
});

test('typefaces that come after the first paint move no line of a page', async () => {
  const kinds = new Map(
    [...(await readPages()).keys()].map((path) => [path.replace(/(?<=.)\/[^/]+$/, '/'), path]),
  );
  for (const path of kinds.values()) {
    const heights: number[] = [];
    const measure = async (page: Page) =>
      heights.push(await page.evaluate(() => document.documentElement.scrollHeight));
    await visitFirst(
      path,
      phone,
      async ({ page }) => {
        await showTypefaces(page);
        await measure(page);
      },
      (page) =>
        page.route(isTypeface, async (route) => {
          await page.waitForFunction(
            () => performance.getEntriesByName('first-contentful-paint')[0],
          );
          await measure(page);
          await route.continue();
        }),
    );
    expect(heights.length, path).toBeGreaterThan(2);
    expect(Math.max(...heights) - Math.min(...heights), path).toBeLessThanOrEqual(2);
  }
});
