/** What the engine says to visitors, in English. A site in another language declares its own sentences (`words`). */
import { formWords } from '../leads/fields.ts';

export const englishWords = {
  ...formWords,
  /** On the page for an address without a page. */
  pageNotFound: 'Page not found',
  nothingHere: 'There is nothing at this address.',
  toFirstPage: 'Go to the first page',
  /** On the page after a form that was sent without JavaScript. */
  messageArrived: 'Your message has arrived.',
  writeAnother: 'Write another message',
  /** On the page that waits for an item: without JavaScript, and after a failure. */
  openNew: 'Published a moment ago? Open it',
  tryAgain: 'Try again',
  /** In place of a page that fails. */
  pageFailed: 'This page could not be read. Please try again.',
  /** Before the number of an archive page, in its title. */
  page: 'page',
  /** In rich text: behind a link to another site, before the number of a table, and for a file without a name. */
  opensInNewTab: 'opens in a new tab',
  table: 'Table',
  download: 'Download',
} as const;

/** A sentence for each of `englishWords`. */
export type VisitorWords = Readonly<Record<keyof typeof englishWords, string>>;

/** The names of the words. */
export const wordNames = Object.keys(englishWords) as readonly (keyof VisitorWords)[];
