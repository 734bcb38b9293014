import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../support/built-site.ts';
import { desktop, phone, visit } from '../support/visit.ts';

// The live pages stand in for addresses without a file: live.test.ts looks at them.
const paths = (await listFiles())
  .filter((file) => file.endsWith('.html') && !file.endsWith('/live.html'))
  .map((file) => file.replace(/(\/index)?\.html$/, '') || '/')
  .sort();

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s', (device, options) => {
  test.for(paths)('%s has no console error and nothing to scroll to sideways', async (path) => {
    await visit(path, { ...options, reducedMotion: 'reduce' }, async ({ page, errors }) => {
      // A screenshot does not scroll, so images further down would be missing in it.
      await page.evaluate(() =>
        Promise.all(
          [...document.images].map((image) => {
            image.loading = 'eager';
            return image.decode();
          }),
        ),
      );
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      // The browser reports the status of a page that is meant to be a 404.
      expect(errors.filter((text) => path !== '/404' || !text.includes('404'))).toEqual([]);
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '--');
      const screenshot = join('tests', '.output', device, `${name}.jpg`);
      // For people to look at: a busy machine that cannot draw one proves nothing about the page.
      await page.screenshot({ path: screenshot, fullPage: true }).catch(() => undefined);
    });
  });
});
