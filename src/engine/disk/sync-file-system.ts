import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { platform, release } from 'node:os';
import { promisify } from 'node:util';

/** ext4, XFS and Btrfs, as statfs(2) numbers them. Others may sync without waiting for the disk. */
const reliable: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e]);

/** Whether this system's syncfs(2) waits for all writes and reports those that failed: Linux since 5.8. */
function reportsFailures(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return platform() === 'linux' && (major > 5 || (major === 5 && minor >= 8));
}

/**
 * Makes everything on the file system of a folder survive a power cut, files and names. For many new files
 * one such sync is faster than a sync of each: 1 s instead of 4 for 21,000. For few files it may take longer,
 * because it also writes the files of other programs.
 * @returns false when the system gives no such promise or the sync failed: then sync each file
 */
export async function syncFileSystem(directory: string): Promise<boolean> {
  if (!reportsFailures()) return false;
  try {
    const { type } = await statfs(directory);
    if (!reliable.has(type)) return false;
    await promisify(execFile)('sync', ['-f', directory]);
    return true;
  } catch {
    return false;
  }
}
