/** Runs Lighthouse on a page in fresh browsers, with the default profile: a mid-range phone on slow 4G. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserFlags, findBrowser } from './browser.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Target {
  path: string;
  /** `unlisted` pages are deliberately kept out of search results; `missing` ones say that there is nothing. */
  kind: 'listed' | 'unlisted' | 'missing';
}

/** The figures beside the scores, with their bounds; the tests of the built site bound the weight. */
export const bounds = [
  {
    title: 'LCP ms',
    meaning: 'until the largest text or picture is there, at most 1200',
    audit: 'largest-contentful-paint',
    most: 1200,
    digits: 0,
  },
  {
    title: 'TBT ms',
    meaning: 'in which scripts keep the page from answering a touch, at most 50',
    audit: 'total-blocking-time',
    most: 50,
    digits: 0,
  },
  {
    title: 'CLS',
    meaning: 'how far the page moves while it loads, 0',
    audit: 'cumulative-layout-shift',
    most: 0,
    digits: 3,
  },
  {
    title: 'bytes',
    meaning: 'the weight of everything that a first visit loads',
    audit: 'total-byte-weight',
    most: Infinity,
    digits: 0,
  },
] as const;

/** Audits that a kind of page fails by design. */
const meantToFail = {
  listed: [],
  unlisted: ['is-crawlable'],
  missing: ['is-crawlable', 'http-status-code', 'errors-in-console'],
} as const satisfies Record<Target['kind'], readonly string[]>;

async function runLighthouse(siteUrl: string, target: Target) {
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
    return {
      scores: categories.map((category) => Math.round((rated[category]?.score ?? 0) * 100)),
      values: bounds.map(({ audit }) => audits[audit]?.numericValue ?? NaN),
      failed: Object.values(rated)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    };
  } finally {
    browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const getMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** Measures a page: the median of each figure over three runs. @throws {Error} when it cannot be measured */
export async function measurePage(siteUrl: string, target: Target) {
  const measured: Awaited<ReturnType<typeof runLighthouse>>[] = [];
  while (measured.length < 3) measured.push(await runLighthouse(siteUrl, target));
  return {
    path: target.path,
    figures: [
      ...categories.map((title, index) => {
        const value = getMedian(measured.map(({ scores }) => scores[index] ?? 0));
        return { title, value, isKept: value >= 100 };
      }),
      ...bounds.map(({ title, most, digits }, index) => {
        const median = getMedian(measured.map(({ values }) => values[index] ?? NaN));
        const value = Number(median.toFixed(digits));
        return { title, value, isKept: value <= most };
      }),
    ],
    /** Lighthouse's ids of the audits that failed in a run. */
    failed: [...new Set(measured.flatMap(({ failed }) => failed))],
  };
}

export type Measurement = Awaited<ReturnType<typeof measurePage>>;
