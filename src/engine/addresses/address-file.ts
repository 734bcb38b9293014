/** Keeps the address book in a file of its own, as durable as leads. Only the pulls of one server write it. */
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
  type Addresses,
  type FindPast,
  type PastAddress,
} from './address-book.ts';
import { writeFile } from '../disk/index.ts';
import { StoreError } from '../log.ts';

/** @param dataDirectory `DATA_DIR` */
export function openAddressFile(dataDirectory: string, account: Account) {
  const directory = join(dataDirectory, 'addresses');
  const name = `${account.spaceId}.${account.environment}.json`;
  const file = join(directory, name);
  /** What was read last, so that no visitor waits for a file that stayed as it was. */
  let known: { stamp: string; text: string; book: AddressBook | null; find: FindPast } = {
    stamp: '',
    text: '',
    book: emptyBook,
    find: createFindPast(emptyBook),
  };

  const getStamp = () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
  };

  /** Reads the book if it changed since the last time. @throws {StoreError} when it cannot be used */
  const load = () => {
    const stamp = getStamp();
    if (known.stamp !== stamp) {
      const text = stamp === '' ? '' : readFileSync(file, 'utf8');
      const book = stamp === '' ? emptyBook : parseBook(text, account);
      known = { stamp, text, book, find: createFindPast(book ?? emptyBook) };
    }
    const { text, book, find } = known;
    if (!book)
      throw new StoreError(`${file} is damaged: restore it from a backup, or move it away.`);
    return { text, book, find };
  };

  return {
    read: () => load().book,
    /** Finds the answer of a past address; null for an address that was never live. */
    find: (path: string): PastAddress | null => load().find(path),
    /** Brings the book up to date. @returns the number of past addresses dropped over the limit */
    async remember(addresses: Addresses): Promise<number> {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const before = load();
      const { book, dropped } = updateBook(before.book, addresses);
      const text = formatBook(book, account);
      if (text !== before.text) await writeFile(directory, name, text);
      return dropped;
    },
  };
}
