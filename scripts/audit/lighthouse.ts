/** Runs Lighthouse on a page in fresh browsers, with the default profile: a mid-range phone on slow 4G. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserFlags, findBrowser } from './browser.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The figures beside the scores, with Lighthouse's names for them. */
const audited = {
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
};

export interface Measurement {
  /** The scores of the four categories from 0 to 100, and the figures, by the titles of their columns. */
  figures: Readonly<Record<string, number>>;
  /** Lighthouse's ids of the audits that failed. */
  failed: readonly string[];
}

async function runLighthouse(url: string, skipAudits: string[]): Promise<Measurement> {
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
    const run = await lighthouse(url, {
      port: browser.port,
      logLevel: 'silent',
      onlyCategories: categories,
      skipAudits,
      ignoreStatusCode: true,
      disableFullPageScreenshot: true,
    });
    if (!run) throw new Error('Lighthouse has no result.');
    const { audits, categories: rated, runtimeError } = run.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const scores = categories.map(
      (name) => [name, Math.round((rated[name]?.score ?? 0) * 100)] as const,
    );
    const values = Object.entries(audited).map(
      ([title, id]) => [title, audits[id]?.numericValue ?? NaN] as const,
    );
    const failed = Object.values(rated)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id);
    return { figures: Object.fromEntries([...scores, ...values]), failed };
  } finally {
    browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const getMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** Measures a page: the median of each figure over several runs. @throws {Error} when it cannot be measured */
export async function measurePage(
  url: string,
  { runs, skipAudits = [] }: { runs: number; skipAudits?: string[] },
): Promise<Measurement> {
  const measured: Measurement[] = [];
  while (measured.length < runs) measured.push(await runLighthouse(url, skipAudits));
  const titles = [...categories, ...Object.keys(audited)];
  const medians = titles.map((title) => {
    const median = getMedian(measured.map(({ figures }) => figures[title] ?? NaN));
    return [title, Number(median.toFixed(title === 'CLS' ? 3 : 0))] as const;
  });
  return {
    figures: Object.fromEntries(medians),
    failed: [...new Set(measured.flatMap(({ failed }) => failed))],
  };
}
