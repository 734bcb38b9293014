/** Keeps the past addresses of the site up to date with its releases. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findLiveAddresses, isListAddress, listLiveAddresses } from './live-addresses.ts';
import { getSnapshotDirectory, sampleAccount, type Config } from '../../../config.ts';
import { createRead } from '../../content/read.ts';
import { describeError, type Log } from '../../log.ts';
import { openAddressFile } from './address-file.ts';
import type { PastAddress } from './address-book.ts';
import type { Site } from '../site-files.ts';

/** All files of a release, by address. */
type Release = Pick<Site, 'files'>;

/** Finds the current answer of an earlier address; null for an address that was never live. */
export type FindPast = (path: string, isLive: (path: string) => boolean) => PastAddress | null;

/** At most this many changed files are looked up one by one. For more, a list of all is faster. */
const mostLookedUp = 100;

/** Lists the addresses below /blog and /resources whose file differs from the previous release's. */
const listChanged = (before: Release, { files }: Release): string[] =>
  [...files.keys()].filter(
    (path) => isListAddress(path) && before.files.get(path) !== files.get(path),
  );

export interface PastAddresses {
  find: FindPast;
  /** Whether the book could not be used the last time. */
  isDamaged(): boolean;
  /** Adds the addresses of the release in force to the book. */
  remember(release: Release): Promise<void>;
}

/** @param config configuration of the published site; a draft preview has no past addresses */
export function createPastAddresses(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
  log: Log,
): PastAddresses {
  const file = openAddressFile(config.dataDirectory, config.contentful ?? sampleAccount);
  /** A release without content lists no items; their addresses must not count as gone. */
  let isWhole = false;
  /** The last release whose addresses are all in the book. */
  let remembered: Release | null = null;

  /** The last failure, which every request for an unknown address would repeat. */
  let lastFailure = '';
  const logFailure = (error: unknown) => {
    const failure = describeError(error);
    if (failure.error !== lastFailure) log({ event: 'addresses.failed', ...failure });
    lastFailure = failure.error;
  };

  return {
    isDamaged: () => lastFailure !== '',

    find(path, isLive) {
      if (!isWhole) return null;
      try {
        const past = file.find(path, isLive);
        lastFailure = '';
        return past;
      } catch (error) {
        logFailure(error);
        return null;
      }
    },

    async remember(release) {
      // Waiting requests for the new release come first.
      await nextTurn();
      const read = createRead(getSnapshotDirectory(config));
      try {
        const changed = remembered && listChanged(remembered, release);
        const listed =
          changed && changed.length <= mostLookedUp
            ? await findLiveAddresses(read, changed)
            : await listLiveAddresses(read);
        isWhole = listed !== null;
        // The snapshot may be newer than the release and list items without pages.
        const live = [...(listed ?? [])].filter(([path]) => release.files.has(path));
        const dropped = listed ? await file.remember(new Map(live), release.files, new Date()) : 0;
        if (dropped > 0) log({ event: 'addresses.dropped', dropped });
        remembered = listed && release;
        lastFailure = '';
      } catch (error) {
        logFailure(error);
      } finally {
        read.close();
      }
    },
  };
}
