/**
 * The address book: each path below a list that was ever live, with the id of its entry. Its text is one line of JSON a
 * path, `["/blog/a","id"]`. After what was added at once stands a digest of these lines and of all before, so that no
 * line can be altered or taken out unseen.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { appendToFile, digest, writeFile } from '../disk/index.ts';
import { parseJson } from '../base/schemas.ts';
import { parseFormerBook } from './former-books.ts';
import { StoreError } from '../base/log.ts';

/** Path → id. A page of tags or of an archive is named by its own path. */
export type Addresses = ReadonlyMap<string, string>;

/** Creates a book from addresses in the order in which they became live. */
export function createAddressBook(addresses: Iterable<readonly [path: string, id: string]> = []) {
  const ids = new Map<string, string>();
  const lastPaths = new Map<string, string>();

  const setAddress = (path: string, id: string) => {
    const before = ids.get(path);
    if (before !== undefined && lastPaths.get(before) === path) lastPaths.delete(before);
    // A map keeps the place of a key that it has.
    ids.delete(path);
    ids.set(path, id);
    lastPaths.set(id, path);
  };
  for (const [path, id] of addresses) setAddress(path, id);

  return {
    /** A path belongs to the entry that had the path last. What became live last is last. */
    ids: ids as Addresses,
    /** Id → the path at which the entry was last seen, with a page or without. */
    lastPaths: lastPaths as ReadonlyMap<string, string>,
    /** Adds addresses that are live now. @returns those that the book lacked as the last ones of their entries */
    add(live: Addresses): Addresses {
      const news = [...live].filter(
        ([path, id]) => ids.get(path) !== id || lastPaths.get(id) !== path,
      );
      for (const [path, id] of news) setAddress(path, id);
      return new Map(news);
    },
  };
}

export type AddressBook = ReturnType<typeof createAddressBook>;

/** The space and environment of a book. Another account has other addresses. */
export interface Account {
  spaceId: string;
  environment: string;
}

/** A book, with the text that has it. */
export interface WrittenBook {
  book: AddressBook;
  /** The last digest of the text. */
  digest: string;
  /** Bytes up to that digest. What follows was never whole: the machine stopped, or the disk was full. */
  length: number;
  /** Whether the text is of an earlier version. */
  isFormer: boolean;
}

const toName = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** Formats what is added to a text that ends with the digest `before`. */
function formatAddresses(addresses: Addresses, before: string) {
  const lines = Array.from(addresses, (address) => `${JSON.stringify(address)}\n`).join('');
  const after = digest(before + lines);
  return { text: `${lines}"${after}"\n`, digest: after };
}

/** Formats the whole text of a book. */
export const formatBook = ({ ids }: AddressBook, account: Account) =>
  formatAddresses(ids, toName(account));

const linesSchema = v.array(v.tuple([v.string(), v.string()]));

/** @returns null for a text that is no book of this account, or was altered */
export function parseBook(text: string, account: Account): WrittenBook | null {
  const name = toName(account);
  if (text.startsWith('{')) {
    const addresses = parseFormerBook(text, name);
    const book = addresses && createAddressBook(addresses);
    return book && { book, digest: '', length: 0, isFormer: true };
  }
  const addresses: [path: string, id: string][] = [];
  let last = name;
  let end = 0;
  let lines = '';
  for (const line of text.split(/(?<=\n)/)) {
    if (line.startsWith('[')) {
      lines += line;
      continue;
    }
    if (!line.endsWith('\n')) break;
    last = digest(last + lines);
    const added = parseJson(linesSchema, `[${lines.trimEnd().replaceAll('\n', ',')}]`);
    if (line !== `"${last}"\n` || !added) return null;
    for (const address of added) addresses.push(address);
    end += lines.length + line.length;
    lines = '';
  }
  // The first lines are written whole or not at all.
  if (end === 0) return null;
  const length = Buffer.byteLength(text.slice(0, end));
  return { book: createAddressBook(addresses), digest: last, length, isFormer: false };
}

/**
 * Opens the file of a book, as durable as leads. Only the pulls of one server write it.
 * @param dataDirectory `DATA_DIR`
 */
export function openAddressFile(dataDirectory: string, account: Account) {
  const directory = join(dataDirectory, 'addresses');
  const name = `${account.spaceId}.${account.environment}.json`;
  const file = join(directory, name);
  /** What was read last, so that no visitor waits for a file that stayed as it was. */
  let known: { stamp: string | null; written: WrittenBook | null } | undefined;

  const getStamp = () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : null;
  };

  /** Reads the file, anew if it changed. @returns null when there is none @throws {StoreError} when it cannot be used */
  const loadBook = (): WrittenBook | null => {
    const stamp = getStamp();
    if (stamp === null) return null;
    if (known?.stamp !== stamp)
      known = { stamp, written: parseBook(readFileSync(file, 'utf8'), account) };
    if (!known.written)
      throw new StoreError(`${file} is damaged: restore it from a backup, or move it away.`);
    return known.written;
  };

  return {
    read: (): AddressBook => loadBook()?.book ?? createAddressBook(),
    /** Adds addresses that are live now. */
    async add(live: Addresses): Promise<void> {
      const before = loadBook();
      const book = before?.book ?? createAddressBook();
      const news = book.add(live);
      const isUnfit = before?.isFormer ?? false;
      if (news.size === 0 && !isUnfit) return;
      // The book in memory has now what the file may never get.
      known = undefined;
      const isWhole = !before || isUnfit;
      const start = isWhole ? 0 : before.length;
      const added = isWhole ? formatBook(book, account) : formatAddresses(news, before.digest);
      if (isWhole) await writeFile(directory, name, added.text);
      else await appendToFile(file, start, added.text);
      const length = start + Buffer.byteLength(added.text);
      const written = { book, digest: added.digest, length, isFormer: false };
      known = { stamp: getStamp(), written };
    },
  };
}
