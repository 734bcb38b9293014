import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** The one browser of the run. Files in one worker share this connection, which ends with the worker. */
export const browser = await chromium.connect(inject('browser'));

/**
 * The two devices of most tests: a phone and a desktop. The visitor prefers reduced motion, so that a page
 * is at rest once its content is there; a test of motion asks for `no-preference`.
 */
export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
};
export const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
};

/** Matches the browser's messages about violated policies, Trusted Types and permissions. */
export const complaint = /polic|trusted ?type|feature/i;

export interface Visit {
  page: Page;
  /** Requested script files so far, as paths. */
  scripts: string[];
  /** Console errors, uncaught errors and policy violations so far. */
  errors: string[];
}

/**
 * Runs `look` on each page of the built site in turn, in one browser context, since a new context costs
 * more than the page.
 * @param paths several visitors may share one iterator
 */
export async function visitEach(
  paths: Iterable<string>,
  options: BrowserContextOptions,
  look: (visit: Visit, path: string) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: inject('siteUrl'), ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000); // a busy machine may be slow
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
      if (isLeaving && frame === page.mainFrame()) [scripts, errors] = [[], []];
      isLeaving = false;
    });
    await prepare?.(page);
    for (const path of paths) {
      isLeaving = true;
      await page.goto(path);
      await look({ page, scripts, errors }, path);
    }
  } finally {
    await context.close();
  }
}

/** Runs `look` on a page of the built site in a browser context of its own. */
export const visit = (
  path: string,
  options: BrowserContextOptions,
  look: (visit: Visit) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
) => visitEach([path], options, look, prepare);

/** Waits until the page shows its typefaces, which come after the first paint and move its content. */
export const showTypefaces = (page: Page) =>
  page.waitForFunction(
    () =>
      document.documentElement.dataset.early === undefined && document.fonts.status === 'loaded',
  );

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
