/** The address book of a Node machine: a pull writes the book, the server reads it. */
import { getSnapshotDirectory, sampleAccount, type Config } from '../../config.ts';
import { createRead } from '../content/read.ts';
import { describeError, type Log } from '../log.ts';
import type { FindPast } from './address-book.ts';
import { openAddressFile } from './address-file.ts';
import { listLiveAddresses } from './live-addresses.ts';

type BookConfig = Pick<Config, 'dataDirectory' | 'contentful'>;

const openBook = ({ dataDirectory, contentful }: BookConfig) =>
  openAddressFile(dataDirectory, contentful ?? sampleAccount);

/**
 * Brings the book up to date with the snapshot, before anybody is shown the content.
 * @returns the number of past addresses dropped over the limit, and why the book could not be used
 */
export async function rememberAddresses(
  config: BookConfig,
): Promise<{ dropped: number; failure: string | null }> {
  const read = createRead(getSnapshotDirectory(config));
  try {
    const live = await listLiveAddresses(read);
    // A site without content lists no items; their addresses must not count as gone.
    const dropped = live ? await openBook(config).remember(live, new Date()) : 0;
    return { dropped, failure: null };
  } catch (error) {
    return { dropped: 0, failure: describeError(error).error };
  } finally {
    read.close();
  }
}

/** Finds past addresses for a server. `isDamaged`: the book could not be used the last time. */
export function createPastAddresses(
  config: BookConfig,
  log: Log,
): { find: FindPast; isDamaged: () => boolean } {
  const book = openBook(config);
  /** The last failure, which every request for an unknown address would repeat. */
  let lastFailure = '';
  return {
    isDamaged: () => lastFailure !== '',
    find(path) {
      try {
        const past = book.find(path);
        lastFailure = '';
        return past;
      } catch (error) {
        const failure = describeError(error);
        if (failure.error !== lastFailure) log({ event: 'addresses.failed', ...failure });
        lastFailure = failure.error;
        return null;
      }
    },
  };
}
