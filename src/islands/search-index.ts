/** Queries the search index of the build (engine/pages/followers/search-index.ts) through Pagefind's runtime. */
import type { SearchOutcome } from '#data/messages.ts';
import { searchPartPath, searchRuntimePath, searchWordsPath } from '#data/routes.ts';
import { comparePhrase, findNearest, getTopicWords } from './search-words.ts';

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

export interface SearchAnswer extends Omit<SearchOutcome, 'query' | 'shown'> {
  results: readonly SearchResult[];
}

/** A page with a word. */
interface Hit {
  id: string;
  matchedMetaFields?: readonly string[];
  /** Places of the word in the text. */
  words: readonly number[];
  data(): Promise<{
    url: string;
    content: string;
    meta: { title?: string; type?: string; words?: string };
  }>;
}

interface ScoredHit extends Hit {
  /** How much the word tells: what few pages have tells most. */
  rarity: number;
  score: number;
}

/** The part of Pagefind 1.5 in use (pagefind.app/docs/api). */
interface Index {
  mergeIndex(path: string): Promise<void>;
  search(query: string): Promise<{ results: readonly Hit[] }>;
}

const mostResults = 10;
/** The pages whose title and words are compared with the question. */
const mostCompared = 20;

/** What a word in these fields adds to the score of a page; one in the text adds 3 at most. */
const fieldWeights: Readonly<Record<string, number>> = { title: 12, words: 8, type: 2 };

let index: Promise<Index> | undefined;
let failures = 0;

async function openIndex(parts: number): Promise<Index> {
  // Browsers remember a failed import by its address, so each retry uses another one.
  const address = failures === 0 ? searchRuntimePath : `${searchRuntimePath}?again=${failures}`;
  const { createInstance } = (await import(/* @vite-ignore */ address)) as {
    createInstance: (options: { noWorker: boolean }) => Index;
  };
  // A worker needs a policy of its own and saves only a few milliseconds per search.
  const opened = createInstance({ noWorker: true });
  const others = Array.from({ length: parts - 1 }, (_, position) => searchPartPath(position + 2));
  // A part that is not made yet is missing in the answers.
  await Promise.allSettled(others.map((path) => opened.mergeIndex(path)));
  return opened;
}

let vocabulary: Promise<string[]> | undefined;

/** Loads the words that the pages use, for a question with another word. A part that is missing has no words. */
async function loadVocabulary(parts: number): Promise<string[]> {
  const lists = await Promise.all(
    Array.from({ length: parts }, async (_, position) => {
      const answer = await fetch(searchWordsPath(position + 1));
      return answer.ok ? (await answer.text()).split('\n') : [];
    }),
  );
  return [...new Set(lists.flat())];
}

/** Finds the pages with a word, or else with the nearest word that a page has. */
async function findWord(opened: Index, asked: string, parts: number) {
  const find = async (word: string) => {
    // With quotation marks Pagefind finds the word and its forms only, and without them it names the fields.
    const { results: whole } = await opened.search(`"${word}"`);
    if (whole.length === 0) return undefined;
    const { results } = await opened.search(word);
    const fields = new Map(
      results.map(({ id, matchedMetaFields = [] }) => [id, matchedMetaFields]),
    );
    const rarity = Math.log(1 + 100 / whole.length);
    const hits = whole.map((hit) => {
      const weights = (fields.get(hit.id) ?? []).map((field) => fieldWeights[field] ?? 0);
      const inText = (3 * hit.words.length) / (hit.words.length + 2);
      return { ...hit, rarity, score: rarity * sum([...weights, inText]) };
    });
    return { word, rarity, hits };
  };
  const found = await find(asked);
  if (found) return found;
  const nearest = findNearest(asked, await (vocabulary ??= loadVocabulary(parts)));
  return (nearest && (await find(nearest))) || { word: '', rarity: 0, hits: [] };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const excerptWords = 30;
/** The places of a word that an excerpt may show: a long text has thousands. */
const mostPlaces = 50;

/** Cuts the part of a text with the most words of the query. */
function cutExcerpt(content: string, places: ReadonlySet<number>): Passage[] {
  const words = content.split(/\s+/);
  const last = Math.max(0, words.length - excerptWords);
  const count = (start: number) =>
    [...places].filter((place) => place >= start && place < start + excerptWords).length;
  // Some words before the first hit make it readable.
  const starts = [0, ...places].map((place) => Math.min(last, Math.max(0, place - 5)));
  const start = starts.reduce((best, one) => (count(one) > count(best) ? one : best), 0);
  const passages = words.slice(start, start + excerptWords).flatMap((word, position) => [
    { text: word, isHit: places.has(start + position) },
    { text: ' ', isHit: false },
  ]);
  const before = { text: start === 0 ? '' : '… ', isHit: false };
  const after = { text: start === last ? '' : '…', isHit: false };
  return [before, ...passages, after].filter(({ text }) => text !== '');
}

/**
 * Searches word by word: a page may have the answer without each word. '' only loads the index.
 * @throws when the index does not load; the next call tries again
 */
export async function searchIndex(query: string, parts: number): Promise<SearchAnswer> {
  try {
    const opened = await (index ??= openIndex(parts));
    const asked = getTopicWords(query);
    const found = await Promise.all(asked.map((word) => findWord(opened, word, parts)));
    const pages = new Map<string, [ScoredHit, ...ScoredHit[]]>();
    for (const hit of found.flatMap(({ hits }) => hits))
      pages.set(hit.id, [hit, ...(pages.get(hit.id) ?? [])]);
    const all = sum(found.map(({ rarity }) => rarity));
    // A missing word counts twice: it adds nothing, and takes from what the others add.
    const rate = (hits: readonly ScoredHit[]) =>
      (sum(hits.map(({ rarity }) => rarity)) / all) ** 2 * sum(hits.map(({ score }) => score));
    const ranked = [...pages.values()].sort((one, other) => rate(other) - rate(one));
    const words = found.map(({ word }) => word).filter((word) => word !== '');
    const best = await Promise.all(
      ranked.slice(0, mostCompared).map(async (hits) => {
        const { url, content, meta } = await hits[0].data();
        const phrases = [meta.title ?? '', ...(meta.words ?? '').split(', ')];
        const [title = 0, ...others] = phrases.map((phrase) => comparePhrase(phrase, words));
        const likeness = Math.max(title, ...others);
        return { url, content, meta, hits, score: rate(hits) * (1 + 4 * likeness ** 3 + title) };
      }),
    );
    const isCorrected = words.some((word) => !asked.some((one) => word.startsWith(one)));
    return {
      total: ranked.length,
      isPartial: ranked.every((hits) => hits.length < asked.length),
      instead: isCorrected ? words.join(' ') : '',
      results: best
        .sort((one, other) => other.score - one.score)
        .slice(0, mostResults)
        .map(({ url, content, meta, hits }) => ({
          path: url,
          title: meta.title ?? url,
          type: meta.type ?? '',
          excerpt: cutExcerpt(
            content,
            new Set(hits.flatMap((hit) => hit.words.slice(0, mostPlaces))),
          ),
        })),
    };
  } catch (error) {
    failures += 1;
    index = vocabulary = undefined;
    throw error;
  }
}
