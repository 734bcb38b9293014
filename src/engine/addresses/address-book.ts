/** The address book: the last owner of every address below a list that was ever live. Each answer follows from it. */
import * as v from 'valibot';
import { digest } from '../disk/index.ts';
import { parseJson } from '../schemas.ts';

const rememberedSchema = v.object({
  /** `/blog/growth` */
  path: v.string(),
  /** Id of the entry, or the path itself for tag and archive pages; null for an address forgotten by hand. */
  owner: v.nullable(v.string()),
  /** Time at which the owner was last seen to move here, ISO 8601. */
  at: v.string(),
  /** Added by hand: an alias is never the owner's home. */
  isAlias: v.optional(v.literal(true)),
  /** Time at which the address was first seen without a page; absent while the page is there. */
  gone: v.optional(v.string()),
});
type Remembered = v.InferOutput<typeof rememberedSchema>;

/** Keyed by path, oldest first. */
export type AddressBook = ReadonlyMap<string, Remembered>;

/** The space and environment of a book. Another account has other addresses. */
export interface Account {
  spaceId: string;
  environment: string;
}

/** The addresses of the current content: path → owner. */
export type LiveAddresses = ReadonlyMap<string, string>;

export type PastAddress = { status: 301; to: string } | { status: 410 };

/** A book keeps at most this many past addresses. The oldest are dropped first. */
export const mostPastAddresses = 10_000;

/** Adds lines to a book as its newest, each in place of the earlier line for its path. */
function add(book: AddressBook, lines: readonly Remembered[]): AddressBook {
  const next = new Map(book);
  for (const line of lines) {
    next.delete(line.path);
    next.set(line.path, line);
  }
  return next;
}

export const emptyBook: AddressBook = new Map();

const toName = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** Formats a book as JSON, one address a line. */
export function formatBook(book: AddressBook, account: Account): string {
  const lines = Array.from(book.values(), (remembered) => `  ${JSON.stringify(remembered)}`);
  const addresses = `"addresses":[\n${lines.join(',\n')}\n]}\n`;
  return `{"version":1,"account":${JSON.stringify(toName(account))},"digest":"${digest(addresses)}",${addresses}`;
}

/** @returns null for a text that is not a book of this account, or whose addresses were altered */
export function parseBook(text: string, account: Account): AddressBook | null {
  const schema = v.object({
    version: v.literal(1),
    account: v.literal(toName(account)),
    // Books of earlier versions have none.
    digest: v.optional(v.literal(digest(text.slice(text.indexOf('"addresses"'))))),
    addresses: v.array(rememberedSchema),
  });
  const file = parseJson(schema, text);
  return file && add(emptyBook, file.addresses);
}

/** The addresses that had a page when the book was last changed. */
const listHomes = (book: AddressBook): LiveAddresses =>
  new Map(
    [...book.values()].flatMap(({ path, owner, gone, isAlias }) =>
      owner === null || gone !== undefined || isAlias ? [] : [[path, owner]],
    ),
  );

/** Owner → the path where the owner was last seen. */
const findHomes = (book: AddressBook): ReadonlyMap<string, string> =>
  new Map(Array.from(listHomes(book), ([path, owner]) => [owner, path]));

/** Owner → the path where the owner was last seen, with a page or without. */
export const listLastPaths = (book: AddressBook): ReadonlyMap<string, string> =>
  new Map(
    [...book.values()].flatMap(({ path, owner, isAlias }) =>
      owner === null || isAlias ? [] : [[owner, path]],
    ),
  );

/** Adds the live addresses to the book. Returns the same book when nothing changes. */
function rememberLive(book: AddressBook, live: LiveAddresses, now: Date): AddressBook {
  const homes = findHomes(book);
  const changed = [...live].filter(([path, owner]) => homes.get(owner) !== path);
  if (changed.length === 0) return book;
  const lines = changed.map(([path, owner]) => ({ path, owner, at: now.toISOString() }));
  return add(book, lines);
}

/** Notes the time for addresses that lost their page. Returns the same book when none did. */
function noteGone(book: AddressBook, live: LiveAddresses, now: Date): AddressBook {
  const homes = listHomes(book);
  const lost = [...book.values()].filter(({ path }) => homes.has(path) && !live.has(path));
  if (lost.length === 0) return book;
  const lines = lost.map((line) => ({ ...line, gone: now.toISOString() }));
  return add(book, lines);
}

/** Drops the oldest past addresses beyond the limit, and returns how many were dropped. */
function dropOldest(book: AddressBook, live: LiveAddresses) {
  const past = [...book.keys()].filter((path) => !live.has(path));
  const dropped = Math.max(0, past.length - mostPastAddresses);
  const next = new Map(book);
  for (const path of past.slice(0, dropped)) next.delete(path);
  return { book: next, dropped };
}

/** Finds the answer of an address without a page; null for one that was never live, or whose entry is still there. */
export type FindPast = (path: string) => PastAddress | null;

/** Answers the past addresses of a book. Every redirect leads to a live address: no chains, no loops. */
export function createFindPast(book: AddressBook): FindPast {
  const homes = findHomes(book);
  return (path) => {
    const owner = book.get(path)?.owner ?? null;
    if (owner === null) return null;
    const home = homes.get(owner);
    if (home === path) return null;
    return home === undefined ? { status: 410 } : { status: 301, to: home };
  };
}

/**
 * Brings a book up to date with the live addresses.
 * @returns the same book when nothing changes, and how many of the oldest past addresses were too many
 */
export function updateBook(before: AddressBook, live: LiveAddresses, now: Date) {
  const book = noteGone(rememberLive(before, live, now), live, now);
  return book === before ? { book, dropped: 0 } : dropOldest(book, live);
}
