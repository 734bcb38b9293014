import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../support/built-site.ts';
import { desktop, phone, visitEach } from '../support/visit.ts';

// The live pages stand in for addresses without a file: live.test.ts looks at them.
const paths = (await listFiles())
  .filter((file) => file.endsWith('.html') && !file.endsWith('/live.html'))
  .map((file) => file.replace(/(\/index)?\.html$/, '') || '/')
  .sort();

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s', (device, options) => {
  it('no page has a console error, a complaint of its policies or something to scroll to sideways', async () => {
    const found: string[] = [];
    const still: BrowserContextOptions = { ...options, reducedMotion: 'reduce' };
    await visitEach(paths, still, async ({ page, errors }, path) => {
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
      if (width > (page.viewportSize()?.width ?? 0)) found.push(`${path} is ${width} wide`);
      // The browser reports the status of a page that is meant to be a 404.
      for (const error of errors)
        if (path !== '/404' || !error.includes('404')) found.push(`${path}: ${error}`);
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '--');
      const screenshot = join('tests', '.output', device, `${name}.jpg`);
      // For people to look at: a busy machine that cannot draw one proves nothing about the page.
      await page.screenshot({ path: screenshot, fullPage: true }).catch(() => undefined);
    });
    expect(found).toEqual([]);
  }, 240_000);
});
