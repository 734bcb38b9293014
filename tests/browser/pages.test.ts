/** One pass over all pages at two widths, as visitors and a checker of accessibility see them. */
import { mkdir } from 'node:fs/promises';
import axe from 'axe-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../support/built-site.ts';
import { desktop, phone, scrollThrough, visit } from '../support/visit.ts';

const output = new URL('../.output/', import.meta.url).pathname;
let paths: string[];
beforeAll(async () => {
  await mkdir(output, { recursive: true });
  paths = [...(await readPages()).keys()];
});

describe.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s, every page', (name, options) => {
  it('loads without an error, without scrolling sideways, without a script, and reads well to a machine', async () => {
    const found: string[] = [];
    for (const path of paths)
      await visit(
        path,
        { ...options, reducedMotion: 'reduce' },
        async ({ page, scripts, errors }) => {
          // The error page is a page like any other, only with its own status.
          const unexpected = errors.filter((error) => path !== '/404' || !error.includes('404'));
          found.push(...unexpected.map((error) => `${path}: ${error}`));
          const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          if (wide) found.push(`${path}: scrolls sideways`);
          await scrollThrough(page);
          found.push(...scripts.map((script) => `${path}: asked for ${script}`));
          await page.evaluate(axe.source);
          const violations = await page.evaluate(async () => {
            const { violations } = await axe.run(document, {
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
            });
            return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
          });
          found.push(...violations.map((violation) => `${path}: ${violation}`));
          await page.screenshot({
            path: `${output}${name}${path.replaceAll('/', '_')}.png`,
            fullPage: true,
          });
        },
      );
    expect(found).toEqual([]);
  }, 240_000);
});

describe('between the two sizes and beyond', () => {
  it.each([320, 768, 1024, 1920])('nothing scrolls sideways at %i pixels', async (width) => {
    const found: string[] = [];
    for (const path of [
      '/',
      '/services',
      '/services/ai',
      '/contact',
      '/about',
      '/blog',
      '/resources',
    ])
      await visit(path, { viewport: { width, height: 900 } }, async ({ page }) => {
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          found.push(path);
      });
    expect(found).toEqual([]);
  });
});
