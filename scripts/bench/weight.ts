/**
 * Compares the weight of our pages with their floor: the bare text of a page
 * (scripts/bench/support/bare-page.ts). All sizes are after Brotli at its best.
 */
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { load, type CheerioAPI } from 'cheerio';
import { readSite } from '../../src/engine/publish/index.ts';
import { renderBarePage } from './support/bare-page.ts';
import { buildSite } from '../build.ts';
import { openContentSource } from '../content-service/content-source.ts';
import { loadConfig } from '../command-line/environment.ts';

export const title = 'Weight before a touch, Brotli bytes, beside the floor';

/** Pages of each kind, and the promised limit for HTML, styles and scripts as a multiple of the floor. */
const kinds = [
  { path: '/', limit: 5.8 },
  { path: '/blog/why-your-growth-stalled', limit: 3.2 },
  { path: '/blog', limit: null },
  { path: '/services', limit: null },
  { path: '/services/ai/agent-development', limit: null },
  { path: '/resources/growth-playbook', limit: null },
  { path: '/about', limit: null },
  { path: '/contact', limit: null },
] as const;

const weigh = (text: string) => brotliCompressSync(text).length;

/** Bytes of each part of a page. The parts compress less well alone, so their sum exceeds the whole. */
function weighParts($: CheerioAPI) {
  const take = (selector: string) => {
    const text = $(selector).text();
    $(selector).remove();
    return text === '' ? 0 : weigh(text);
  };
  const facts = take('script[type="application/ld+json"]');
  const scripts = take('script');
  const styles = take('style');
  return { styles, scripts, facts, markup: weigh($.html()) };
}

const toRow = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => {
      const text = typeof cell === 'number' ? cell.toLocaleString('en') : cell;
      return index === 0 ? text.padEnd(44) : text.padStart(10);
    })
    .join('');

export async function run(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'weight-'));
  const source = await openContentSource(loadConfig());
  try {
    await buildSite(source.config, folder, () => undefined);
    const site = await readSite(folder);
    const read = async (path: string) => {
      const file = site.files.get(path);
      return file ? readFile(file.path, 'utf8') : null;
    };

    const lines = [
      toRow(['page', 'floor', 'all', 'times', 'styles', 'scripts', 'JSON-LD', 'markup']),
    ];
    const breaches: string[] = [];
    for (const { path, limit } of kinds) {
      const html = await read(path);
      // The space of another firm does not contain these posts.
      if (html === null) continue;
      const floor = weigh(renderBarePage(html));
      const all = weigh(html);
      const { styles, scripts, facts, markup } = weighParts(load(html));
      const times = (all / floor).toFixed(1);
      lines.push(toRow([path, floor, all, times, styles, scripts, facts, markup]));
      if (limit !== null && all > limit * floor) {
        breaches.push(`${path} is ${times} times its floor; the aim is ${limit}.`);
      }
    }
    // The base files of the typefaces, which every page preloads (src/styles/fonts/).
    const fonts = [...site.files].filter(([address]) =>
      /\/(?:display|text)\.[^/]*woff2$/.test(address),
    );
    const sizes = await Promise.all(
      fonts.map(async ([, { path }]) => (await readFile(path)).length),
    );
    const faces = sizes.reduce((sum, size) => sum + size, 0);
    const weighWhole = async (path: string) => weigh((await read(path)) ?? '') + faces;

    return [
      ...lines,
      ...breaches,
      '',
      toRow(['all that is loaded before a touch', 'home', 'post']),
      toRow([
        'this site, its two typefaces included',
        await weighWhole('/'),
        await weighWhole('/blog/why-your-growth-stalled'),
      ]),
    ];
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
}
