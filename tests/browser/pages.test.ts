import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLivePage, listFiles } from '../support/built-site.ts';
import { desktop, phone, scrollThrough, visit } from '../support/visit.ts';

const paths = (await listFiles())
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace(/(\/index)?\.html$/, '') || '/')
  .sort();

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s', (device, options) => {
  test.for(paths)('%s has no console error and nothing to scroll to sideways', async (path) => {
    await visit(path, { ...options, reducedMotion: 'reduce' }, async ({ page, errors }) => {
      await scrollThrough(page);
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '--');
      const screenshot = join('tests', '.output', device, `${name}.png`);
      await page.screenshot({ path: screenshot, fullPage: true });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      // The browser reports the status of a page that is meant to be a 404.
      const isMissing = path === '/404' || isLivePage(path);
      expect(errors.filter((text) => !isMissing || !text.includes('404'))).toEqual([]);
    });
  });
});
