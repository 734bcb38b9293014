/** Files that survive a power cut, and whether they can be written. */
import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { createSharedRun } from '../base/shared-run.ts';
import { describeError, StoreError, type Log } from '../base/log.ts';

/** Names content by its bytes: the first 20 hexadecimal digits of their SHA-256. */
export const digest = (data: string | Buffer): string => hash('sha256', data).slice(0, 20);

/** Of a damaged file that is kept aside, and of the mark of one that was taken back. */
export const damagedEnding = '.damaged';
export const goneEnding = '.gone';

/** BUSY, LOCKED, NOMEM, IOERR, FULL, CANTOPEN and PROTOCOL of SQLite: https://www.sqlite.org/rescode.html */
const transientCodes = [5, 6, 7, 10, 13, 14, 15];

/** Whether a call lacks descriptors, memory, room or a lock: that passes, and nothing is damaged. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^(?:EMFILE|ENFILE|ENOMEM|EAGAIN)$/.test(String(error.code))) ||
    ('errcode' in error && transientCodes.includes(Number(error.errcode) & 0xff)));

export const hasDigest = (data: Buffer, expected: string): boolean => digest(data) === expected;

async function syncNames(directory: string): Promise<void> {
  // Windows has no such call and keeps a journal of its own.
  if (platform() === 'win32') return;
  const folder = await open(directory, 'r');
  await folder.sync().finally(() => folder.close());
}

const directorySyncs = new Map<string, () => Promise<void>>();

/** Makes the names in a folder survive a power cut (https://man7.org/linux/man-pages/man2/fsync.2.html). Calls at the same time share a sync. */
export function syncDirectory(directory: string): Promise<void> {
  const sync = directorySyncs.get(directory) ?? createSharedRun(() => syncNames(directory));
  directorySyncs.set(directory, sync);
  return sync();
}

/** Writes a file whole or not at all, and makes the folder if it is missing. Once the promise resolves, the file survives a power cut. */
export async function writeFile(
  directory: string,
  name: string,
  data: string | Buffer,
  mode = 0o666,
): Promise<void> {
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `${name}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(directory, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(directory);
  if (made === undefined) return;
  for (const folder of [dirname(directory), dirname(made)]) await syncDirectory(folder);
}

/**
 * Adds to the end of a file, which is cut first after `length` bytes. Once the promise resolves, the text survives a
 * power cut; after a failure a part of the text may be there.
 */
export async function appendToFile(path: string, length: number, text: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    await file.truncate(length);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Lists all files below a folder: name with slashes, absolute path. */
export async function listFiles(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(directory, path).split(sep).join('/'), path] as const;
    });
}

/** Between two tries whether leads and events can be stored, and after a failure. */
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
