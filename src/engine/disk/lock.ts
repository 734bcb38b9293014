import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../config.ts';
import { describeDiskError } from './disk-error.ts';

/** Turns an error of the data folder into one line for the operator. Returns other errors unchanged. */
export function toDataDirectoryError(error: unknown): unknown {
  const sentence = describeDiskError(error);
  return sentence === null ? error : new ConfigError(sentence);
}

/**
 * Opens the lock file as a plain file first, because SQLite says 'unable to open database file'
 * whatever the reason. Syncs the folder too, which some network file systems refuse.
 */
function openLock(directory: string): DatabaseSync {
  const path = join(directory, 'server.lock');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
    if (platform() !== 'win32') {
      const folder = openSync(directory, 'r');
      try {
        fsyncSync(folder);
      } finally {
        closeSync(folder);
      }
    }
  } catch (error) {
    throw toDataDirectoryError(error);
  }
  return new DatabaseSync(path, { timeout: 0 });
}

/**
 * Locks a folder for this process. The operating system holds the lock through SQLite and frees it
 * however the process ends.
 * @throws {ConfigError} when another server uses the folder, or the folder cannot be used
 * @returns unlocks the folder
 */
export function lockDirectory(directory: string): () => void {
  const database = openLock(directory);
  try {
    // A full disk has no room for the journal file of a transaction.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes('locked'))
      throw new ConfigError(
        'DATA_DIR is in use by another server: stop that one, or give each a folder of its own.',
      );
    throw new ConfigError(
      'DATA_DIR cannot be used: its file system has no locks (choose a folder on a local disk of this machine).',
    );
  }
  return () => {
    database.close();
  };
}
