/** Makes the disk of a server and its processes fail, and work again. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each fault with its sentence: read-only, on an odd file system, full, of another owner. */
export const diskFaults = [
  ['EROFS', 'DATA_DIR cannot be used: it is read-only.'],
  [
    'EINVAL',
    'DATA_DIR cannot be used: its file system cannot keep files safely (choose a folder on a local disk of this machine).',
  ],
  ['ENOSPC', 'DATA_DIR cannot be used: its disk is full.'],
  [
    'EACCES',
    'DATA_DIR cannot be used: it belongs to another user (give this one the right to write there).',
  ],
] as const;

/** @param folder folder for the file that switches the fault on; any folder except DATA_DIR */
export function createDiskFault(folder: string) {
  const sign = join(folder, 'disk-fault');
  return {
    /** The environment of the processes. */
    env: {
      NODE_OPTIONS: `--import ${new URL('disk-fault.mjs', import.meta.url).href}`,
      DISK_FAULT: sign,
    },
    begin: (code: (typeof diskFaults)[number][0]) => writeFile(sign, code),
    end: () => rm(sign, { force: true }),
  };
}
