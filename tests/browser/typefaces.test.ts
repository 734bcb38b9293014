import { expect, test } from 'vitest';
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
    (page) =>
      page.on('request', (request) => {
        const [, name] = isTypeface.exec(request.url()) ?? [];
        if (name !== undefined) asked.push(name);
      }),
  );
});

test('typefaces that come a second late move no line of a first view', async () => {
  for (const path of ['/', '/about', '/services', '/contact'])
    await visitFirst(
      path,
      phone,
      async ({ page }) => {
        const getHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
        const early = await getHeight();
        await showTypefaces(page);
        expect(Math.abs((await getHeight()) - early), path).toBeLessThanOrEqual(2);
      },
      (page) =>
        page.route(isTypeface, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          await route.continue();
        }),
    );
});
