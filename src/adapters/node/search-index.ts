import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { close, createIndex } from 'pagefind';
import type { Site, SiteFile } from './site.ts';

/** Interfaces and helpers of Pagefind that the search page does not use (islands/search-index.ts). */
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
 * Writes a site's search index into a folder: every page with `data-pagefind-body`, under its address.
 * Pagefind works in its own process, one index at a time.
 * @param directory absolute; may contain an earlier index
 * @param onRead called after each file of the site
 * @returns number of pages in the index
 */
export async function indexSite(
  { files }: Pick<Site, 'files'>,
  directory: string,
  onRead: () => void = () => undefined,
): Promise<number> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: 'en' });
    if (!index) throw new Error(`The search index: ${errors.join('; ')}`);
    // Sorted by address, so that the same pages give the same index.
    const pages = [...files.values()]
      .filter(({ path }) => path.endsWith('.html'))
      .sort((one, other) => (one.address < other.address ? -1 : 1));
    let count = 0;
    const add = async ({ address, path }: SiteFile) => {
      const html = readFileSync(path, 'utf8');
      onRead();
      if (!html.includes('data-pagefind-body')) return;
      count += 1;
      // Only `<main>` has searched text; styles and scripts would cost time.
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const content = `<html><body>${main.replace(/<\/t[dh]>/g, ' $&')}</body></html>`; // cells apart
      refuseErrors((await index.addHTMLFile({ url: address, content })).errors);
    };
    // Pagefind indexes pages one by one; a few requests in flight keep it busy.
    for (let start = 0; start < pages.length; start += pagesOnTheWay)
      await Promise.all(pages.slice(start, start + pagesOnTheWay).map(add));
    refuseErrors((await index.writeFiles({ outputPath: directory })).errors);
    for (const name of unusedFiles) await rm(join(directory, name), { force: true });
    return count;
  } finally {
    await close();
  }
}
