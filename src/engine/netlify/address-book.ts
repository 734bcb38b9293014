/** The address book of a build on Netlify: what a build reads before it pulls, and writes at its end. */
import type { Config } from '../config.ts';
import { getSnapshotDirectory, sampleAccount } from '../account.ts';
import { readAddresses, type AddressBook } from '../addresses/index.ts';
import type { LastPaths } from '../content/index.ts';
import { createRead } from '../content/read.ts';
import { OwnError } from '../base/log.ts';
import { openAddressStore, readBlobBook, renderPastRules, writeBlobBook } from './addresses.ts';

type BookConfig = Pick<Config, 'dataDirectory' | 'contentful' | 'netlifySite'>;

/** A build without the book would answer every past address with 404, and the live site is better than that. */
async function openBook(config: BookConfig) {
  const account = config.contentful ?? sampleAccount;
  const blobs = openAddressStore(config);
  const askStore = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question;
    } catch (error) {
      throw new OwnError(
        'The past addresses in Netlify Blobs cannot be used, so nothing was built: start the build again.',
        { cause: error },
      );
    }
  };
  if (!blobs) return null;
  return {
    book: await askStore(readBlobBook(blobs, account)),
    write: (book: AddressBook) => askStore(writeBlobBook(blobs, account, book)),
  };
}

/** The last path of each entry that was live, by id, also for a build without a cache. @throws {OwnError} */
export const readLastPaths = async (config: BookConfig): Promise<LastPaths> =>
  (await openBook(config))?.book.lastPaths ?? new Map();

/**
 * Adds the addresses of this build to the book.
 * @returns the redirect rules for past addresses
 * @throws {OwnError} when there is a book that cannot be used
 */
export async function keepAddresses(config: BookConfig): Promise<string> {
  const read = createRead(getSnapshotDirectory(config));
  try {
    const live = await readAddresses(read);
    // A build without content must not turn every address into a past address.
    if (!live) return '';
    const opened = await openBook(config);
    if (!opened) {
      console.warn('warning: This build has no Netlify Blobs, and so no past addresses.');
      return '';
    }
    const { book, write } = opened;
    if (book.add(live).size > 0) await write(book);
    return await renderPastRules(book, live, (id) => read({ type: 'address', id }));
  } finally {
    read.close();
  }
}
