/** The address book: the paths below a list at which each entry was ever live. Each answer follows from it. */
import * as v from 'valibot';
import { digest } from '../disk/index.ts';
import { parseJson } from '../schemas.ts';
import { parseFirstBook } from './first-book.ts';

const rememberedSchema = v.object({
  /** Id of the entry; a page of tags or of an archive is named by its own path. */
  id: v.string(),
  /** Such as `/blog/growth`, newest last. A path that another entry took is that entry's. */
  paths: v.array(v.string()),
  /** Whether the entry is shown at its newest path, waits for its day, or is gone. */
  now: v.picklist(['shown', 'waits', 'gone']),
});
/** What a book knows of one entry. */
export type Remembered = v.InferOutput<typeof rememberedSchema>;

/** Keyed by id; what changed last is last. */
export type AddressBook = ReadonlyMap<string, Remembered>;

/** The space and environment of a book. Another account has other addresses. */
export interface Account {
  spaceId: string;
  environment: string;
}

/** What the content says of addresses. */
export interface Addresses {
  /** The addresses that have a page: path → id. */
  live: ReadonlyMap<string, string>;
  /** Ids of the entries that wait for their day. */
  waiting: ReadonlySet<string>;
}

export type PastAddress = { status: 301; to: string } | { status: 410 };

/** Finds the answer of an address without a page; null for one that was never live, or whose entry only waits. */
export type FindPast = (path: string) => PastAddress | null;

/** A book keeps at most this many past addresses. The oldest are dropped first. */
export const mostPastAddresses = 10_000;

export const emptyBook: AddressBook = new Map();

const toName = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** Formats a book as JSON, one entry a line. */
export function formatBook(book: AddressBook, account: Account): string {
  const lines = Array.from(book.values(), (remembered) => `  ${JSON.stringify(remembered)}`);
  const entries = `"entries":[\n${lines.join(',\n')}\n]}\n`;
  return `{"version":2,"account":${JSON.stringify(toName(account))},"digest":"${digest(entries)}",${entries}`;
}

/** @returns null for a text that is not a book of this account, or whose entries were altered */
export function parseBook(text: string, account: Account): AddressBook | null {
  const name = toName(account);
  const schema = v.object({
    version: v.literal(2),
    account: v.literal(name),
    digest: v.literal(digest(text.slice(text.indexOf('"entries"')))),
    entries: v.array(rememberedSchema),
  });
  const entries = parseJson(schema, text)?.entries ?? parseFirstBook(text, name);
  return entries && new Map(entries.map((one) => [one.id, one]));
}

/** Id → the path at which the entry was last seen, with a page or without. */
export const listLastPaths = (book: AddressBook): ReadonlyMap<string, string> =>
  new Map(Array.from(book.values(), ({ id, paths }) => [id, paths.at(-1) ?? '']));

/** The paths at which nothing is shown now. */
const listPast = ({ paths, now }: Remembered): readonly string[] =>
  now === 'shown' ? paths.slice(0, -1) : paths;

/** Answers the past addresses of a book. Every redirect leads to a live address: no chains, no loops. */
export function createFindPast(book: AddressBook): FindPast {
  const owners = new Map<string, Remembered>();
  for (const one of book.values()) for (const path of listPast(one)) owners.set(path, one);
  return (path) => {
    const owner = owners.get(path);
    if (!owner || owner.now === 'waits') return null;
    const home = owner.paths.at(-1);
    if (owner.now === 'gone' || home === undefined) return { status: 410 };
    return { status: 301, to: home };
  };
}

/** Lists the past addresses of a book with their answers. */
export function listAnswers(book: AddressBook): (readonly [path: string, PastAddress])[] {
  const find = createFindPast(book);
  return [...book.values()].flatMap(listPast).flatMap((path) => {
    const past = find(path);
    return past ? [[path, past] as const] : [];
  });
}

/** Drops the oldest past addresses beyond the limit, and returns how many were dropped. */
function dropOldest(book: AddressBook) {
  const total = [...book.values()].flatMap(listPast).length;
  const dropped = Math.max(0, total - mostPastAddresses);
  const kept = new Map<string, Remembered>();
  let toDrop = dropped;
  for (const one of book.values()) {
    const few = Math.min(toDrop, listPast(one).length);
    toDrop -= few;
    const paths = one.paths.slice(few);
    if (paths.length > 0) kept.set(one.id, { ...one, paths });
  }
  return { book: kept, dropped };
}

/**
 * Brings a book up to date with the content.
 * @returns the same book when nothing changes, and how many of the oldest past addresses were too many
 */
export function updateBook(before: AddressBook, { live, waiting }: Addresses) {
  const homes = new Map(Array.from(live, ([path, id]) => [id, path]));
  const getState = (id: string): Remembered['now'] => {
    if (homes.has(id)) return 'shown';
    return waiting.has(id) ? 'waits' : 'gone';
  };
  const kept = new Map<string, Remembered>();
  const changed = new Map<string, Remembered>();
  for (const id of new Set([...before.keys(), ...homes.keys()])) {
    const known = before.get(id);
    const home = homes.get(id);
    // A live path is its entry's alone.
    const past = known?.paths.filter((path) => !live.has(path)) ?? [];
    const paths = home === undefined ? past : [...past, home];
    const now = getState(id);
    if (known?.now === now && known.paths.join() === paths.join()) kept.set(id, known);
    else if (paths.length > 0) changed.set(id, { id, paths, now });
  }
  if (kept.size === before.size && changed.size === 0) return { book: before, dropped: 0 };
  return dropOldest(new Map([...kept, ...changed]));
}
