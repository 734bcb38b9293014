/** Searches the index of the site (documents/search-index.ts), which is loaded at the first question. */
import MiniSearch, { type SearchResult as Found } from 'minisearch';
import type { Searched } from '#documents/search-index.ts';
import type { SearchOutcome } from '#data/messages.ts';
import { searchIndexPath } from '#data/routes.ts';
import { findNearest } from '#engine/base/find-nearest.ts';
import {
  asName,
  getStem,
  getSynonyms,
  getTerms,
  getTopicTerms,
  getTopicWords,
  isName,
  synonymWords,
} from './search-words.ts';

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

/** How much a name tells that a question says as a whole; a word of the question counts 1. */
const nameBoost = 6;

/**
 * How much a word tells that pages have in place of one that other pages have, and that a word of the question is all of
 * a name. In place of an unknown word, a word counts 1.
 */
const sideBoost = 0.25;

/** As MiniSearch has them, but for `b`: a long list of words is no worse than a short one. */
const bm25 = { k: 1.2, b: 0.3, d: 0.5 };

/** The share of letters by which two neighbours together may differ: the one word confirms the other. */
const slipsOfPair = 0.15;

/** Letters of a word that is not yet whole. */
const shortestBeginning = 4;

/** The fields whose phrases are names of the page. */
const names = ['title', 'words'];

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
  function findAny(query: string, topics: readonly (readonly string[])[]): Found[] {
    const pairs = topics.flatMap(([, ...withNeighbor]) => withNeighbor);
    const last = topics.at(-1)?.[0] ?? '';
    const asked = getTerms(query, true);
    const aside = [...topics.map(([stem = '']) => asName(stem)), ...asked.flatMap(getSynonyms)];
    const terms = [...new Set([...asked, ...aside])];
    const isOnPages = (term: string) => index.search(term, { tokenize: () => [term] }).length > 0;
    const whole = [...asked, ...asked.filter((term) => !isOnPages(term)).flatMap(getSynonyms)];
    const options = {
      boost,
      boostTerm: (term: string) => {
        if (!whole.includes(term)) return sideBoost;
        return isName(term) ? nameBoost : 1;
      },
      bm25,
      tokenize: () => terms,
      fuzzy: (term: string) => (term !== last && pairs.includes(term) ? slipsOfPair : false),
    };
    const found = index.search(query, options);
    if (last.length < shortestBeginning || found.some((one) => one.queryTerms.includes(last)))
      return found;
    return index.search(query, { ...options, prefix: (term) => term === last });
  }

  /**
   * Finds pages, and puts first what has more of the question: a word that few pages have counts more, one that all
   * pages have counts nothing. What has less than half of it is no answer, but for a title with a word of it.
   */
  function findPages(query: string) {
    const topics = getTopicTerms(query);
    const found = findAny(query, topics);
    const hasTopic = ({ queryTerms }: Found, topic: readonly string[]) =>
      topic.some((term) => [term, ...getSynonyms(term)].some((one) => queryTerms.includes(one)));
    const weighed = topics.map((topic) => {
      const { length } = found.filter((one) => hasTopic(one, topic));
      return { topic, weight: Math.log(pages.length / (length || 0.5)) };
    });
    const sumWeights = (some: typeof weighed) =>
      some.reduce((total, { weight }) => total + weight, 0);
    const rated = found.map((one) => {
      const told = weighed.filter(({ topic }) => hasTopic(one, topic));
      const share = sumWeights(told) / sumWeights(weighed);
      const isInTitle = topics.some(
        ([stem = '']) => Object.hasOwn(one.match, stem) && one.match[stem]?.includes('title'),
      );
      return {
        ...one,
        // MiniSearch multiplies the score by the number of terms, and a word may have several.
        score: (one.score / one.queryTerms.length) * Math.sqrt(share),
        isAnswer: share >= 0.5 || isInTitle,
        isWhole: told.length === topics.length,
      };
    });
    const isAnswered = rated.some(({ isAnswer }) => isAnswer);
    return {
      found: isAnswered ? rated.sort((one, other) => other.score - one.score) : [],
      isPartial: !rated.some(({ isWhole }) => isWhole),
    };
  }

  /** Puts the nearest words that pages have in place of unknown ones; '' when there are none. */
  function correctWords(words: readonly string[]): string {
    const ofPages = pages.flatMap((page) =>
      getTopicWords([page.title, page.words, page.summary, page.text].join('\n')),
    );
    const vocabulary = [...ofPages, ...synonymWords];
    const nearest = words.map((word) => findNearest(word, vocabulary) ?? word);
    return nearest.some((word, at) => word !== words[at]) ? nearest.join(' ') : '';
  }

  return (query: string): SearchAnswer => {
    const asIs = findPages(query);
    const corrected = asIs.found.length > 0 ? '' : correctWords(getTopicWords(query));
    const { found, isPartial } = corrected ? findPages(corrected) : asIs;
    return {
      total: found.length,
      isPartial,
      instead: found.length > 0 ? corrected : '',
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
const markPassages = (text: string, terms: readonly string[]): Passage[] =>
  text.split(compound).map((piece) => ({
    text: piece,
    isHit: getTerms(piece, false).some((term) => terms.includes(term)),
  }));

/** Chooses the sentence with the most words of the question, or else the summary or the first sentence. */
function chooseExcerpt({ summary, text }: Searched, terms: readonly string[]): Passage[] {
  const candidates = [summary, ...text.split('\n')].filter(Boolean);
  const countStems = (passages: Passage[]) =>
    new Set(passages.flatMap(({ text, isHit }) => (isHit ? getStem(text) : []))).size;
  const [first = [], ...others] = candidates.map((one) => markPassages(one, terms));
  return others.reduce((best, one) => (countStems(one) > countStems(best) ? one : best), first);
}

let search: Promise<(query: string) => SearchAnswer> | undefined;

async function loadIndex() {
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
    return (await (search ??= loadIndex()))(query);
  } catch (error) {
    search = undefined;
    throw error;
  }
}
