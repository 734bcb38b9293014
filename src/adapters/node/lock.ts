import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../config.ts';

function openLock(directory: string): DatabaseSync {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(directory, 'server.lock'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new ConfigError(`DATA_DIR cannot be used: ${reason}.`);
  }
}

/**
 * Takes a folder for this process alone. The lock is the operating system's, by way of SQLite: it
 * ends with the process, however that ends, so there is no stale lock to judge.
 * @throws {ConfigError} when another server has it, or when nothing can be written there
 * @returns gives the folder free
 */
export function lockDirectory(directory: string): () => void {
  const database = openLock(directory);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && error.message.includes('locked'))) throw error;
    throw new ConfigError(
      'DATA_DIR is in use by another server: stop that one, or give each a folder of its own.',
    );
  }
  return () => {
    database.close();
  };
}
