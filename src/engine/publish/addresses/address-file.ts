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
import { writeFile } from '../../disk/index.ts';
import type { Site } from '../site-files.ts';

type IsLive = (path: string) => boolean;

export interface AddressFile {
  /**
   * Reads the current book.
   * @throws when the file is damaged or belongs to another account
   */
  read(): AddressBook;
  write(book: AddressBook): Promise<void>;
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
    if (!book) throw new Error(`${file} is damaged: mend it, or move it away.`);
    known = { stamp, book, find: createPastAddresses(book) };
    return known;
  };

  /** Releases are remembered one after the other: of two at once, one would overwrite the other. */
  let last: Promise<unknown> = Promise.resolve();

  const write = async (book: AddressBook) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(directory, name, formatBook(book, account));
  };

  return {
    read: () => load().book,
    write,
    find: (path, isLive) => load().find(path, isLive),
    remember(live, files, now) {
      const turn = last.then(async () => {
        const { book } = load();
        const next = rememberLive(book, live, now);
        if (next === book) return 0;
        const { book: bounded, dropped } = dropOldest(next, (path) => files.has(path));
        await write(bounded);
        return dropped;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
