const oddFileSystem =
  'its file system cannot keep files safely (choose a folder on a local disk of this machine)';
const otherUser = 'it belongs to another user (give this one the right to write there)';

/** Why a folder cannot be used, by the error code of a file system call. */
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

/** System calls of `node:net`, whose error codes mean something else. */
const networkCalls = ['listen', 'bind', 'connect', 'getaddrinfo'];

/**
 * @param error what a call of `node:fs` threw
 * @returns the reason as a clause without a full stop ("its disk is full"); null for any other error
 */
export function describeDiskError(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null;
  if (networkCalls.includes(String(error.syscall))) return null;
  return reasons[String(error.code)] ?? null;
}
