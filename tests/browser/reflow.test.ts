/** Small screens and large text lose nothing, on every page (WCAG 2.2: 1.4.4, 1.4.10, 2.5.8; design §4). */
import { beforeAll, describe, expect, it } from 'vitest';
import { isLivePage, readPages } from '../support/built-site.ts';
import { findMotion, findOverflow, findSmallTargets } from '../support/layout.ts';
import { visit } from '../support/visit.ts';

/** What is pressed most, which is 44 pixels high everywhere. */
const primaryControls =
  '.site-header :is(a, button), .button, form :is(input, textarea), .tags a, .arrow, .footer a';

/** Width of the window, and text size in percent of the browser's own. */
const settings = [
  { width: 320, text: 100 },
  { width: 1024, text: 100 },
  { width: 1280, text: 100 },
  { width: 375, text: 200 },
  { width: 640, text: 200 },
  { width: 1280, text: 200 },
] as const;

const found = { cut: new Array<string>(), small: new Array<string>(), moving: new Array<string>() };

beforeAll(async () => {
  const paths = [...(await readPages()).keys()].filter((path) => !isLivePage(path));
  const look = async (some: readonly string[]) => {
    await visit('/404', { reducedMotion: 'reduce' }, async ({ page }) => {
      for (const path of some) {
        await page.setViewportSize({ width: 375, height: 812 });
        await page.goto(path);
        const report = (list: string[], problems: readonly string[], where = '') =>
          list.push(...problems.map((problem) => `${path}${where}: ${problem}`));
        report(found.small, await findSmallTargets(page, primaryControls));
        report(found.moving, await findMotion(page));
        for (const { width, text } of settings) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = `${size}%`;
          }, text);
          report(found.cut, await findOverflow(page, text > 100), ` at ${width} with ${text} %`);
        }
      }
    });
  };
  const half = Math.ceil(paths.length / 2);
  await Promise.all([look(paths.slice(0, half)), look(paths.slice(half))]);
}, 240_000);

describe('every page', () => {
  it('fits 320 pixels, and text of twice the size, with nothing cut off or lying over other text', () => {
    expect(found.cut).toEqual([]);
  });

  it('gives a finger 44 pixels on a phone', () => {
    expect(found.small).toEqual([]);
  });

  it('moves nothing for who asked for less motion', () => {
    expect(found.moving).toEqual([]);
  });
});
