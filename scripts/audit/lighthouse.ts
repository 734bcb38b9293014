/** Runs Lighthouse on one page in a fresh browser, with the default profile: a mid-range phone on slow 4G. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFlags, findBrowser } from './browser.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export interface Target {
  path: string;
  /** `unlisted` pages are deliberately kept out of search results; `missing` pages have status 404. */
  kind: 'listed' | 'unlisted' | 'missing';
  /** Whether the page is a post with a picture, whose largest paint has a limit of its own. */
  isPicturePost?: boolean | undefined;
}

export interface Measurement extends Pick<Target, 'isPicturePost'> {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Milliseconds until the largest element of the first screen is painted, as simulated. */
  largestPaint: number;
  /** Milliseconds during which the page would not respond to a touch. */
  blocking: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Lighthouse ids of the failed audits, without those that depend on this machine's speed. */
  failed: string[];
}

/** Audits that measure the time of one run, not a property of the page. */
const timings = new Set([
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
]);

/** Audits that a kind of page fails by design. */
const meantToFail = {
  listed: [],
  unlisted: ['is-crawlable'],
  missing: ['is-crawlable', 'http-status-code', 'errors-in-console'],
} as const satisfies Record<Target['kind'], readonly string[]>;

async function runLighthouse(siteUrl: string, target: Target): Promise<Measurement> {
  // Not at the top of this file: only `npm run audit` installs these packages, when it starts.
  const { launch } = await import('chrome-launcher');
  const { default: lighthouse } = await import('lighthouse');
  const { executablePath, env } = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const browser = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', '--ignore-certificate-errors', ...browserFlags],
    envVars: { ...process.env, ...env },
    userDataDir: profile,
    logLevel: 'silent',
  });
  try {
    const run = await lighthouse(siteUrl + target.path, {
      port: browser.port,
      logLevel: 'silent',
      onlyCategories: [...categories],
      skipAudits: [...meantToFail[target.kind]],
      ignoreStatusCode: true,
      disableFullPageScreenshot: true,
    });
    if (!run) throw new Error('Lighthouse has no result.');
    const { audits, categories: rated, runtimeError } = run.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const getScore = (category: Category) => Math.round((rated[category]?.score ?? 0) * 100);
    const getValue = (audit: string) => audits[audit]?.numericValue ?? NaN;
    return {
      isPicturePost: target.isPicturePost,
      scores: {
        performance: getScore('performance'),
        accessibility: getScore('accessibility'),
        'best-practices': getScore('best-practices'),
        seo: getScore('seo'),
      },
      largestPaint: getValue('largest-contentful-paint'),
      blocking: getValue('total-blocking-time'),
      shift: getValue('cumulative-layout-shift'),
      failed: Object.values(rated)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && !timings.has(id) && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    };
  } finally {
    browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** A browser on a busy machine sometimes fails to start or to record. */
const attempts = 3;

/**
 * Runs Lighthouse once.
 * @param siteUrl without a trailing slash
 * @throws {Error} when the page cannot be measured
 */
export async function measurePage(siteUrl: string, target: Target): Promise<Measurement> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runLighthouse(siteUrl, target);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

function getMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** The median of each figure over all runs, and every audit that failed in any run. */
export function summarize(runs: readonly Measurement[]): Measurement {
  const median = (get: (run: Measurement) => number) => getMedian(runs.map(get));
  return {
    isPicturePost: runs[0]?.isPicturePost,
    scores: {
      performance: median(({ scores }) => scores.performance),
      accessibility: median(({ scores }) => scores.accessibility),
      'best-practices': median(({ scores }) => scores['best-practices']),
      seo: median(({ scores }) => scores.seo),
    },
    largestPaint: median(({ largestPaint }) => largestPaint),
    blocking: median(({ blocking }) => blocking),
    shift: median(({ shift }) => shift),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  };
}
