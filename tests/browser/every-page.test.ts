/**
 * Visits every page of the site once, for several promises. Pages that together have every element are
 * measured in more sizes and by axe (WCAG 2.2 AA and best practice); pages that together have every control
 * are walked through by keyboard (WCAG 2.2: 2.1, 2.4.3, 2.4.7, 2.4.11). Each checker also finds a planted fault.
 */
import { beforeAll, expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { isWaitingPage, readPages, type BuiltPage } from '../support/built-site.ts';
import { walk } from '../support/keyboard.ts';
import {
  findBrokenWords,
  findJumps,
  findMotion,
  findOverflow,
  findSmallTargets,
} from '../support/layout.ts';
import { scrollThrough, showTypefaces, visit, visitEach, type Visit } from '../support/visit.ts';

/** Long words break here first. */
const narrow = { width: 320, height: 812 };
const wide = { width: 1280, height: 800 };

/** Another firm has other words and the same elements: its own pages suffice, and a build judges its colours. */
const isAnotherFirm = Boolean(process.env.TEST_FIRM);

/** More sizes of the text in percent, with widths of the window, for a page of each kind. */
const sizes = [
  [200, [375, 1280]],
  [100, [768, 1024, 1920]],
] as const;

/** Widths at which headings of every page are read: phones, tablets, and around the widths where columns begin. */
const widthsOfHeadings = [320, 375, 430, 540, 640, 768, 900, 1024, 1100, 1180, 1280, 1440];

/** Controls that visitors press most. */
const primaryControls =
  '.site-header :is(a, button), .button, form :is(input, textarea), .tags a, .arrow, .footer a';

const promises = [
  ['breaks no rule of axe, on a phone or on a desktop, with any element of the site', 'violations'],
  ['fits 320 pixels and text of twice the size: no text is cut off or overlapped', 'cut'],
  ['breaks no word of a heading over two lines, at twelve widths', 'broken'],
  ['has targets 44 pixels high and 24 wide on a phone', 'small'],
  ['moves nothing for a visitor who prefers reduced motion', 'moving'],
  ['moves what enters evenly, on a phone and on a desktop', 'jumping'],
  ['leads the focus to every control once, visibly and in visual order', 'focus'],
  ['requests no script before a touch', 'scripts'],
  ['causes no error in the console and violates no policy', 'errors'],
] as const;
type Name = (typeof promises)[number][1];

const found: { name: Name; problem: string }[] = [];

/** Chooses pages that together have every element with this selector; the others differ from them in texts only. */
function choosePages(pages: readonly BuiltPage[], selector: string): Set<string> {
  const elements = pages.map(({ path, $ }) => {
    const names = $(`body ${selector}`).map((_, { attribs, name }) => `${name} ${attribs.class}`);
    return { path, names: new Set(names.get()) };
  });
  const seen = new Set<string>();
  const chosen = elements
    .sort((one, other) => other.names.size - one.names.size)
    .filter(({ names }) => {
      const size = seen.size;
      for (const name of names) seen.add(name);
      return seen.size > size;
    });
  return new Set(chosen.map(({ path }) => path));
}

/** A state of an item is shown at the address of an item that is not there; one that failed looks the same. */
const toAddress = (path: string) =>
  path.replace(/^\/live(\/\w+)\/(?:not-found|failed)$/, '$1/unknown');
const isMissing = /^\/404$|\/unknown$/;

let kinds: Set<string>;
let walked: Set<string>;

async function look({ page, scripts, errors }: Visit, path: string): Promise<void> {
  const report = (name: Name, problems: readonly string[], where = '') =>
    found.push(...problems.map((problem) => ({ name, problem: `${path}${where}: ${problem}` })));
  await showTypefaces(page);
  if (kinds.has(path)) await scrollThrough(page);
  report('scripts', scripts);
  if (kinds.has(path)) {
    if (!isAnotherFirm) report('violations', await findViolations(page), ' on a phone');
    report('small', await findSmallTargets(page, primaryControls));
    report('moving', await findMotion(page));
    await page.setViewportSize(wide);
    if (!isAnotherFirm) report('violations', await findViolations(page), ' on a desktop');
    for (const [text, widths] of sizes)
      for (const width of widths) {
        await page.setViewportSize({ width, height: wide.height });
        report('cut', await findOverflow(page, text), ` at ${width} with ${text} %`);
      }
    await page.setViewportSize(wide);
    if (walked.has(path)) report('focus', await walk(page));
    await page.setViewportSize(narrow);
  }
  report('cut', await findOverflow(page, 100), ' at 320');
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: wide.height });
    report('jumping', await findJumps(page), ` at ${width}`);
  }
  for (const width of widthsOfHeadings) {
    await page.setViewportSize({ width, height: wide.height });
    report('broken', await findBrokenWords(page), ` at ${width}`);
  }
  await page.setViewportSize(narrow);
  // The browser reports the status 404 of what is not there as an error.
  const isExpected = (error: string) => isMissing.test(path) && error.includes('404');
  report(
    'errors',
    errors.filter((error) => !isExpected(error)),
  );
}

beforeAll(async () => {
  const pages = [...(await readPages()).values()].filter(
    ({ path }) => !isWaitingPage(path) && !(isAnotherFirm && /^\/(blog|resources)\//.test(path)),
  );
  kinds = new Set([...choosePages(pages, '*:not(svg *)')].map(toAddress));
  const ofKinds = pages.filter(({ path }) => kinds.has(toAddress(path)));
  const controls = ':is(a, button, input, select, summary, textarea, [tabindex])';
  walked = new Set([...choosePages(ofKinds, controls)].map(toAddress));
  const paths = (isAnotherFirm ? ofKinds : pages).map(({ path }) => toAddress(path)).values();
  const read = () => visitEach(paths, { viewport: narrow, reducedMotion: 'reduce' }, look);
  await Promise.all([read(), read()]);
});

it.each(promises)('every page %s', (_, name) => {
  expect(found.filter((one) => one.name === name)).toEqual([]);
});

/** What finds a fault, and a fault in the About page by styles or a script, which the checks after it allow. */
const checks: [Name, find: (visit: Visit) => unknown, fault: string | (() => unknown)][] = [
  [
    'violations',
    ({ page }) => findViolations(page),
    () => document.querySelector('main')?.append(new Image()),
  ],
  ['errors', ({ errors }) => errors, () => fetch('http://other.test').catch(() => null)],
  ['scripts', ({ scripts }) => scripts, () => fetch('/_astro/none.js').then(() => null)],
  ['focus', ({ page }) => walk(page), 'main a { outline: none !important }'],
  ['cut', ({ page }) => findOverflow(page, 100), 'h1 { translate: 0 4rem }'],
  ['broken', ({ page }) => findBrokenWords(page), 'h1 { width: 2ch; overflow-wrap: anywhere }'],
  ['moving', ({ page }) => findMotion(page), 'main { transition: width 1s !important }'],
  ['small', ({ page }) => findSmallTargets(page, '.wordmark'), '.wordmark { width: 9px }'],
  ['jumping', ({ page }) => findJumps(page), 'main li { animation: none !important }'],
];

it.skipIf(isAnotherFirm)('a fault of each kind is found', async () => {
  await visit('/about', { viewport: narrow, reducedMotion: 'reduce' }, async (current) => {
    for (const [name, find, fault] of checks) {
      expect(await find(current), name).toEqual([]);
      if (typeof fault === 'string')
        await current.page.evaluate((css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets.push(sheet);
        }, fault);
      else await current.page.evaluate(fault);
      expect(await find(current), name).not.toEqual([]);
    }
  });
});

const kindsOfForms = ['/contact', '/search'];
it.skipIf(isAnotherFirm).each([
  [
    'reaches every control once on a phone with a keyboard',
    { viewport: narrow },
    ['/', '/services', '/blog', '/blog/why-your-growth-stalled', ...kindsOfForms],
  ],
  [
    'reaches every control once on a tablet',
    { viewport: { width: 768, height: 800 } },
    ['/services', '/services/ai'],
  ],
  ['shows the focus in forced colours', { viewport: wide, forcedColors: 'active' }, kindsOfForms],
] as const)('Tab %s', async (_, options, paths) => {
  await visitEach(paths, { ...options, reducedMotion: 'reduce' }, async ({ page }, path) => {
    expect(await walk(page), path).toEqual([]);
  });
});

it('the skip link is the first stop, and leads past the header', async () => {
  await visit('/services', { viewport: wide, reducedMotion: 'reduce' }, async ({ page }) => {
    await page.keyboard.press('Tab');
    await page.locator(':focus', { hasText: 'Skip to content' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**#main_content');
    await page.keyboard.press('Tab');
    await page.locator('main :focus').waitFor();
  });
});

it('a copied text has nothing that only screen readers have', async () => {
  await visit('/contact', { viewport: wide }, async ({ page }) => {
    const [all, copied] = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.body);
      return [document.body.textContent, getSelection()?.toString()];
    });
    expect(all).toContain('(opens in a new tab)');
    expect(copied).not.toContain('(opens in a new tab)');
  });
});

it('a quick Tab leaves the focus inside the window', async () => {
  const options = { viewport: { width: 375, height: 700 } };
  await visit('/services/ai', options, async ({ page }) => {
    for (let stop = 0; stop < 24; stop += 1) await page.keyboard.press('Tab');
    const { top, bottom } = await page.evaluate(
      () => document.activeElement?.getBoundingClientRect() ?? new DOMRect(),
    );
    expect([top >= 0, bottom <= options.viewport.height]).toEqual([true, true]);
  });
});
