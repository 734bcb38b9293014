/** The addresses of the content, and the address book of a Node machine: a pull writes the book, the server reads it. */
import type { Config } from '../config.ts';
import { getSnapshotDirectory, sampleAccount } from '../account.ts';
import { hasPages, itemPath } from '../declare/collections.ts';
import { codePages, collections } from '../site.ts';
import type { EntryAddress } from '../content/index.ts';
import { createRead, getSubject, listPages, readArchivePaths, type Read } from '../content/read.ts';
import { describeError } from '../base/log.ts';
import { type AddressBook, type Addresses, openAddressFile } from './address-book.ts';

const withPages = collections.filter(hasPages);

/** Whether the address book covers an address: it does for all addresses below a list. */
export const isListAddress = (path: string) =>
  !codePages.some((page) => page.path === path) &&
  withPages.some(({ pages }) => path.startsWith(`${pages.path}/`) && path !== `${pages.path}/`);

/** Reads from a snapshot all addresses that have a page; null when its content could not be loaded. */
export async function readAddresses(read: Read): Promise<Addresses | null> {
  const { status } = await read({ type: 'overview' });
  if (status !== 'loaded') return null;
  const ids = new Map<string, string>();
  for (const collection of withPages)
    for (const { id, slug } of await read({ type: 'titles', collection: collection.name }))
      ids.set(itemPath(collection, slug), id);
  const paths = (await listPages(read)).map(({ path }) => path).filter(isListAddress);
  return new Map(paths.map((path) => [path, ids.get(path) ?? path]));
}

/** Adds the archive pages of the lists to which addresses of items and tags belong. */
async function withArchives(live: Addresses, read: Read): Promise<Addresses> {
  const all = new Map(live);
  const ofTags = [...live.keys()].map(getSubject).filter((one) => one?.type === 'list');
  const ofCollections = withPages.map(({ name }) => ({ type: 'list', collection: name }) as const);
  for (const list of [...ofCollections, ...ofTags])
    for (const path of await readArchivePaths(list, read)) all.set(path, path);
  return all;
}

type BookConfig = Pick<Config, 'dataDirectory' | 'contentful'>;

const openBook = ({ dataDirectory, contentful }: BookConfig) =>
  openAddressFile(dataDirectory, contentful ?? sampleAccount);

/** Opens the book for the pulls of a process. */
export function openAddressBook(config: BookConfig) {
  const book = openBook(config);
  return {
    /** The last path of each entry of the book; none without a book that can be read. */
    readLastPaths: (): ReadonlyMap<string, string> => {
      try {
        return book.read().lastPaths;
      } catch {
        return new Map();
      }
    },
    /**
     * Adds the addresses of the snapshot, before anybody is shown the content.
     * @param live the addresses of items and tags that are new since the book was written; null: all are read
     * @returns why the book could not be used; null when it was
     */
    remember: async (live: Addresses | null): Promise<string | null> => {
      if (live?.size === 0) return null;
      const read = createRead(getSnapshotDirectory(config));
      try {
        const addresses = live ? await withArchives(live, read) : await readAddresses(read);
        if (addresses) await book.add(addresses);
        return null;
      } catch (error) {
        return describeError(error).error;
      } finally {
        read.close();
      }
    },
  };
}

export type PastAddress = { status: 301; to: string } | { status: 410 };

/** Says where an entry is now. */
export type FindEntry = (id: string) => Promise<EntryAddress>;

/** Finds the answer of a past address; null for one that was never live, or whose entry only waits. Every redirect leads to a live address: no chains, no loops. */
export async function findPast(
  { ids }: AddressBook,
  path: string,
  findEntry: FindEntry,
): Promise<PastAddress | null> {
  const id = ids.get(path);
  if (id === undefined) return null;
  // A page of tags or of an archive has no entry.
  const entry = id === path ? 'gone' : await findEntry(id);
  if (entry === 'waits') return null;
  return entry === 'gone' ? { status: 410 } : { status: 301, to: entry.path };
}
