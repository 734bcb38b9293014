import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { browserFlags, type BrowserProgram } from '#scripts/audit/browser.ts';

/** What Playwright disables for tests, the question before a frame of this machine, and a policy that costs time. */
const disabledFeatures =
  'AvoidUnnecessaryBeforeUnloadCheckSync,CrossOriginOpenerPolicy,DestroyProfileOnBrowserClose,LocalNetworkAccessChecks,PaintHolding,ThirdPartyStoragePartitioning';

/** Starts a browser, which ends with the worker. */
export const launch = ({ executablePath, env }: BrowserProgram) =>
  chromium.launch({
    executablePath,
    args: [...browserFlags, `--disable-features=${disabledFeatures}`],
    env: { ...process.env, ...env },
  });

/** The browser of all files that run in this worker. */
const browser = await launch(inject('browser'));

/** The two devices of most tests. With reduced motion a page is at rest once its content is there. */
export const phone = {
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions;
export const desktop = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions;

/** Matches the browser's messages about violated policies, Trusted Types and permissions. */
const complaint = /polic|trusted ?type|feature/i;

export interface Visit {
  page: Page;
  /** Requested script files so far, as paths. */
  scripts: string[];
  /** Console errors, uncaught errors and policy violations so far. */
  errors: string[];
}

/** Pages between two visits, by the options of their context: a new context costs more than a visit. */
const idlePages = new Map<string, Page>();

/** Opens a page in a context of its own. */
export async function openPage(options: BrowserContextOptions, other = browser): Promise<Page> {
  const context = await other.newContext({
    baseURL: inject('siteUrl'),
    // The server would take 40 ms to compress each page; tests/server/static-files.test.ts has compression.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // a busy machine may be slow
  return page;
}

/** Runs `look` on each page in turn. */
async function show(
  page: Page,
  paths: Iterable<string>,
  look: (visit: Visit, path: string) => Promise<void>,
  comesFromSite: boolean,
): Promise<void> {
  let scripts: string[] = [];
  let errors: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  page.on('console', (message) => {
    // The browser reports permission violations as warnings.
    if (message.type() === 'error' || complaint.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  let isLeaving = false;
  // What the previous page still asks for must not count for the next one.
  page.on('framenavigated', (frame) => {
    if (isLeaving && frame === page.mainFrame()) {
      scripts = [];
      errors = [];
    }
    isLeaving = false;
  });
  for (const path of paths) {
    isLeaving = true;
    const { origin } = new URL(path, inject('siteUrl'));
    await page.goto(path, comesFromSite ? { referer: `${origin}/` } : {});
    await look({ page, scripts, errors }, path);
  }
}

/** Runs `look` on each page in turn, for a visitor from the site. Several may share `paths`; `prepare` adds routes. */
export async function visitEach(
  paths: Iterable<string>,
  options: BrowserContextOptions,
  look: (visit: Visit, path: string) => Promise<void>,
  prepare?: (page: Page) => unknown,
): Promise<void> {
  const kind = JSON.stringify(options);
  const page = idlePages.get(kind) ?? (await openPage(options));
  idlePages.delete(kind);
  try {
    await prepare?.(page);
    await show(page, paths, look, true);
    await page.unrouteAll();
    page.removeAllListeners();
    idlePages.set(kind, page);
  } catch (error) {
    await page.context().close();
    throw error;
  }
}

/** Runs `look` on a page. The parameters are those of `visitEach`. */
export const visit = (
  path: string,
  options: BrowserContextOptions,
  look: (visit: Visit) => Promise<void>,
  prepare?: (page: Page) => unknown,
) => visitEach([path], options, look, prepare);

/** Runs `look` on the first page of a visit, with an empty cache. `prepare` may change clock and scripts, too. */
export async function visitFirst(
  path: string,
  options: BrowserContextOptions,
  look: (visit: Visit) => Promise<void>,
  prepare?: (page: Page) => unknown,
): Promise<void> {
  const page = await openPage(options);
  try {
    await prepare?.(page);
    await show(page, [path], look, false);
  } finally {
    await page.context().close();
  }
}

/** Hydrates the islands of a page before it is used: a click alone waits for React for six seconds only. */
export async function wake(page: Page): Promise<void> {
  await page.locator('astro-island button:visible').first().focus();
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
}

/** Waits until the page has its typefaces, so that no file comes after a look at the page. */
export const showTypefaces = (page: Page) =>
  page.evaluate(() => document.fonts.ready.then(() => true));

/** Scrolls to the end of the page and back, one screen at a time. */
export const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
