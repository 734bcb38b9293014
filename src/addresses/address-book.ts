/**
 * The address book: which entry had which address last, for every address below a list that was ever
 * live. From it follows what a past address answers: 301 to where its entry is now, or 410.
 */
import * as v from 'valibot';
import { markdownPath } from '../data/routes.ts';
import { parseJson } from '../rules/schemas.ts';

const rememberedSchema = v.object({
  /** `/blog/growth`, without `.md`. */
  path: v.string(),
  /** Id of the entry; the path itself for pages of tags and archives; null: forgotten by hand. */
  owner: v.nullable(v.string()),
  /** When the owner was last seen to move here, ISO 8601. */
  at: v.string(),
  /** Made by hand, so it is no place where the owner lives. */
  isAlias: v.optional(v.literal(true)),
});
type Remembered = v.InferOutput<typeof rememberedSchema>;

/** By path. */
export type AddressBook = ReadonlyMap<string, Remembered>;

/** The space and environment that a book belongs to; another one has other addresses. */
export interface Account {
  spaceId: string;
  environment: string;
}

/** The addresses of the release in force: path → owner. */
export type LiveAddresses = ReadonlyMap<string, string>;

export type PastAddress = { status: 301; to: string } | { status: 410 };

/** Past addresses in a book; the ones that moved first are dropped first. */
export const mostPastAddresses = 10_000;

const toBook = (remembered: Iterable<Remembered>): AddressBook =>
  new Map(Array.from(remembered, (one) => [one.path, one]));

export const emptyBook: AddressBook = new Map();

const toName = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** The book as a file, one address a line. */
export function formatBook(book: AddressBook, account: Account): string {
  const lines = Array.from(book.values(), (remembered) => `  ${JSON.stringify(remembered)}`);
  return `{"version":1,"account":${JSON.stringify(toName(account))},"addresses":[\n${lines.join(',\n')}\n]}\n`;
}

/** @returns null for a text that is no book of this account */
export function parseBook(text: string, account: Account): AddressBook | null {
  const schema = v.object({
    version: v.literal(1),
    account: v.literal(toName(account)),
    addresses: v.array(rememberedSchema),
  });
  const file = parseJson(schema, text);
  return file && toBook(file.addresses);
}

/** One book out of two copies that went on separately: the newer line about an address counts. */
export function mergeBooks(one: AddressBook, other: AddressBook): AddressBook {
  const merged = new Map(one);
  for (const [path, remembered] of other)
    if (remembered.at > (merged.get(path)?.at ?? '')) merged.set(path, remembered);
  return merged;
}

/** The path where each owner was seen last. */
function findHomes(book: AddressBook): ReadonlyMap<string, string> {
  const homes = new Map<string, Remembered>();
  for (const remembered of book.values()) {
    const { owner, at, isAlias } = remembered;
    if (owner !== null && !isAlias && at > (homes.get(owner)?.at ?? ''))
      homes.set(owner, remembered);
  }
  return new Map(Array.from(homes, ([owner, { path }]) => [owner, path]));
}

/** Times that grow from line to line, also when the clock was set back. */
function createClock(book: AddressBook, now: Date): () => string {
  let last = now.getTime() - 1;
  for (const { at } of book.values()) last = Math.max(last, Date.parse(at));
  return () => new Date(++last).toISOString();
}

/** The book with what is live now; the same book when it says all of that already. */
export function rememberLive(book: AddressBook, live: LiveAddresses, now: Date): AddressBook {
  const homes = findHomes(book);
  const isKnown = ([path, owner]: readonly [string, string]) =>
    book.get(path)?.owner === owner && homes.get(owner) === path;
  const news = [...live].filter((address) => !isKnown(address));
  if (news.length === 0) return book;
  const tick = createClock(book, now);
  const next = new Map(book);
  for (const [path, owner] of news) next.set(path, { path, owner, at: tick() });
  return next;
}

/** The book without the oldest past addresses beyond the bound, and how many these are. */
export function dropOldest(
  book: AddressBook,
  isLive: (path: string) => boolean,
): { book: AddressBook; dropped: number } {
  const past = [...book.values()].filter(({ path }) => !isLive(path));
  const dropped = Math.max(0, past.length - mostPastAddresses);
  if (dropped === 0) return { book, dropped };
  past.sort((one, other) => (one.at < other.at ? -1 : 1));
  const next = new Map(book);
  for (const { path } of past.slice(0, dropped)) next.delete(path);
  return { book: next, dropped };
}

const markdownEnd = markdownPath('');

/**
 * What the past addresses of a book answer. An answer leads straight to a live address: there are no
 * chains and no loops.
 */
export function createPastAddresses(book: AddressBook) {
  const homes = findHomes(book);
  /** @returns null for an address that never was live */
  return (path: string, isLive: (path: string) => boolean): PastAddress | null => {
    const isMarkdown = path.endsWith(markdownEnd);
    const page = isMarkdown ? path.slice(0, -markdownEnd.length) : path;
    const owner = book.get(page)?.owner ?? null;
    if (owner === null) return null;
    const home = homes.get(owner);
    // An address that another entry has taken is that entry's.
    const isThere =
      home !== undefined && home !== page && book.get(home)?.owner === owner && isLive(home);
    return isThere ? { status: 301, to: isMarkdown ? markdownPath(home) : home } : { status: 410 };
  };
}

/** Makes `path` lead to the entry that lives at `to`. @returns null when nothing lives there */
export function addAlias(
  book: AddressBook,
  path: string,
  to: string,
  now: Date,
): AddressBook | null {
  const owner = book.get(to)?.owner ?? null;
  if (owner === null) return null;
  const at = createClock(book, now)();
  return new Map(book).set(path, { path, owner, at, isAlias: true });
}

/** Makes an address one that never was live. */
export const forget = (book: AddressBook, path: string, now: Date): AddressBook =>
  new Map(book).set(path, { path, owner: null, at: createClock(book, now)() });
