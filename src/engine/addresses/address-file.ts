/** Keeps the address book in a file of its own, as durable as leads. Only the pulls of one server write it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createAddressBook, type AddressBook, type Addresses } from './address-book.ts';
import {
  formatAddresses,
  formatBook,
  parseBook,
  type Account,
  type WrittenBook,
} from './book-text.ts';
import { appendToFile, writeFile } from '../disk/index.ts';
import { StoreError } from '../base/log.ts';

/** @param dataDirectory `DATA_DIR` */
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
