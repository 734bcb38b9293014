/** What search knows of the pages: the titles, the summaries, and of a long text the beginning. */
import { collections } from '#collections/index.ts';
import { itemWords } from '#data/page-words.ts';
import { hasPages, itemPath, type CollectionWithPages } from '#engine/declare/collections.ts';
import {
  getTags,
  getText,
  read,
  shortenText,
  splitSentences,
  type Item,
} from '#engine/content/read.ts';
import { searchedPages, type SearchedPage } from './searched-pages.ts';

/** A page in the search index, which browsers load at the first question. */
export interface Searched {
  path: string;
  title: string;
  type: string;
  /** What people call the page, between commas. Results do not show it. */
  words: string;
  summary: string;
  /** Line by line. */
  headings: string;
  /** Sentences line by line: the first ones of the text. A result may show one. */
  text: string;
}

/** Letters of each text of an item: the index grows with the number of items, and not with their length. */
const longestText = 400;

/** Of each collection the newest items are searched. A visitor waits for more than these. */
const mostItems = 1000;

const hasEnd = /[\p{Sentence_Terminal}…]["”’)」』]*$/u;

/** Takes whole sentences from paragraphs, until they are long enough. A line of a list is a sentence. */
function takeSentences(paragraphs: Iterable<string>, longest = Infinity): string {
  let taken = '';
  for (const paragraph of paragraphs)
    for (const sentence of splitSentences(paragraph).map((one) => one.trim())) {
      if (taken.length + sentence.length > longest) return taken;
      const whole = hasEnd.test(sentence) ? sentence : sentence.replace(/[:;,]?$/, '.');
      if (!/^(?:\p{Ll}|$)/u.test(sentence)) taken += (taken && '\n') + whole;
    }
  return taken;
}

/** A paragraph or a line of a list, up to a list within. In a body `<` and `>` are only in tags. */
const paragraph = /<(?:p|li)(?: [^>]*)?>(.*?)(?=<\/?(?:p|[uo]l|li)[ >])/gs;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Lists the paragraphs of a body, as plain text. */
function* listParagraphs(html: string): Iterable<string> {
  for (const [, text = ''] of html.matchAll(paragraph))
    yield text
      .replaceAll('<br/>', ' ')
      .replace(/<span class="visually-hidden">[^<]*<\/span>|<[^>]*>/g, '')
      .replace(/&(\w+);/g, (written, name: string) => entities[name] ?? written);
}

const describePage = ({ words = [], headings = [], texts, ...page }: SearchedPage): Searched => {
  const [summary = '', ...others] = texts;
  return {
    ...page,
    words: words.join(', '),
    summary,
    headings: headings.join('\n'),
    text: takeSentences(others),
  };
};

function describeItem(
  { record, body }: Item,
  collection: CollectionWithPages,
  { kind, words = [] }: NonNullable<CollectionWithPages['pages']['search']>,
): Searched {
  const { head, lead } = collection.pages;
  const summary = getText(record, lead);
  const description = getText(record, head.description);
  const headings = [getText(record, head.title), ...body.headings.map(({ text }) => text)];
  const path = itemPath(collection, record.slug);
  return {
    path,
    title: record.title,
    type: typeof kind === 'string' ? kind : getText(record, kind.field),
    words: [
      ...words.flatMap((field) => getText(record, field) || getTags(record, field)),
      ...(itemWords[path] ?? []),
    ].join(', '),
    // One that is a single endless sentence is cut.
    summary: takeSentences([summary], longestText).replaceAll('\n', ' ') || shortenText(summary),
    headings: shortenText(headings.join('\n'), longestText),
    text: [
      description === summary ? '' : takeSentences([description], longestText),
      takeSentences(listParagraphs(body.html), longestText),
    ].join('\n'),
  };
}

/** Lists the pages that search finds: those of the firm, and the newest items of each collection. */
export async function listSearched(): Promise<Searched[]> {
  const ofContent = collections.filter(hasPages).map(async (collection) => {
    const { search } = collection.pages;
    if (!search) return [];
    const items = await read({ type: 'items', collection: collection.name, most: mostItems });
    return items.map((item) => describeItem(item, collection, search));
  });
  return [...searchedPages.map(describePage), ...(await Promise.all(ofContent)).flat()];
}
