/** Asks the index that the build wrote (adapters/node/search-index.ts), through Pagefind's own runtime. */
import { searchRuntimePath } from '../data/routes.ts';

/** A piece of an excerpt; a hit is what was searched for. */
interface Passage {
  text: string;
  isHit: boolean;
}

interface SearchResult {
  path: string;
  title: string;
  /** 'Article', or the type of a resource. */
  type: string;
  excerpt: readonly Passage[];
}

export interface SearchAnswer {
  total: number;
  /** The best of them. */
  results: readonly SearchResult[];
}

/** What we use of Pagefind 1.5 (pagefind.app/docs/api). */
interface Index {
  search(query: string): Promise<{
    results: readonly {
      data(): Promise<{
        url: string;
        content: string;
        excerpt: string;
        meta: { title?: string; type?: string };
      }>;
    }[];
  }>;
}

interface Runtime {
  createInstance(options: { noWorker: boolean }): Index;
}

// Written by our build, and of the version that it was written with.
const isRuntime = (value: unknown): value is Runtime =>
  typeof value === 'object' && value !== null && 'createInstance' in value;

const mostResults = 10;

let index: Promise<Index> | undefined;
let failures = 0;

async function openIndex(): Promise<Index> {
  // Browsers remember an address that could not be imported, so each new attempt has one of its own.
  const address = failures === 0 ? searchRuntimePath : `${searchRuntimePath}?again=${failures}`;
  const runtime: unknown = await import(/* @vite-ignore */ address);
  if (!isRuntime(runtime)) throw new Error('This is no search runtime.');
  // A worker would need a policy of its own, and spares a search of a few milliseconds.
  return runtime.createInstance({ noWorker: true });
}

/** Fetches what a search needs, once; what failed is fetched anew the next time. */
export function loadIndex(): Promise<Index> {
  index ??= openIndex().catch((error: unknown) => {
    failures += 1;
    index = undefined;
    throw error;
  });
  return index;
}

/** An excerpt is text in which `<mark>` stands around hits; `<` and `>` of the text are escaped. */
function parseExcerpt(excerpt: string, content: string): Passage[] {
  const passages = excerpt.split(/<\/?mark>/).map((text, position) => ({
    text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    isHit: position % 2 === 1,
  }));
  const text = passages.map((passage) => passage.text).join('');
  const before = { text: content.startsWith(text) ? '' : '… ', isHit: false };
  const after = { text: content.endsWith(text) ? '' : ' …', isHit: false };
  return [before, ...passages, after].filter((passage) => passage.text !== '');
}

/** @throws when the index cannot be had */
export async function searchIndex(query: string): Promise<SearchAnswer> {
  try {
    const { results } = await (await loadIndex()).search(query);
    const best = await Promise.all(results.slice(0, mostResults).map((result) => result.data()));
    return {
      total: results.length,
      results: best.map(({ url, content, excerpt, meta }) => ({
        path: url,
        title: meta.title ?? url,
        type: meta.type ?? '',
        excerpt: parseExcerpt(excerpt, content),
      })),
    };
  } catch (error) {
    index = undefined;
    throw error;
  }
}
