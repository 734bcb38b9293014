/** Makes the disk of a server and its processes full, and free again. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param folder where the sign that the disk is full is kept; any folder but DATA_DIR */
export function createFullDisk(folder: string) {
  const sign = join(folder, 'disk-is-full');
  return {
    /** The environment of the processes. */
    env: {
      NODE_OPTIONS: `--import ${new URL('full-disk.mjs', import.meta.url).href}`,
      FULL_DISK: sign,
    },
    fill: () => writeFile(sign, ''),
    free: () => rm(sign, { force: true }),
  };
}
