const oddFileSystem =
  'its file system cannot keep files safely (choose a folder on a local disk of this machine)';
const otherUser = 'it belongs to another user (give this one the right to write there)';

/** Why a folder cannot be used, by the error code of the file system call. */
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

/** Calls of `node:net`, whose error codes have other meanings. */
const networkCalls = ['listen', 'bind', 'connect', 'getaddrinfo'];

/**
 * Describes an error of the file system.
 * @param error an error that `node:fs` threw
 * @returns the reason as a clause without a full stop ("its disk is full"); null for any other error
 */
export function describeDiskError(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null;
  if (networkCalls.includes(String(error.syscall))) return null;
  return reasons[String(error.code)] ?? null;
}
