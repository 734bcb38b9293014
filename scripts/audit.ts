/**
 * `npm run audit`: runs Lighthouse on every page of a fresh build and compares the figures with the
 * promises and with a bare page. `--runs=1` gives a quick look (the default is the median of 3),
 * `--page=/blog` selects pages. The report shows past audits too.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer } from '../src/engine/serve/node/server.ts';
import { readSite, type Site } from '../src/engine/serve/node/site.ts';
import { isPage } from '../src/engine/serve/headers.ts';
import { measurePage, summarize, type Target } from './audit/lighthouse.ts';
import { addRun, parseHistory, type Run } from './audit/history.ts';
import {
  findBreaches,
  formatFigures,
  formatTitles,
  listFigures,
  pageColumn,
} from './audit/limits.ts';
import { installPackages } from './audit/install-packages.ts';
import { renderReport } from './audit/report.ts';
import { startSecureFront } from './audit/secure-front.ts';
import { renderBarePage } from './bench/support/bare-page.ts';
import { buildSite } from './build.ts';
import { CommandError, formatSeconds, runCommand } from './command-line/command.ts';
import { openContentSource } from './content-service/content-source.ts';
import { loadConfig } from './command-line/environment.ts';

interface Arguments {
  runs: number;
  /** Paths to audit; null for all pages. */
  pages: readonly string[] | null;
}

function readArguments(): Arguments {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '3' },
        page: { type: 'string', multiple: true },
      },
    });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be 1, 2, 3 or more.');
    return { runs, pages: values.page ?? null };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The home page without any design: it measures the machine and Lighthouse's simulation alone. */
const barePage = '/bare-page';

/** @throws {CommandError} when the site lacks a requested page */
async function findPages(site: Site, wanted: Arguments['pages']): Promise<Target[]> {
  const pages: Target[] = [
    { path: '/404', kind: 'missing' },
    ...Array.from(site.waiting.values(), ({ address }) => ({
      path: address,
      kind: 'missing' as const,
    })),
  ];
  for (const [path, file] of site.files) {
    if (!isPage(file) || path === barePage) continue;
    const html = await readFile(file.path, 'utf8');
    const isUnlisted = html.includes('<meta name="robots" content="noindex"');
    const isPicturePost = html.includes('"BlogPosting"') && html.includes('fetchpriority="high"');
    pages.push({ path, kind: isUnlisted ? 'unlisted' : 'listed', isPicturePost });
  }
  pages.sort((one, other) => one.path.localeCompare(other.path));
  const unknown = wanted?.find((path) => !pages.some((page) => page.path === path));
  if (unknown !== undefined) throw new CommandError(`The built site has no page ${unknown}.`);
  return wanted ? pages.filter(({ path }) => wanted.includes(path)) : pages;
}

/** Shows a line that the next line replaces; only in a terminal. */
function showProgress(text: string): void {
  if (!process.stdout.isTTY) return;
  process.stdout.clearLine(0);
  process.stdout.cursorTo(0);
  process.stdout.write(text.slice(0, process.stdout.columns - 1));
}

async function measureSite(siteUrl: string, targets: readonly Target[], runs: number) {
  const measure = async (target: Target, title: string, times = runs) => {
    const measured = [];
    for (let run = 1; run <= times; run++) {
      showProgress(`${title}: ${target.path}, run ${run} of ${times}`);
      measured.push(await measurePage(siteUrl, target));
    }
    showProgress('');
    return summarize(measured);
  };
  const width = pageColumn([barePage, ...targets.map(({ path }) => path)]);
  // The bare page runs more often, because every page is compared with its figures.
  const bare = await measure({ path: barePage, kind: 'unlisted' }, 'first of all', 3 * runs);
  console.log(formatTitles(width, listFigures(bare, bare)));
  console.log(formatFigures(width, barePage, listFigures(bare, bare)));

  const pages: Run['pages'] = {};
  for (const [index, target] of targets.entries()) {
    const page = await measure(target, `${index + 1} of ${targets.length}`);
    pages[target.path] = page;
    console.log(formatFigures(width, target.path, listFigures(page, bare)));
  }
  return { bare, pages };
}

await runCommand(async () => {
  const start = performance.now();
  const wanted = readArguments();
  const config = loadConfig();
  await installPackages(console.log);
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const source = await openContentSource(config);
  try {
    const dist = join(folder, 'dist');
    await buildSite(source.config, dist, console.log);
    const home = await readFile(join(dist, 'index.html'), 'utf8');
    await writeFile(join(dist, `${barePage}.html`), renderBarePage(home));
    const site = await readSite(dist);
    const targets = await findPages(site, wanted.pages);
    const server = await startServer({
      config: {
        ...source.config,
        server: { ...config.server, host: '127.0.0.1', port: 0 },
        dataDirectory: join(folder, 'data'),
      },
      openSite: () => Promise.resolve({ site }),
      log: () => undefined,
    });
    const front = await startSecureFront(server.url);
    const { bare, pages } = await measureSite(front.url, targets, wanted.runs).finally(async () => {
      await front.close();
      await server.close();
    });

    const directory = join(config.dataDirectory, 'audit');
    await mkdir(directory, { recursive: true });
    const historyPath = join(directory, 'history.json');
    const earlier = parseHistory(await readFile(historyPath, 'utf8').catch(() => '[]'));
    const history = addRun(earlier, {
      time: new Date().toISOString(),
      runs: wanted.runs,
      bare,
      pages,
    });
    await writeFile(historyPath, JSON.stringify(history));
    const report = join(directory, 'report.html');
    await writeFile(report, await renderReport(history));

    const breaches = Object.entries(pages).flatMap(([path, page]) =>
      findBreaches(page, bare).map((breach) => `${path}: ${breach}`),
    );
    console.log(['', ...breaches].join('\n'));
    console.log(`Report: ${pathToFileURL(report).href}`);
    console.log(
      `${targets.length} pages in ${formatSeconds(start)}: ${breaches.length === 0 ? 'all promises kept' : `${breaches.length} figures off`}`,
    );
    if (breaches.length > 0) process.exitCode = 1;
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
});
