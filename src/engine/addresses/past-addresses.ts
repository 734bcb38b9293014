/** The addresses of the content, and the address book of a Node machine: a pull writes the book, the server reads it. */
import { getSnapshotDirectory, sampleAccount, type Config } from '../config.ts';
import { itemPath } from '../collections.ts';
import { codePages, collections } from '../site.ts';
import { createRead, listPages, type Read } from '../content/read.ts';
import { isShortage } from '../disk/index.ts';
import { describeError, type Log } from '../log.ts';
import { listLastPaths, type Addresses } from './address-book.ts';
import { openAddressFile } from './address-file.ts';

/** Whether the address book covers an address: it does for all addresses below a list. */
export const isListAddress = (path: string) =>
  !codePages.some((page) => page.path === path) &&
  collections.some((one) => path.startsWith(`${one.path}/`) && path !== `${one.path}/`);

/** Reads from a snapshot what has an address; null when its content could not be loaded. */
export async function readAddresses(read: Read): Promise<Addresses | null> {
  const { status } = await read({ type: 'overview' });
  if (status !== 'loaded') return null;
  const ids = new Map<string, string>();
  for (const collection of collections)
    for (const { id, slug } of await read({ type: 'titles', collection: collection.name }))
      ids.set(itemPath(collection, slug), id);
  const paths = (await listPages(read)).map(({ path }) => path).filter(isListAddress);
  return {
    live: new Map(paths.map((path) => [path, ids.get(path) ?? path])),
    waiting: new Set(await read({ type: 'waiting' })),
  };
}

type BookConfig = Pick<Config, 'dataDirectory' | 'contentful'>;

const openBook = ({ dataDirectory, contentful }: BookConfig) =>
  openAddressFile(dataDirectory, contentful ?? sampleAccount);

/** The last path of each entry of the book; none without a book that can be read. */
export function readLastPaths(config: BookConfig): ReadonlyMap<string, string> {
  try {
    return listLastPaths(openBook(config).read());
  } catch {
    return new Map();
  }
}

/**
 * Brings the book up to date with the snapshot, before anybody is shown the content.
 * @returns the number of past addresses dropped over the limit, and why the book could not be used
 */
export async function rememberAddresses(config: BookConfig) {
  const read = createRead(getSnapshotDirectory(config));
  try {
    const addresses = await readAddresses(read);
    // A site without content lists no items; their addresses must not count as gone.
    const dropped = addresses ? await openBook(config).remember(addresses) : 0;
    return { dropped, failure: null };
  } catch (error) {
    return { dropped: 0, failure: describeError(error).error };
  } finally {
    read.close();
  }
}

/** Finds past addresses for a server. `isDamaged`: the book could not be used the last time. */
export function createPastAddresses(config: BookConfig, log: Log) {
  const book = openBook(config);
  /** The last failure, which every request for an unknown address would repeat. */
  let lastFailure = '';
  return {
    isDamaged: () => lastFailure !== '',
    find: (path: string) => {
      try {
        const past = book.find(path);
        lastFailure = '';
        return past;
      } catch (error) {
        if (isShortage(error)) throw error;
        const failure = describeError(error);
        if (failure.error !== lastFailure) log({ event: 'addresses.failed', ...failure });
        lastFailure = failure.error;
        return null;
      }
    },
  };
}
