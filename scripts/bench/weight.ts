/** Compares the weight of pages with their floor: the bare text of a page (scripts/audit/bare-page.ts). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readSite } from '#engine/table/index.ts';
import { renderBarePage } from '../audit/bare-page.ts';
import type { Result } from '../bench.ts';
import { buildSite } from '../build.ts';
import { loadConfig } from '../command-line/environment.ts';
import { openContentSource } from '../content-service/content-source.ts';

export const title = 'HTML with its styles and scripts, Brotli bytes, beside its bare text';

const paths = [
  '/',
  '/blog',
  '/blog/why-your-growth-stalled',
  '/resources/growth-playbook',
  '/services',
  '/services/ai/agent-development',
  '/about',
  '/contact',
];
const weigh = (text: string) => brotliCompressSync(text).length;

export async function run(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'weight-'));
  const source = await openContentSource(loadConfig());
  try {
    await buildSite(source.config, folder, () => undefined, { isWhole: false });
    const { files } = await readSite(folder);
    const pages = paths.flatMap((path) => files.get(path) ?? []);
    // The base files of the typefaces, which every page preloads (src/styles/fonts/).
    const faces = [...files.values()].filter(({ address }) => /\/(?:display|text)\./.test(address));
    const sizes = await Promise.all(faces.map(async ({ path }) => (await readFile(path)).length));
    const lines = [
      ...(await Promise.all(
        pages.map(async ({ address, path }) => {
          const html = await readFile(path, 'utf8');
          const [whole, bare] = [weigh(html), weigh(renderBarePage(html))];
          return `${address}: ${whole}, ${(whole / bare).toFixed(1)} times its bare text`;
        }),
      )),
      `both typefaces, on every page: ${sizes.reduce((sum, size) => sum + size, 0)}`,
    ];
    return { lines, promises: [] };
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
}
