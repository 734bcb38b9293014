import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { close, createIndex } from 'pagefind';
import type { Site, SiteFile } from './site.ts';

/** Interfaces and helpers of Pagefind's own that the search page does without (islands/search-index.ts). */
const unusedFiles = [
  ...['ui', 'modular-ui', 'component-ui'].flatMap((name) => [
    `pagefind-${name}.js`,
    `pagefind-${name}.css`,
  ]),
  'pagefind-highlight.js',
  'pagefind-worker.js',
  'wasm.unknown.pagefind',
];

const pagesOnTheWay = 32;

const refuseErrors = (errors: readonly string[]) => {
  if (errors.length > 0) throw new Error(`The search index: ${errors.join('; ')}`);
};

/**
 * Writes the search index of a site into a folder: every page with a `data-pagefind-body`, under its
 * address. The work is done in a process of its own, one index at a time.
 * @param directory absolute; the index of an earlier time may be in it
 * @param onRead told after each file of the site
 * @returns how many pages are in the index
 */
export async function indexSite(
  { files }: Pick<Site, 'files'>,
  directory: string,
  onRead: () => void = () => undefined,
): Promise<number> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: 'en' });
    if (!index) throw new Error(`The search index: ${errors.join('; ')}`);
    // In the order of addresses, so that the same pages make the same index.
    const pages = [...files.values()]
      .filter(({ path }) => path.endsWith('.html'))
      .sort((one, other) => (one.address < other.address ? -1 : 1));
    let count = 0;
    const add = async ({ address, path }: SiteFile) => {
      const html = readFileSync(path, 'utf8');
      onRead();
      if (!html.includes('data-pagefind-body')) return;
      count += 1;
      // The rest of a page, its styles above all, would be read for nothing.
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const content = `<html><body>${main.replace(/<\/t[dh]>/g, ' $&')}</body></html>`; // cells apart
      refuseErrors((await index.addHTMLFile({ url: address, content })).errors);
    };
    // The index takes one after the other: a few on the way, and it waits for none.
    for (let start = 0; start < pages.length; start += pagesOnTheWay)
      await Promise.all(pages.slice(start, start + pagesOnTheWay).map(add));
    refuseErrors((await index.writeFiles({ outputPath: directory })).errors);
    for (const name of unusedFiles) await rm(join(directory, name), { force: true });
    return count;
  } finally {
    await close();
  }
}
