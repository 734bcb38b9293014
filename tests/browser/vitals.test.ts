/** The script of a site with VITALS=true, added to a page of the test site, which is built without VITALS. */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, visitFirst } from '../support/visit.ts';

async function addVitals(page: Page): Promise<void> {
  await page.route('**/measured/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const source = await readFile(pathname.replace('/measured/', 'src/'), 'utf8');
    const body = stripTypeScriptTypes(source, { mode: 'transform' });
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.route(/\/about\b/, async (route) => {
    const response = await route.fetch();
    const script = '<script type="module" src="/measured/islands/vitals.ts"></script></body>';
    await route.fulfill({ response, body: (await response.text()).replace('</body>', script) });
  });
  await page.addInitScript(() => {
    navigator.sendBeacon = (address, body) => {
      document.documentElement.dataset.sent = `${String(address)} ${typeof body === 'string' ? body : ''}`;
      return true;
    };
  });
}

const leave = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    const { sent = '' } = document.documentElement.dataset;
    delete document.documentElement.dataset.sent;
    return sent;
  });

it('a page reports its figures once, on leaving, with its path and without the query', async () => {
  await visitFirst(
    '/about?from=mail#team',
    desktop,
    async ({ page, errors }) => {
      await page.waitForFunction(
        () =>
          new Promise((resolve) => {
            new PerformanceObserver(() => resolve(true)).observe({
              type: 'largest-contentful-paint',
              buffered: true,
            });
          }),
      );
      const [address = '', body = ''] = (await leave(page)).split(/ (.*)/);
      expect(address).toBe('/api/vitals');
      expect(JSON.parse(body)).toEqual({
        path: '/about',
        LCP: expect.any(Number),
        // The typefaces come after the first paint: a label of the navigation may move by a pixel.
        CLS: expect.closeTo(0, 2),
        TTFB: expect.any(Number),
      });
      expect(await leave(page)).toBe('');
      expect(errors).toEqual([]);
    },
    addVitals,
  );
});
