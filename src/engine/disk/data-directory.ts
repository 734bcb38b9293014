/** The folder of the site's data, DATA_DIR: why it cannot be used, and its lock. */
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage, removeDatabase } from './database.ts';
import { syncDirectory } from './files.ts';
import { ConfigError } from '../base/config-error.ts';

const oddFileSystem =
  'its file system cannot keep files safely (choose a folder on a local disk of this machine)';
const otherUser = 'it belongs to another user (give this one the right to write there)';

/** Why DATA_DIR cannot be used, by the error code of the file system call. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'this user may store no more there (the quota is reached)',
  EROFS: 'it is read-only',
  EACCES: otherUser,
  EPERM: otherUser,
  ENOTDIR: 'its path leads through a file',
  EEXIST: 'it is a file, not a folder',
  EINVAL: oddFileSystem,
  ENOTSUP: oddFileSystem,
  ENOSYS: oddFileSystem,
  EIO: 'its disk fails',
  EMFILE: 'this process may open too few files (raise `ulimit -n` to 1024 or more)',
  ENFILE: 'this machine has too many open files',
};

/** The same reasons by the primary result code of SQLite, whose files are in DATA_DIR too. */
const databaseReasons: Readonly<Record<number, string>> = {
  8: 'it is read-only',
  10: 'its disk is full or fails',
  13: 'its disk is full',
  14: 'one of its files cannot be opened',
  15: oddFileSystem,
};

/** Calls of `node:net`, whose error codes have other meanings. */
const networkCalls = ['listen', 'bind', 'connect', 'getaddrinfo'];

function findReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) return databaseReasons[Number(error.errcode) & 0xff];
  if (!('code' in error && 'syscall' in error)) return undefined;
  return networkCalls.includes(String(error.syscall)) ? undefined : reasons[String(error.code)];
}

/** Describes an error of `node:fs` or `node:sqlite` for the operator; null for any other error. */
export function describeDiskError(error: unknown): string | null {
  const reason = findReason(error);
  return reason === undefined ? null : `DATA_DIR cannot be used: ${reason}.`;
}

/** Turns an error of the data folder into one line for the operator. Returns other errors unchanged. */
export function toDataDirectoryError(error: unknown): unknown {
  const sentence = describeDiskError(error);
  return sentence === null ? error : new ConfigError(sentence);
}

/** All that the commands of this site make in the folder. */
const folders = 'addresses,audit,compiled,content,events,media,outbox,preview,renderer,share';
/** Folders that earlier versions made, and nobody needs. */
const formerFolders = 'build,publish,site';
const lockFile = 'server.lock';
const ownNames = [...`${folders},${formerFolders}`.split(','), lockFile, 'lost+found'];

/** Files that writeFile (files.ts) could not finish. */
const unfinished = `{${folders}}/{,*/}*.????????-????-4???-????-????????????.tmp`;

/** Makes a folder and those above it. Node's own `recursive` never ends where no folder can be made, as in /proc. */
async function makeFolder(directory: string): Promise<void> {
  if (!existsSync(dirname(directory))) await makeFolder(dirname(directory));
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ConfigError('DATA_DIR cannot be used: no folder can be made there.');
    throw error;
  }
}

/** Makes the folder. @throws {ConfigError} when it cannot be used, or holds files of others */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeFolder(directory);
    const names = await readdir(directory);
    const other = names.find((name) => !ownNames.includes(name) && !name.startsWith('.'));
    if (other !== undefined && !names.includes(lockFile))
      throw new ConfigError(
        `DATA_DIR cannot be used: it holds other files, such as '${other}' (choose an empty folder).`,
      );
    // As a plain file: SQLite says 'unable to open database file' whatever the reason.
    await (await open(join(directory, lockFile), 'a', 0o600)).close();
    // Some network file systems refuse this.
    await syncDirectory(directory);
  } catch (error) {
    throw toDataDirectoryError(error);
  }
}

/** A full disk has no room for the journal file of a transaction. */
const lock = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';

const isLocked = (error: unknown) => error instanceof Error && error.message.includes('locked');

/** @returns unlocks the file; null while another process or call has the lock */
function tryLock(path: string): (() => void) | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(lock);
    return () => database.close();
  } catch (error) {
    database.close();
    if (isLocked(error)) return null;
    if (!isDamage(error)) throw error;
    removeDatabase(path); // nobody can have locked a damaged file
    return tryLock(path);
  }
}

/**
 * Locks a folder, and removes what an earlier process left unfinished. SQLite frees the lock however this one ends.
 * @throws {ConfigError} when the folder cannot be used, or another server uses it
 * @returns unlocks the folder
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  await prepareDataDirectory(directory);
  const path = join(directory, lockFile);
  let unlock: (() => void) | null;
  try {
    unlock = tryLock(path);
  } catch {
    throw new ConfigError(
      'DATA_DIR cannot be used: its file system has no locks (choose a folder on a local disk of this machine).',
    );
  }
  if (!unlock)
    throw new ConfigError(
      'DATA_DIR is in use by another server: stop that one, or give each a folder of its own.',
    );
  for (const name of globSync(unfinished, { cwd: directory }))
    rmSync(join(directory, name), { force: true });
  for (const name of formerFolders.split(','))
    rmSync(join(directory, name), { recursive: true, force: true });
  return unlock;
}
