/** Queries the search index of the build (engine/pages/followers/search-index.ts) through Pagefind's runtime. */
import { searchPartPath, searchRuntimePath } from '#data/routes.ts';

/** A piece of an excerpt; `isHit` marks words of the query. */
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
  results: readonly SearchResult[];
}

/** The part of Pagefind 1.5 in use (pagefind.app/docs/api). */
interface Index {
  mergeIndex(path: string): Promise<void>;
  search(query: string): Promise<{
    results: readonly {
      data(): Promise<{
        url: string;
        content: string;
        excerpt: string;
        meta: { title?: string; type?: string; words?: string };
      }>;
    }[];
  }>;
}

interface Runtime {
  createInstance(options: {
    noWorker: boolean;
    ranking: { termSimilarity: number; metaWeights: Record<string, number> };
  }): Index;
}

const mostResults = 10;

/** A title weighs more than a text that repeats a word, and a whole word more than the beginning of a longer one. */
const ranking = { termSimilarity: 3, metaWeights: { title: 12, words: 8 } };

let index: Promise<Index> | undefined;
let failures = 0;

async function openIndex(parts: number): Promise<Index> {
  // Browsers remember a failed import by its address, so each retry uses another one.
  const address = failures === 0 ? searchRuntimePath : `${searchRuntimePath}?again=${failures}`;
  const runtime = (await import(/* @vite-ignore */ address)) as Runtime;
  // A worker needs a policy of its own and saves only a few milliseconds per search.
  const opened = runtime.createInstance({ noWorker: true, ranking });
  const others = Array.from({ length: parts - 1 }, (_, position) => searchPartPath(position + 2));
  // A part that is not made yet is missing in the answers.
  await Promise.allSettled(others.map((path) => opened.mergeIndex(path)));
  return opened;
}

/**
 * Loads runtime and index once; a failed load is repeated at the next call.
 * @param parts number of parts of the index
 */
export function loadIndex(parts: number): Promise<Index> {
  index ??= openIndex(parts).catch((error: unknown) => {
    failures += 1;
    index = undefined;
    throw error;
  });
  return index;
}

/** Parses an excerpt: text with `<mark>` around hits, in which `<` and `>` are escaped. */
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

/**
 * Whether a text has a word that begins like one of the query, so that nonsense finds nothing: Pagefind shortens
 * an unknown word until a word of the index begins with the rest.
 */
function hasWordOf(query: string, text: string): boolean {
  const getBeginnings = (words: string) =>
    (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 3));
  const beginnings = new Set(getBeginnings(text));
  return getBeginnings(query).some((beginning) => beginnings.has(beginning));
}

/**
 * Searches the site.
 * @throws when the index cannot be loaded
 */
export async function searchIndex(query: string, parts: number): Promise<SearchAnswer> {
  try {
    const { results } = await (await loadIndex(parts)).search(query);
    const loaded = await Promise.all(results.slice(0, mostResults).map((result) => result.data()));
    const best = loaded.filter(({ content, meta }) =>
      hasWordOf(query, [meta.title, meta.words, content].join(' ')),
    );
    return {
      total: best.length && results.length,
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
