/** The address book: each path below a list that was ever live, with the id of its entry. */
import * as v from 'valibot';
import { digest } from '../disk/index.ts';
import { parseJson } from '../schemas.ts';
import { parseFormerBook } from './former-books.ts';

/**
 * Path → id. A path belongs to the entry that had the path last; a page of tags or of an archive is named by its own
 * path. What became live last is last.
 */
export type AddressBook = ReadonlyMap<string, string>;

/** The space and environment of a book. Another account has other addresses. */
export interface Account {
  spaceId: string;
  environment: string;
}

export const emptyBook: AddressBook = new Map();

const toName = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

const beginning = '{"version":3,';
/** Whether a text is of the version that `formatBook` writes. */
export const isCurrentBook = (text: string): boolean => text.startsWith(beginning);

/** Formats a book as JSON, one path a line. */
export function formatBook(book: AddressBook, account: Account): string {
  const paths = `"paths":${JSON.stringify(Object.fromEntries(book), null, 1)}}\n`;
  return `${beginning}"account":${JSON.stringify(toName(account))},"digest":"${digest(paths)}",${paths}`;
}

/** @returns null for a text that is not a book of this account, or whose paths were altered */
export function parseBook(text: string, account: Account): AddressBook | null {
  const name = toName(account);
  const schema = v.object({
    version: v.literal(3),
    account: v.literal(name),
    digest: v.literal(digest(text.slice(text.indexOf('"paths"')))),
    paths: v.record(v.string(), v.string()),
  });
  const book = parseJson(schema, text);
  return book ? new Map(Object.entries(book.paths)) : parseFormerBook(text, name);
}

/** Id → the path at which the entry was last seen, with a page or without. */
export const listLastPaths = (book: AddressBook): ReadonlyMap<string, string> =>
  new Map(Array.from(book, ([path, id]) => [id, path]));

/** Adds addresses that are live now. @returns the same book when it has them as the last ones of their entries */
export function addAddresses(book: AddressBook, live: AddressBook): AddressBook {
  const last = listLastPaths(book);
  const news = [...live].filter(([path, id]) => book.get(path) !== id || last.get(id) !== path);
  if (news.length === 0) return book;
  const after = new Map(book);
  for (const [path, id] of news) {
    // A map keeps the place of a key that it has.
    after.delete(path);
    after.set(path, id);
  }
  return after;
}
