/**
 * Makes the search index from the snapshot, in parts of a thousand posts, so that an edit makes one part
 * anew. The first part also has the pages that come from the code.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { close, createIndex } from 'pagefind';
import { postPath, resourcePath, searchPartPath } from '../../../data/routes.ts';
import { escapeHtml } from '../../../documents/escape-html.ts';
import { searchedPages, type SearchedPage } from '../../../documents/searched-pages.ts';
import type { Post, Resource, SnapshotRead } from '../../content/read.ts';
import { digest } from '../../disk/index.ts';
import type { Addition } from './additions.ts';

/** Interfaces and helpers of Pagefind that the search page does not use (islands/search-index.ts). */
const unusedFiles = /^pagefind-.*(?:ui|highlight|worker)\.|unknown\.pagefind$/;

const itemsOnTheWay = 32;

/** Digest of the code that makes the index, and of the versions of packages. */
async function digestCode(): Promise<string> {
  const files = ['../../../../package-lock.json', 'search-index.ts'];
  const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8').catch(() => '');
  return digest((await Promise.all(files.map(read))).join('\0'));
}

/** An item of the search index. */
interface Searched {
  /** Address on the site. */
  path: string;
  html: string;
}

interface Parts extends Omit<SearchedPage, 'texts'> {
  lead: string;
  body: string;
}

/** Renders an item; its words find it and stand in no excerpt, such as author and tags. */
const renderSearched = ({ path, title, type, words = [], lead, body }: Parts): Searched => {
  const texts = [title, type, words.join(' ')].map(escapeHtml);
  const meta = ['title', 'type', 'words'].map(
    (name, index) => texts[index] && `<p data-pagefind-meta="${name}">${texts[index]}</p>`,
  );
  // Pagefind joins the words of neighbouring cells, so a space goes between them.
  const text = `<p>${escapeHtml(lead)}</p>${body.replace(/<\/t[dh]>/g, ' $&')}`;
  return {
    path,
    html: `<html><body>${meta.join('')}<div data-pagefind-body>${text}</div></body></html>`,
  };
};

const toSearchedPage = ({ texts: [lead = '', ...others], ...page }: SearchedPage) => {
  const body = others.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return renderSearched({ ...page, lead, body });
};

const toSearchedPost = ({ slug, title, author, tags, excerpt, body }: Post): Searched =>
  renderSearched({
    path: postPath(slug),
    title,
    type: 'Article',
    words: [author, ...tags],
    lead: excerpt,
    body: body.html,
  });

const toSearchedResource = ({ slug, title, type, subtitle, body }: Resource): Searched =>
  renderSearched({ path: resourcePath(slug), title, type, lead: subtitle, body: body.html });

const refuseErrors = (errors: readonly string[]) => {
  if (errors.length > 0) throw new Error(`The search index: ${errors.join('; ')}`);
};

/** Makes the index of some items. */
async function makeIndex(items: readonly Searched[]) {
  try {
    const { index, errors } = await createIndex({
      forceLanguage: 'en',
      excludeSelectors: ['.visually-hidden'],
    });
    if (!index) throw new Error(`The search index: ${errors.join('; ')}`);
    // Pagefind indexes items one by one; a few requests in flight keep it busy.
    for (let start = 0; start < items.length; start += itemsOnTheWay) {
      const some = items.slice(start, start + itemsOnTheWay);
      const added = await Promise.all(
        some.map(({ path, html }) => index.addHTMLFile({ url: path, content: html })),
      );
      refuseErrors(added.flatMap((answer) => answer.errors));
    }
    const made = await index.getFiles();
    refuseErrors(made.errors);
    return made.files.filter(({ path }) => !unusedFiles.test(path));
  } finally {
    await close();
  }
}

/** Lists the parts of the index of a snapshot. */
export async function listSearchParts(read: SnapshotRead): Promise<Addition[]> {
  const { parts } = await read({ type: 'search-parts' });
  const code = digest((await digestCode()) + JSON.stringify(searchedPages));
  return Array.from({ length: parts }, (_, index) => {
    const part = index + 1;
    return {
      name: String(part),
      basis: digest(`${code} ${read.getDigest({ type: 'search-part', part })}`),
      make: async () => {
        const { posts, resources } = await read({ type: 'search-part', part });
        const files = await makeIndex([
          ...(part === 1 ? searchedPages.map(toSearchedPage) : []),
          ...posts.map(toSearchedPost),
          ...resources.map(toSearchedResource),
        ]);
        const folder = searchPartPath(part).slice(1);
        return files.map(({ path, content }) => [folder + path, Buffer.from(content)] as const);
      },
    };
  });
}
