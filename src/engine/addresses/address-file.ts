/** Keeps the address book in a file of its own, as durable as leads. */
import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFindPast,
  emptyBook,
  formatBook,
  parseBook,
  updateBook,
  type Account,
  type AddressBook,
  type LiveAddresses,
  type PastAddress,
} from './address-book.ts';
import { withLock, writeFile } from '../disk/index.ts';
import { StoreError } from '../log.ts';

/** @param dataDirectory `DATA_DIR` */
export function openAddressFile(dataDirectory: string, account: Account) {
  const directory = join(dataDirectory, 'addresses');
  const name = `${account.spaceId}.${account.environment}`;
  /** Nothing can make a lost book again, so there are two. */
  const copies = [`${name}.json`, `${name}.copy.json`];
  let known = {
    stamp: 'none',
    books: [] as (AddressBook | null)[],
    find: createFindPast(emptyBook),
  };

  const getStamp = (copy: string) => {
    const stats = statSync(join(directory, copy), { throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
  };

  /** Reads copies that changed since the last time. @throws {StoreError} when no copy can be used */
  const load = () => {
    const stamps = copies.map(getStamp);
    if (known.stamp !== stamps.join()) {
      const isNew = stamps.every((stamp) => stamp === '');
      const books = copies.map((copy, index) => {
        if (isNew) return emptyBook;
        return stamps[index]
          ? parseBook(readFileSync(join(directory, copy), 'utf8'), account)
          : null;
      });
      const find = createFindPast(books.find(Boolean) ?? emptyBook);
      known = { stamp: stamps.join(), books, find };
    }
    const book = known.books.find(Boolean);
    if (!book)
      throw new StoreError(
        `${join(directory, `${name}.json`)} and its copy are damaged: restore one from a backup, or move both away.`,
      );
    return { book, isWhole: known.books.every(Boolean), find: known.find };
  };

  /** Changes the book while no other process does, and makes a missing or damaged copy again. */
  const change = async (update: (book: AddressBook) => AddressBook): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await withLock(join(directory, `${name}.lock`), async () => {
      const { book, isWhole } = load();
      const next = update(book);
      if (next === book && isWhole) return;
      for (const copy of copies) await writeFile(directory, copy, formatBook(next, account));
    });
  };

  return {
    read: () => load().book,
    change,
    /** Finds the answer of a past address; null for an address that was never live. */
    find: (path: string): PastAddress | null => load().find(path),
    /** Brings the book up to date. @returns the number of past addresses dropped over the limit */
    async remember(live: LiveAddresses, now: Date): Promise<number> {
      let dropped = 0;
      await change((book) => {
        const updated = updateBook(book, live, now);
        ({ dropped } = updated);
        return updated.book;
      });
      return dropped;
    },
  };
}
