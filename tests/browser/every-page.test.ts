/**
 * Visits every page of the site once, for several promises: whole on small screens and with large text,
 * quiet without a touch. Pages that together have every element are also accessible to axe (WCAG 2.2 AA and
 * best practice), and pages that together have every control are usable by keyboard (WCAG 2.2: 1.4.4, 1.4.10,
 * 2.1, 2.4.3, 2.4.7, 2.4.11, 2.5.8). Each checker also finds a planted fault.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { isWaitingPage, readPages, type BuiltPage } from '../support/built-site.ts';
import { walk } from '../support/keyboard.ts';
import { findMotion, findOverflow, findSmallTargets } from '../support/layout.ts';
import { scrollThrough, showTypefaces, visit, visitEach, type Visit } from '../support/visit.ts';

const narrow = { width: 375, height: 812 };
const wide = { width: 1280, height: 800 };

/** Width of the window, and text size in percent of the browser's default: long words break here first. */
const narrowest = [
  { width: 320, text: 100 },
  { width: 375, text: 200 },
  { width: 1024, text: 100 },
] as const;
/** Another firm has other words and colours, and the same elements: axe and large text need one width. */
const isAnotherFirm = Boolean(process.env.TEST_FIRM);
const largeText = [
  { width: 640, text: 200 },
  { width: 1280, text: 200 },
] as const;

/** Widths and text sizes for the other pages. */
const commonSettings = narrowest.filter(({ text }) => text === 100 || !isAnotherFirm);

/** Widths and text sizes for a page of each kind; the last one is the usual desktop. */
const settings = [
  ...narrowest,
  ...(isAnotherFirm ? [] : largeText),
  { width: 768, text: 100 },
  { width: 1920, text: 100 },
  { width: 1280, text: 100 },
];

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

/**
 * Chooses pages that together have every element of the site with this selector, told apart by its classes,
 * and for the first firm by its name and parent, too. The other pages differ from these in their texts only.
 */
function choosePages(pages: readonly BuiltPage[], selector: string): Set<string> {
  const elements = pages.map(({ path, $ }) => {
    const names = $('body')
      .find(selector)
      .map((_, element) =>
        isAnotherFirm
          ? (element.attribs.class ?? '')
          : [element.name, element.attribs.class, $(element).parent().attr('class')].join(' '),
      );
    return { path, names: new Set(names.get()) };
  });
  const seen = new Set<string>();
  const chosen = new Set<string>();
  for (const { path, names } of elements.sort((one, other) => other.names.size - one.names.size)) {
    if ([...names].some((name) => !seen.has(name))) chosen.add(path);
    for (const name of names) seen.add(name);
  }
  return chosen;
}

let kinds: Set<string>;
/** Pages that together have every control. */
let walked: Set<string>;

async function look({ page, scripts, errors }: Visit, path: string): Promise<void> {
  const report = (list: keyof typeof found, problems: readonly string[], where = '') =>
    found[list].push(...problems.map((problem) => `${path}${where}: ${problem}`));

  const isKind = kinds.has(path);
  await showTypefaces(page);
  if (isKind && !isAnotherFirm) await scrollThrough(page);
  report('scripts', scripts);
  if (isKind) {
    if (!isAnotherFirm) report('violations', await findViolations(page), ' on a phone');
    report('small', await findSmallTargets(page, primaryControls));
    if (!isAnotherFirm) report('moving', await findMotion(page));
    await page.setViewportSize(wide);
    report('violations', await findViolations(page), ' on a desktop');
  }
  for (const { width, text } of isKind ? settings : commonSettings) {
    await page.setViewportSize({ width, height: wide.height });
    report('cut', await findOverflow(page, text), ` at ${width} with ${text} %`);
  }
  if (walked.has(path)) report('focus', await walk(page));
  // The browser reports the status 404 of the error page as an error.
  report(
    'errors',
    errors.filter((error) => path !== '/404' || !error.includes('404')),
  );
  await page.setViewportSize(narrow); // for the next page
}

beforeAll(async () => {
  const pages = [...(await readPages()).values()].filter(({ path }) => !isWaitingPage(path));
  kinds = choosePages(pages, '*:not(svg *)');
  walked = choosePages(pages, 'a, button, input, select, summary, textarea, [tabindex]');
  const paths = pages.map(({ path }) => path).values();
  const read = () => visitEach(paths, { viewport: narrow, reducedMotion: 'reduce' }, look);
  await Promise.all(isAnotherFirm ? [read()] : [read(), read()]);
}, 300_000);

describe('every page', () => {
  it('breaks no rule of axe, on a phone or on a desktop, with any element of the site', () => {
    expect(found.violations).toEqual([]);
  });

  it('fits 320 pixels and text of twice the size: no text is cut off or overlapped', () => {
    expect(found.cut).toEqual([]);
  });

  it('has targets 44 pixels high and 24 wide on a phone', () => {
    expect(found.small).toEqual([]);
  });

  it('moves nothing for a visitor who prefers reduced motion', () => {
    expect(found.moving).toEqual([]);
  });

  it('leads the focus to every control once, visibly and in visual order', () => {
    expect(found.focus).toEqual([]);
  });

  it('requests no script before a touch', () => {
    expect(found.scripts).toEqual([]);
  });

  it('causes no error in the console and violates no policy', () => {
    expect(found.errors).toEqual([]);
  });
});

const style = (page: Page, selector: string, property: string, value: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one: HTMLElement, [name, is]) => one.style.setProperty(name, is), [
      property,
      value,
    ] as const);

/** A fault in the About page, and the checker that must find it. */
const faults: [what: string, find: (visit: Visit) => unknown, plant: (page: Page) => unknown][] = [
  [
    'a picture without alternative text',
    ({ page }) => findViolations(page),
    (page) => page.evaluate(() => document.querySelector('main')?.append(new Image())),
  ],
  [
    'cut text',
    ({ page }) => findOverflow(page, 100),
    (page) => style(page, 'h1', 'margin-left', '-99px'),
  ],
  [
    'covered text',
    ({ page }) => findOverflow(page, 100),
    (page) => style(page, 'h1', 'translate', '0 4rem'),
  ],
  [
    'a wide page',
    ({ page }) => findOverflow(page, 100),
    (page) => style(page, 'main', 'width', '999px'),
  ],
  [
    'a low target',
    ({ page }) => findSmallTargets(page, '.wordmark'),
    (page) => style(page, '.wordmark', 'min-height', '9px'),
  ],
  [
    'a narrow target',
    ({ page }) => findSmallTargets(page, '.wordmark'),
    (page) => style(page, '.wordmark', 'width', '9px'),
  ],
  [
    'a transition',
    ({ page }) => findMotion(page),
    (page) => style(page, 'main', 'transition', 'width 1s'),
  ],
  [
    'a control without focus',
    ({ page }) => walk(page),
    (page) => style(page, 'main a', 'outline', 'none'),
  ],
  [
    'another order of the focus',
    ({ page }) => walk(page),
    (page) =>
      page
        .locator('footer a')
        .last()
        .evaluate((link: HTMLElement) => (link.tabIndex = 1)),
  ],
  [
    'a script',
    ({ scripts }) => scripts,
    (page) => page.evaluate(() => fetch('/_astro/none.js').then(() => null)),
  ],
  [
    'a violated policy',
    ({ errors }) => errors,
    (page) => page.evaluate(() => fetch('http://other.test').catch(() => null)),
  ],
];

it.skipIf(isAnotherFirm).each(faults)('%s is found', async (_, find, plant) => {
  await visit('/about', { viewport: narrow, reducedMotion: 'reduce' }, async (current) => {
    expect(await find(current)).toEqual([]);
    await plant(current.page);
    expect(await find(current)).not.toEqual([]);
  });
});
