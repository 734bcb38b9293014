import { expect, test } from 'vitest';
import { desktop, visit } from '../support/visit.ts';

test('a page loads the rest of Latin only when it has a character of it', async () => {
  const asked: string[] = [];
  await visit(
    '/cookies',
    desktop,
    async ({ page }) => {
      const load = () => page.evaluate(() => document.fonts.ready.then(() => undefined));
      const names = () => asked.map((path) => path.replace(/.*\/(.*)\..*\..*/, '$1')).sort();
      await load();
      expect(names()).toEqual(['display', 'text']);

      const latin = page.waitForRequest(/latin/);
      await page
        .locator('main p')
        .first()
        .evaluate((text) => (text.textContent = 'Zoë & Jürgen'));
      await latin;
      expect(names()).toEqual(['display', 'text', 'text-latin']);

      const extended = page.waitForRequest(/display-latin-ext/);
      await page.locator('h1').evaluate((heading) => (heading.textContent = 'Łódź, Žižkov, ő, ș'));
      await extended;
    },
    async (page) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith('.woff2')) asked.push(pathname);
      });
      await Promise.resolve();
    },
  );
});
