/** Keeps the past addresses of the site up to date with its releases. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listLiveAddresses } from '../../addresses/live-addresses.ts';
import { getSnapshotDirectory, sampleAccount, type Config } from '../../config.ts';
import { createRead } from '../../content/snapshot/read.ts';
import { describeError, type Log } from '../../server/log.ts';
import { openAddressFile } from './address-file.ts';
import type { FindPast, Site } from './site.ts';

export interface PastAddresses {
  find: FindPast;
  /** Adds the addresses of the release in force to the book. */
  remember(site: Site): Promise<void>;
}

/** @param config configuration of the published site; a draft preview has no past addresses */
export function createPastAddresses(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
  log: Log,
): PastAddresses {
  const file = openAddressFile(config.dataDirectory, config.contentful ?? sampleAccount);
  /** A release without content lists no items; their addresses must not count as gone. */
  let isWhole = false;

  return {
    find(path, isLive) {
      if (!isWhole) return null;
      try {
        return file.find(path, isLive);
      } catch (error) {
        log({ event: 'addresses.failed', ...describeError(error) });
        return null;
      }
    },

    async remember({ files }) {
      // Waiting requests for the new release come first.
      await nextTurn();
      const read = createRead(getSnapshotDirectory(config));
      try {
        const listed = await listLiveAddresses(read);
        isWhole = listed !== null;
        // The snapshot may be newer than the release and list items without pages.
        const live = [...(listed ?? [])].filter(([path]) => files.has(path));
        const dropped = await file.remember(new Map(live), new Date());
        if (dropped > 0) log({ event: 'addresses.dropped', dropped });
      } catch (error) {
        log({ event: 'addresses.failed', ...describeError(error) });
      } finally {
        read.close();
      }
    },
  };
}
