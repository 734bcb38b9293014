import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { launchBrowser } from '../../scripts/audit/browser.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

/** The two sizes most tests look at: a phone and a desktop. */
export const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
};
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** What policies, Trusted Types and permissions say when something breaks them. */
export const complaint = /polic|trusted ?type|feature/i;

export interface Visit {
  page: Page;
  /** Paths of script files asked for so far. */
  scripts: string[];
  /** Console errors, uncaught errors and policy violations so far. */
  errors: string[];
}

/**
 * Runs `look` on one page of the built site after the other, as somebody sees them who reads on: in one
 * browser context, since a new one costs more than the page. `paths` may be shared by several readers.
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
    page.setDefaultTimeout(30_000); // a busy machine is slow, not wrong
    let scripts: string[] = [];
    let errors: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) scripts.push(pathname);
    });
    page.on('console', (message) => {
      // What permissions complain of is a warning.
      if (message.type() === 'error' || complaint.test(message.text())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await prepare?.(page);
    for (const path of paths) {
      // What the page before still asks for is not asked for by this one.
      if (page.url() !== 'about:blank') await page.goto('about:blank');
      [scripts, errors] = [[], []];
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

/** Scrolls to the end of the page and back to its top, a screen at a time. */
export const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
