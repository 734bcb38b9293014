/** Searches the index of the site (documents/search-index.ts), which is loaded at the first question. */
import MiniSearch, { type SearchResult as Found } from 'minisearch';
import type { Searched } from '#documents/search-index.ts';
import type { SearchOutcome } from '#data/messages.ts';
import { searchIndexPath } from '#data/routes.ts';
import { findNearest } from '#engine/find-nearest.ts';
import { getStem, getSynonyms, getTerms, getTopicWords, synonymWords } from './search-words.ts';

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

const mostResults = 10;

/** How much a word tells in a field; it counts 1 in others. */
const boost = { title: 3, words: 2.5 };

/** How much a word tells that pages have in place of one of the question; one of the question counts 1. */
const synonymBoost = 0.25;

/** The share of letters by which two neighbours together may differ: the one word confirms the other. */
const slipsOfPair = 0.15;

/** Letters of a word that is not yet whole. */
const shortestBeginning = 4;

/** The fields whose phrases are names of the page. */
const names = ['title', 'words'];

/** Puts each word together with the next one; the last one stays alone. */
const pairUp = (words: readonly string[]): string[] =>
  words.map((word, index) => getStem(word + (words[index + 1] ?? '')));

/** Creates the index of some pages. */
export function createSearch(pages: readonly Searched[]) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const index = new MiniSearch<Searched>({
    idField: 'path',
    fields: ['title', 'words', 'summary', 'headings', 'text'],
    tokenize: (text, field) => getTerms(text, field === undefined || names.includes(field)),
    processTerm: (term) => term,
  });
  index.addAll(pages);

  /** Finds the pages with any of the words. The last one may not be whole, unless a page has it as it is. */
  function find(query: string): Found[] {
    const asked = getTerms(query, true);
    const terms = [...new Set([...asked, ...asked.flatMap(getSynonyms)])];
    const pairs = pairUp(getTopicWords(query));
    const last = pairs.pop() ?? '';
    const options = {
      boost,
      boostTerm: (term: string) => (asked.includes(term) ? 1 : synonymBoost),
      tokenize: () => terms,
      fuzzy: (term: string) => (pairs.includes(term) ? slipsOfPair : false),
    };
    const found = index.search(query, options);
    if (last.length < shortestBeginning || found.some((one) => one.queryTerms.includes(last)))
      return found;
    return index.search(query, { ...options, prefix: (term) => term === last });
  }

  /** Puts the nearest words that pages have in place of unknown ones. */
  function correct(words: readonly string[]): string {
    const ofPages = pages.flatMap((page) =>
      getTopicWords([page.title, page.words, page.summary, page.text].join('\n')),
    );
    const vocabulary = [...ofPages, ...synonymWords];
    return words.flatMap((word) => findNearest(word, vocabulary) ?? []).join(' ');
  }

  return (query: string): SearchAnswer => {
    const words = getTopicWords(query);
    const asIs = find(query);
    const instead = asIs.length > 0 ? '' : correct(words);
    const found = instead ? find(instead) : asIs;
    const pairs = pairUp(words);
    const hasAll = ({ queryTerms }: Found) => {
      const has = (term = '') =>
        [term, ...getSynonyms(term)].some((one) => queryTerms.includes(one));
      return words.every(
        (word, index) => has(getStem(word)) || has(pairs[index]) || has(pairs[index - 1]),
      );
    };
    return {
      total: found.length,
      isPartial: !found.some(hasAll),
      instead,
      results: found.slice(0, mostResults).flatMap(({ id, terms }) => {
        const page = byPath.get(String(id));
        if (!page) return [];
        const { path, title, type } = page;
        return { path, title, type, excerpt: chooseExcerpt(page, terms) };
      }),
    };
  };
}

/** A word, or several without a space between: 'e-commerce', '3,000'. */
const compound = /([\p{L}\p{N}]+(?:[^\s\p{L}\p{N}][\p{L}\p{N}]+)*)/u;

/** Marks in a text what a question has found. */
const mark = (text: string, terms: readonly string[]): Passage[] =>
  text.split(compound).map((piece) => ({
    text: piece,
    isHit: getTerms(piece, false).some((term) => terms.includes(term)),
  }));

/** Chooses the sentence with the most words of the question, or else the summary or the first sentence. */
function chooseExcerpt({ summary, text }: Searched, terms: readonly string[]): Passage[] {
  const candidates = [summary, ...text.split('\n')].filter(Boolean);
  const count = (passages: Passage[]) =>
    new Set(passages.flatMap(({ text, isHit }) => (isHit ? getStem(text) : []))).size;
  const [first = [], ...others] = candidates.map((one) => mark(one, terms));
  return others.reduce((best, one) => (count(one) > count(best) ? one : best), first);
}

let search: Promise<(query: string) => SearchAnswer> | undefined;

async function load() {
  const answer = await fetch(searchIndexPath);
  if (!answer.ok) throw new Error(`The search index has status ${answer.status}.`);
  return createSearch((await answer.json()) as Searched[]);
}

/**
 * Searches word by word: a page may have the answer without each word.
 * @throws when the index does not load; the next call tries again
 */
export async function searchIndex(query: string): Promise<SearchAnswer> {
  try {
    return (await (search ??= load()))(query);
  } catch (error) {
    search = undefined;
    throw error;
  }
}
