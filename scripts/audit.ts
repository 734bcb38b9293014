/**
 * `npm run audit`: runs Lighthouse on every page of the site, and prints a table and an HTML report.
 * `-- --page=/blog` selects pages. Exit code 1 when a figure is out of its bounds.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collections } from '#collections/index.ts';
import { itemPath } from '#engine/collections.ts';
import { pullContent } from '#engine/pull/index.ts';
import { prepare, startRendering, type Rendering } from '#engine/render/index.ts';
import { startServer } from '#engine/serve/node/index.ts';
import { measurePage, type Measurement, type Target } from './audit/lighthouse.ts';
import { renderReport } from './audit/report.ts';
import { startSecureFront } from './audit/secure-front.ts';
import { renderBarePage } from './audit/bare-page.ts';
import { CommandError, formatSeconds, parseArguments, runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';
import { openContentSource } from './content-service/content-source.ts';

/** The text of the home page without its design, measured for comparison: what it costs is the machine's doing. */
const bare: Target = { path: '/bare-page', kind: 'unlisted' };

/** @throws when the page cannot be made */
async function readPage({ render, version }: Rendering, path: string): Promise<string> {
  const page = await render(path, version);
  if ('fault' in page) throw new Error(`${path} could not be made: ${page.fault}`);
  return page.text ?? '';
}

/** @throws {CommandError} when the site lacks a requested page */
async function findPages(
  rendering: Rendering,
  wanted: readonly string[] | undefined,
): Promise<Target[]> {
  const missing = ['/404', ...collections.map((one) => itemPath(one, 'unknown'))];
  const pages: Target[] = missing.map((path) => ({ path, kind: 'missing' }));
  for (const path of await rendering.list()) {
    if (path === '/404' || path.startsWith('/live/') || /\.\w+$/.test(path)) continue;
    const html = await readPage(rendering, path);
    const isUnlisted = html.includes('<meta name="robots" content="noindex"');
    pages.push({ path, kind: isUnlisted ? 'unlisted' : 'listed' });
  }
  pages.sort((one, other) => one.path.localeCompare(other.path));
  const unknown = wanted?.find((path) => !pages.some((page) => page.path === path));
  if (unknown !== undefined) throw new CommandError(`The site has no page ${unknown}.`);
  return [bare, ...pages.filter(({ path }) => !wanted || wanted.includes(path))];
}

const pad = (text: string, { title }: { title: string }) =>
  text.padStart(Math.max(title.length, 7) + 2);

/** Measures all pages, and prints a row of the table for each. */
async function measureSite(siteUrl: string, targets: readonly Target[]): Promise<Measurement[]> {
  const width = Math.max(...targets.map(({ path }) => path.length)) + 2;
  const pages: Measurement[] = [];
  for (const target of targets) {
    const page = await measurePage(siteUrl, target);
    const { figures } = page;
    if (pages.length === 0)
      console.log('page'.padEnd(width) + figures.map((one) => pad(one.title, one)).join(''));
    const isFine = ({ isKept }: { isKept: boolean }) => isKept || target === bare;
    const cells = figures.map((one) => pad(`${isFine(one) ? '' : '! '}${one.value}`, one));
    console.log(target.path.padEnd(width) + cells.join(''));
    pages.push(page);
  }
  return pages;
}

function judge(count: number, broken: number, compared: Measurement | undefined): string {
  const pages = `${count === 1 ? 'One page' : `${count} pages`} on a phone with slow 4G, the median of three runs`;
  if (broken === 0) return `${pages}: all within their bounds.`;
  const isSlow = compared?.figures.some(({ title, isKept }) => title === 'TBT ms' && !isKept);
  const excuse = 'So is a page without design: this machine is too slow or too busy to judge.';
  return `${pages}: ${broken} out of their bounds.${isSlow ? ` ${excuse}` : ''}`;
}

await runCommand(async () => {
  const start = performance.now();
  const { values } = parseArguments({ options: { page: { type: 'string', multiple: true } } });
  const config = loadConfig();
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const source = await openContentSource(config);
  try {
    const own = { ...source.config, dataDirectory: join(folder, 'data') };
    await pullContent(own);
    const rendering = await startRendering(await prepare(own), own);
    const targets = await findPages(rendering, values.page);
    const barePage = renderBarePage(await readPage(rendering, '/'));
    const { version } = rendering;
    const withBare: Rendering = {
      ...rendering,
      paths: [...rendering.paths, bare.path],
      render: (path, wanted) =>
        path === bare.path
          ? Promise.resolve({ version, text: barePage })
          : rendering.render(path, wanted),
    };
    const server = await startServer({
      config: { ...own, server: { ...config.server, host: '127.0.0.1', port: 0 } },
      openSite: () => Promise.resolve({ rendering: withBare }),
      log: () => undefined,
    });
    const front = await startSecureFront(server.url);
    const [compared, ...pages] = await measureSite(front.url, targets).finally(async () => {
      await front.close();
      await server.close();
    });
    const directory = join(config.dataDirectory, 'audit');
    await mkdir(directory, { recursive: true });
    const report = join(directory, 'report.html');
    const broken = pages.filter(({ figures }) => figures.some(({ isKept }) => !isKept));
    for (const { path, failed } of broken) console.log(`${path} fails: ${failed.join(', ')}`);
    const verdict = judge(pages.length, broken.length, compared);
    await writeFile(report, renderReport(verdict, config.site.url, pages, compared));
    console.log(`Report: ${pathToFileURL(report).href}`);
    console.log(`${verdict} (${formatSeconds(start)})`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
});
