/**
 * `npm run audit`: runs Lighthouse on every page, and prints a table and an HTML report. `-- --page=/blog` selects pages.
 * Exit code 1 when a figure is out of its bounds.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pullContent } from '#engine/pull/index.ts';
import { prepareBundle, startRendering, type Rendering } from '#engine/render/index.ts';
import { startServer } from '#engine/serve/node/index.ts';
import { renderBarePage } from './audit/bare-page.ts';
import { measurePage, type Measurement, type Target } from './audit/lighthouse.ts';
import { renderReport } from './audit/report.ts';
import { startSecureFront } from './audit/secure-front.ts';
import {
  CommandError,
  formatSeconds,
  parseArguments,
  runCommand,
} from '#engine/commands/command.ts';
import { loadConfig } from '#engine/environment.ts';
import { logContent } from '#engine/commands/progress.ts';
import { openContentSource, type ContentSource } from '#engine/content-service/content-source.ts';

/** The text of the home page without its design: what blocks that page, too, is a machine that is too slow or busy. */
const bare: Target = { path: '/bare-page', kind: 'unlisted' };
/** Pages that a server shows at the addresses of others. */
const isForOthers = (path: string) => path.startsWith('/live/');

/** Renders all pages. @returns their texts, by their addresses @throws {CommandError} */
async function renderPages(rendering: Rendering): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of (await rendering.list()).toSorted()) {
    if (/\.\w+$/.test(path)) continue;
    const rendered = await rendering.render(path, rendering.version);
    if ('fault' in rendered) throw new CommandError(`The page ${path} failed: ${rendered.fault}.`);
    pages.set(path, rendered.text ?? '');
  }
  return pages;
}

function getKind(path: string, html: string): Target['kind'] {
  if (path === '/404' || isForOthers(path)) return 'missing';
  return html.includes('<meta name="robots" content="noindex"') ? 'unlisted' : 'listed';
}

/** @throws {CommandError} when the site lacks a requested page */
function chooseTargets(pages: ReadonlyMap<string, string>, wanted: readonly string[]): Target[] {
  const unknown = wanted.find((path) => !pages.has(path));
  if (unknown !== undefined) throw new CommandError(`The site has no page ${unknown}.`);
  const targets = Array.from(pages, ([path, html]) => ({ path, kind: getKind(path, html) }));
  return targets.filter(({ path }) => wanted.length === 0 || wanted.includes(path));
}

async function measurePages(siteUrl: string, targets: readonly Target[]): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const target of targets) {
    console.log(`… ${target.path} (${measured.length + 1} of ${targets.length})`);
    measured.push(await measurePage(siteUrl, target));
  }
  return measured;
}

/** Serves the site in a folder, and measures its pages, after the bare one. */
async function measureSite(
  config: ContentSource['config'],
  wanted: readonly string[],
): Promise<Measurement[]> {
  logContent(await pullContent(config), console.log);
  const rendering = await startRendering(await prepareBundle(config), config);
  const server = await startServer({
    config,
    openSite: () => Promise.resolve({ rendering }),
    log: () => undefined,
  });
  try {
    const pages = await renderPages(rendering);
    const targets = chooseTargets(pages, wanted);
    const own = new Map([...pages].filter(([path]) => isForOthers(path)));
    own.set(bare.path, renderBarePage(pages.get('/') ?? ''));
    const front = await startSecureFront(server.url, own);
    return await measurePages(front.url, [bare, ...targets]).finally(front.close);
  } finally {
    await server.close();
  }
}

const isBroken = ({ figures }: Measurement) => figures.some(({ isKept }) => !isKept);

function judge(pages: readonly Measurement[]): string {
  const broken = pages.filter(isBroken).length;
  const count = pages.length === 1 ? 'One page' : `${pages.length} pages`;
  const found = broken === 0 ? 'all within their bounds' : `${broken} out of their bounds`;
  return `${count} on a phone with slow 4G, the median of three runs: ${found}.`;
}

const toRow = ({ path, figures, failed }: Measurement) => ({
  page: path,
  ...Object.fromEntries(figures.map(({ title, value }) => [title, value])),
  'out of bounds': figures.flatMap(({ title, isKept }) => (isKept ? [] : [title])).join(', '),
  failed: failed.join(', '),
});

await runCommand(async () => {
  const start = performance.now();
  const { values } = parseArguments({ options: { page: { type: 'string', multiple: true } } });
  const { server, dataDirectory, ...config } = loadConfig();
  // A server may use DATA_DIR, and its content must stay.
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const source = await openContentSource({
    ...config,
    server: { ...server, host: '127.0.0.1', port: 0 },
    dataDirectory: folder,
  });
  try {
    const [compared, ...pages] = await measureSite(source.config, values.page ?? []);
    if (!compared) throw new Error('Nothing was measured.');
    console.table([compared, ...pages].map(toRow));
    const verdict = judge(pages);
    const report = join(dataDirectory, 'audit', 'report.html');
    await mkdir(join(report, '..'), { recursive: true });
    await writeFile(report, renderReport(verdict, config.site.url, pages, compared));
    console.log(`Report: ${pathToFileURL(report).href}`);
    console.log(`${verdict} (${formatSeconds(start)})`);
    if (pages.some(isBroken)) process.exitCode = 1;
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
