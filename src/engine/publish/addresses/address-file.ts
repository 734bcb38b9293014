/** Keeps the address book in a file outside of releases, as durable as leads. */
import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createPastAddresses,
  dropOldest,
  emptyBook,
  formatBook,
  parseBook,
  rememberLive,
  type Account,
  type AddressBook,
  type LiveAddresses,
  type PastAddress,
} from './address-book.ts';
import { withLock, writeFile } from '../../disk/index.ts';
import type { Site } from '../site-files.ts';

type IsLive = (path: string) => boolean;

export interface AddressFile {
  /**
   * Reads the current book.
   * @throws when the file is damaged or belongs to another account
   */
  read(): AddressBook;
  /**
   * Changes the book while nobody else does: this machine's server and commands share the file.
   * @param change returns the same book when nothing changes
   */
  change(change: (book: AddressBook) => AddressBook): Promise<void>;
  /** Finds the answer of a past address; null for an address that was never live. */
  find(path: string, isLive: IsLive): PastAddress | null;
  /**
   * Adds addresses of a release.
   * @param live addresses that the book may lack
   * @param files all files of the release, by address
   * @returns the number of past addresses dropped over the limit
   */
  remember(live: LiveAddresses, files: Pick<Site['files'], 'has'>, now: Date): Promise<number>;
}

/** @param dataDirectory `DATA_DIR` */
export function openAddressFile(dataDirectory: string, account: Account): AddressFile {
  const directory = join(dataDirectory, 'addresses');
  const name = `${account.spaceId}.${account.environment}.json`;
  const file = join(directory, name);
  let known: {
    stamp: string;
    book: AddressBook;
    find: ReturnType<typeof createPastAddresses>;
  } | null = null;

  /** Reads the file again after another process, such as `npm run addresses`, changed it. */
  const load = () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    const stamp = stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : 'none';
    if (known?.stamp === stamp) return known;
    const book = stats ? parseBook(readFileSync(file, 'utf8'), account) : emptyBook;
    if (!book)
      throw new Error(
        `The address book ${file} is damaged: put a copy from your backup in its place, or move it away.`,
      );
    known = { stamp, book, find: createPastAddresses(book) };
    return known;
  };

  const change: AddressFile['change'] = async (change) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await withLock(`${file}.lock`, async () => {
      const { book } = load();
      const next = change(book);
      if (next !== book) await writeFile(directory, name, formatBook(next, account));
    });
  };

  return {
    read: () => load().book,
    change,
    find: (path, isLive) => load().find(path, isLive),
    async remember(live, files, now) {
      let dropped = 0;
      await change((book) => {
        const next = rememberLive(book, live, now);
        if (next === book) return book;
        const bounded = dropOldest(next, (path) => files.has(path));
        dropped = bounded.dropped;
        return bounded.book;
      });
      return dropped;
    },
  };
}
