/**
 * Visits every page of the site once for several promises: accessible to axe (WCAG 2.2 AA and best
 * practice), usable by keyboard, whole on small screens and with large text, quiet without a touch
 * (design §5, promises 1, 4 and 6; WCAG 2.2: 1.4.4, 1.4.10, 2.1, 2.4.3, 2.4.7, 2.4.11, 2.5.8).
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations, loadAxe } from '../support/accessibility.ts';
import { isLivePage, readPages } from '../support/built-site.ts';
import { walk } from '../support/keyboard.ts';
import { findMotion, findOverflow, findSmallTargets } from '../support/layout.ts';
import { scrollThrough, visitEach, type Visit } from '../support/visit.ts';

const narrow = { width: 375, height: 812 };
const wide = { width: 1280, height: 800 };

/** Width of the window, and text size in percent of the browser's default: long words break here first. */
const narrowest = [
  { width: 320, text: 100 },
  { width: 375, text: 200 },
  { width: 1024, text: 100 },
] as const;
/** Widths and text sizes for the first page of each template; the last one is the usual desktop. */
const settings = [
  ...narrowest,
  { width: 640, text: 200 },
  { width: 768, text: 100 },
  { width: 1920, text: 100 },
  { width: 1280, text: 200 },
  { width: 1280, text: 100 },
] as const;

/** Controls that visitors press most. */
const primaryControls =
  '.site-header :is(a, button), .button, form :is(input, textarea), .tags a, .arrow, .footer a';

const found = {
  violations: new Array<string>(),
  cut: new Array<string>(),
  small: new Array<string>(),
  moving: new Array<string>(),
  focus: new Array<string>(),
  scripts: new Array<string>(),
  errors: new Array<string>(),
};

const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

/** Another firm changes words and colours, but no element, so axe checks only one page of each kind. */
const isWhole = !process.env.TEST_FIRM;

const seenKinds = new Set<string>();
/** Whether a page is the first of its template: the other pages of its folder differ only in their texts. */
function isFirstOfKind(path: string): boolean {
  const kind = path.split('/').length > 2 ? path.replace(/[^/]+$/, '') : path;
  if (seenKinds.has(kind)) return false;
  seenKinds.add(kind);
  return true;
}

async function look({ page, scripts, errors }: Visit, path: string): Promise<void> {
  const report = (list: keyof typeof found, problems: readonly string[], where = '') =>
    found[list].push(...problems.map((problem) => `${path}${where}: ${problem}`));

  const isFirst = isFirstOfKind(path);
  if (isFirst) await scrollThrough(page);
  report('scripts', scripts);
  if (isFirst || isWhole) report('violations', await findViolations(page), ' on a phone');
  report('small', await findSmallTargets(page, primaryControls));
  report('moving', await findMotion(page));
  for (const { width, text } of isFirst ? settings : narrowest) {
    await page.setViewportSize({ width, height: wide.height });
    await setTextSize(page, text);
    report('cut', await findOverflow(page, text > 100), ` at ${width} with ${text} %`);
  }
  if (isFirst) {
    report('violations', await findViolations(page), ' on a desktop');
    report('focus', await walk(page));
  }
  // The browser reports the status 404 of the error page as an error.
  report(
    'errors',
    errors.filter((error) => path !== '/404' || !error.includes('404')),
  );
  await page.setViewportSize(narrow); // for the next page
}

beforeAll(async () => {
  const paths = [...(await readPages()).keys()].filter((path) => !isLivePage(path)).values();
  const read = () => visitEach(paths, { viewport: narrow, reducedMotion: 'reduce' }, look, loadAxe);
  await Promise.all([read(), read()]);
}, 300_000);

describe('every page', () => {
  it('breaks no rule of axe, on a phone or on a desktop', () => {
    expect(found.violations).toEqual([]);
  });

  it('fits 320 pixels and text of twice the size: no text is cut off or overlapped', () => {
    expect(found.cut).toEqual([]);
  });

  it('has targets of 44 pixels on a phone', () => {
    expect(found.small).toEqual([]);
  });

  it('moves nothing for a visitor who prefers reduced motion', () => {
    expect(found.moving).toEqual([]);
  });

  it('leads the focus to every control once, visibly and in visual order, on a page of each kind', () => {
    expect(found.focus).toEqual([]);
  });

  it('requests no script before a touch', () => {
    expect(found.scripts).toEqual([]);
  });

  it('causes no error in the console and violates no policy', () => {
    expect(found.errors).toEqual([]);
  });
});
