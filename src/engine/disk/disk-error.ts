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
};

/** The same reasons by the primary result code of SQLite, whose files are in DATA_DIR too. */
const databaseReasons: Readonly<Record<number, string>> = {
  8: 'it is read-only',
  10: 'its disk is full or fails',
  13: 'its disk is full',
  14: 'one of its files cannot be opened',
  15: oddFileSystem,
};

/** Returns the primary result code of an error of SQLite; null for any other error. */
const getDatabaseCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;

/** Calls of `node:net`, whose error codes have other meanings. */
const networkCalls = ['listen', 'bind', 'connect', 'getaddrinfo'];

function findReason(error: unknown): string | undefined {
  const databaseCode = getDatabaseCode(error);
  if (databaseCode !== null) return databaseReasons[databaseCode];
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  if (networkCalls.includes(String(error.syscall))) return undefined;
  return reasons[String(error.code)];
}

/**
 * Describes an error of the file system.
 * @param error an error that `node:fs` or `node:sqlite` threw
 * @returns one sentence for the operator; null for any other error
 */
export function describeDiskError(error: unknown): string | null {
  const reason = findReason(error);
  return reason === undefined ? null : `DATA_DIR cannot be used: ${reason}.`;
}
