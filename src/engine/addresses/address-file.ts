/** Keeps the address book in a file of its own, as durable as leads. Only the pulls of one server write it. */
import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addAddresses,
  emptyBook,
  formatBook,
  isCurrentBook,
  parseBook,
  type Account,
  type AddressBook,
} from './address-book.ts';
import { writeFile } from '../disk/index.ts';
import { StoreError } from '../log.ts';

/** @param dataDirectory `DATA_DIR` */
export function openAddressFile(dataDirectory: string, account: Account) {
  const directory = join(dataDirectory, 'addresses');
  const name = `${account.spaceId}.${account.environment}.json`;
  const file = join(directory, name);
  /** What was read last, so that no visitor waits for a file that stayed as it was. */
  let known: { stamp: string; book: AddressBook | null; isFormer: boolean } = {
    stamp: '',
    book: emptyBook,
    isFormer: false,
  };

  const getStamp = () => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
  };

  /** Reads the book if it changed since the last time. @throws {StoreError} when it cannot be used */
  const load = () => {
    const stamp = getStamp();
    if (known.stamp !== stamp) {
      const text = stamp === '' ? null : readFileSync(file, 'utf8');
      known = {
        stamp,
        book: text === null ? emptyBook : parseBook(text, account),
        isFormer: text !== null && !isCurrentBook(text),
      };
    }
    const { book, isFormer } = known;
    if (!book)
      throw new StoreError(`${file} is damaged: restore it from a backup, or move it away.`);
    return { book, isFormer };
  };

  return {
    read: () => load().book,
    /** Adds addresses that are live now. */
    async add(live: AddressBook): Promise<void> {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const before = load();
      const book = addAddresses(before.book, live);
      if (book === before.book && !before.isFormer) return;
      await writeFile(directory, name, formatBook(book, account));
      known = { stamp: getStamp(), book, isFormer: false };
    },
  };
}
