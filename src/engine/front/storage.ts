/** Knows whether leads and events can be stored. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from '../disk/index.ts';
import { describeError, StoreError, type Log } from '../base/log.ts';

/** Between two tries, and after a failure. */
const tryEveryMs = 10_000;
/** As long as a long lead. */
const sample = ' '.repeat(4096);

/** @param now monotonic clock in milliseconds */
export function createStorage(folders: readonly string[], log: Log, now: () => number) {
  const failed = new Set<string>();
  let triedAt = -Infinity;
  let tried: Promise<unknown> | undefined;

  /** Runs a task that stores something in a folder. @throws {StoreError} when it fails */
  async function storeInFolder<T>(folder: string, task: () => T): Promise<Awaited<T>> {
    try {
      const stored = await task();
      if (stored !== false) failed.delete(folder); // else it was there before
      return stored;
    } catch (error) {
      failed.add(folder);
      triedAt = now();
      throw new StoreError(`${folder} cannot be written (${describeError(error).error}).`);
    }
  }

  const tryFolder = (folder: string) =>
    storeInFolder(folder, async () => {
      await writeFile(folder, 'health', sample, 0o600);
      await rm(join(folder, 'health'));
    }).catch((error: unknown) => log({ event: 'storage.failed', ...describeError(error) }));

  return {
    store: storeInFolder,
    /** Whether the last lead, event or sample could not be stored. */
    async isFailing(): Promise<boolean> {
      if (now() - triedAt >= tryEveryMs) {
        triedAt = now();
        tried = Promise.all(folders.map(tryFolder));
      }
      await tried;
      return failed.size > 0;
    },
  };
}
