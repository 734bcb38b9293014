/**
 * `npm run audit`: runs Lighthouse on every page, and prints a table and an HTML report. Beside each page are the figures of
 * its text alone, without design and scripts. `-- --page=/blog` selects pages.
 * Exit code 1 when a figure of a page is out of its bounds.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from '#engine/base/text.ts';
import { pullInProcess } from '#engine/pull/index.ts';
import { startOrigin, startServer } from '#engine/front/index.ts';
import { prepareBundle } from '#engine/origin/index.ts';
import { renderBarePage } from './audit/bare-page.ts';
import { measurePage } from './audit/lighthouse.ts';
import { startSecureFront } from './audit/secure-front.ts';
import {
  CommandError,
  formatSeconds,
  parseArguments,
  runCommand,
} from '#engine/commands/command.ts';
import { loadConfig } from '#engine/processes/index.ts';
import { logContent } from '#engine/commands/progress.ts';
import { openContentSource, type ContentSource } from '#engine/stand-in/content-source.ts';

/** A line of the table. */
type Row = Record<string, string | number>;

const isKept: Record<string, (figure: number) => boolean> = {
  performance: (score) => score >= 100,
  accessibility: (score) => score >= 100,
  'best-practices': (score) => score >= 100,
  seo: (score) => score >= 100,
  'LCP ms': (milliseconds) => milliseconds <= 1200,
  'TBT ms': (milliseconds) => milliseconds <= 50,
  CLS: (shift) => shift <= 0,
};

const legend =
  'LCP: until the largest text or picture is there, at most 1,200 ms. TBT: keeps the page from answering a touch, at most 50 ms. ' +
  'CLS: how far the page moves while it loads, 0. Bytes: all that a first visit loads. Bare: the text of the page alone.';

/** Audits that a page fails by design which search engines must not list. */
const meantToFail = ['is-crawlable', 'http-status-code', 'errors-in-console'];

/** Asks for the pages that have an address of their own. @throws {CommandError} for a wanted page that is not there */
async function renderPages(
  { origin, version }: Awaited<ReturnType<typeof startOrigin>>,
  wanted: readonly string[],
): Promise<Map<string, string>> {
  const paths = (await origin.listPaths(version)).filter((path) => !/\.\w+$|^\/live\//.test(path));
  const unknown = wanted.find((path) => !paths.includes(path));
  if (unknown !== undefined) throw new CommandError(`The site has no page ${unknown}.`);
  const pages = new Map<string, string>();
  for (const path of wanted.length > 0 ? wanted : paths.toSorted()) {
    const { status, body } = await origin.ask(path, version);
    if (status >= 500) throw new CommandError(`The page ${path} failed.`);
    pages.set(path, String(body));
  }
  return pages;
}

/** Measures a page three times, and once its bare text, which tells how fast and busy this machine is meanwhile. */
async function measureRow(frontUrl: string, path: string, html: string): Promise<Row> {
  const isListed = !html.includes('<meta name="robots" content="noindex"');
  const skipAudits = isListed ? [] : meantToFail;
  const { figures, failed } = await measurePage(frontUrl + path, { runs: 3, skipAudits });
  const { figures: bare } = await measurePage(`${frontUrl}/bare-page${path}`, { runs: 1 });
  const outside = Object.keys(figures).filter(
    (title) => isKept[title]?.(figures[title] ?? NaN) === false,
  );
  return {
    page: path,
    ...figures,
    ...Object.fromEntries(
      ['LCP ms', 'TBT ms', 'bytes'].map((title) => [`bare ${title}`, bare[title] ?? NaN]),
    ),
    'out of bounds': outside.join(', '),
    failed: failed.join(', '),
  };
}

/** Serves the site in a folder, and measures its pages. */
async function measureSite(config: ContentSource['config'], wanted: readonly string[]) {
  logContent(await pullInProcess(config), console.log);
  const shown = await startOrigin(await prepareBundle(config), config);
  const openSite = () => Promise.resolve({ shown });
  const server = await startServer({ config, openSite, log: () => undefined });
  try {
    const pages = await renderPages(shown, wanted);
    const bare = Array.from(
      pages,
      ([path, html]) => [`/bare-page${path}`, renderBarePage(html)] as const,
    );
    const front = await startSecureFront(server.url, new Map(bare));
    try {
      const rows: Row[] = [];
      for (const [path, html] of pages) {
        console.log(`… ${path} (${rows.length + 1} of ${pages.size})`);
        rows.push(await measureRow(front.url, path, html));
      }
      return rows;
    } finally {
      await front.close();
    }
  } finally {
    await server.close();
  }
}

/** Renders the table as one self-contained file to forward, in the browser's own design. */
function renderReport(verdict: string, rows: readonly Row[]): string {
  const renderCells = (tag: string, cells: readonly (string | number)[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(String(cell))}</${tag}>`).join('')}</tr>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Lighthouse audit</title>
<style>:root{color-scheme:light dark;font-family:system-ui}td,th{padding:.4rem .8rem;text-align:start}</style>
<h1>Lighthouse audit</h1><p><strong>${verdict}</strong></p><p>${legend}</p>
<table>${renderCells('th', Object.keys(rows[0] ?? {}))}
${rows.map((row) => renderCells('td', Object.values(row))).join('\n')}</table>
</html>
`;
}

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
    const rows = await measureSite(source.config, values.page ?? []);
    const broken = rows.filter((row) => row['out of bounds'] !== '').length;
    const verdict = `Pages on a phone with slow 4G, the median of three runs: ${rows.length}, out of their bounds: ${broken}.`;
    const report = join(dataDirectory, 'audit', 'report.html');
    await mkdir(join(report, '..'), { recursive: true });
    await writeFile(report, renderReport(verdict, rows));
    console.table(rows);
    console.log(
      `${legend}\nReport: ${pathToFileURL(report).href}\n${verdict} (${formatSeconds(start)})`,
    );
    if (broken > 0) process.exitCode = 1;
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
