/** Knows whether leads and events can be stored. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from '../../disk/index.ts';
import { describeError, StoreError, type Log } from '../../log.ts';

/** Between two tries, and after a failure. */
const tryEveryMs = 10_000;
/** As long as a long lead. */
const sample = ' '.repeat(4096);
const sampleName = 'health';

/**
 * @param folders where leads and events are stored
 * @param now monotonic clock in milliseconds
 */
export function createStorage(folders: readonly string[], log: Log, now: () => number) {
  const failed = new Set<string>();
  let triedAt = -Infinity;
  let tried: Promise<unknown> = Promise.resolve();

  /**
   * Runs a task that stores something in a folder.
   * @throws {StoreError} when nothing was stored
   */
  async function store<T>(folder: string, task: () => T): Promise<Awaited<T>> {
    try {
      const stored = await task();
      // false: it was stored before
      if (stored !== false) failed.delete(folder);
      return stored;
    } catch (error) {
      failed.add(folder);
      triedAt = now();
      throw new StoreError(`${folder} cannot be written (${describeError(error).error}).`);
    }
  }

  const tryFolder = (folder: string) =>
    store(folder, async () => {
      await writeFile(folder, sampleName, sample, 0o600);
      await rm(join(folder, sampleName));
    }).catch((error: unknown) => log({ event: 'storage.failed', ...describeError(error) }));

  return {
    store,
    /** Whether the last lead, event or small file of our own could not be stored. */
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

export type Storage = ReturnType<typeof createStorage>;
