/** The past addresses of the site that this machine serves, kept up to date with its releases. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listLiveAddresses } from '../../addresses/live-addresses.ts';
import { getSnapshotDirectory, sampleAccount, type Config } from '../../config.ts';
import { createRead } from '../../content/snapshot/read.ts';
import { describeError, type Log } from '../../server/log.ts';
import { openAddressFile } from './address-file.ts';
import type { FindPast, Site } from './site.ts';

export interface PastAddresses {
  find: FindPast;
  /** Remembers the addresses of a release that is in force. */
  remember(site: Site): Promise<void>;
}

/** @param config of the published site: a draft preview has no past */
export function createPastAddresses(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
  log: Log,
): PastAddresses {
  const file = openAddressFile(config.dataDirectory, config.contentful ?? sampleAccount);
  /** Without its content a release has none of the addresses, and nothing is gone for that. */
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
      // Requests that wait come first: they are for the new release.
      await nextTurn();
      const read = createRead(getSnapshotDirectory(config));
      try {
        const listed = await listLiveAddresses(read);
        isWhole = listed !== null;
        // The snapshot may be newer than the release.
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
