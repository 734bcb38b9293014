/**
 * Preloaded into a server and its processes: while the file that FULL_DISK names exists, the disk takes
 * no bytes.
 */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { open } = fs;
fs.open = async (...args) => {
  const handle = await open(...args);
  for (const name of ['writeFile', 'appendFile', 'write']) {
    const write = handle[name].bind(handle);
    handle[name] = async (...given) => {
      if (!existsSync(process.env.FULL_DISK ?? '')) return write(...given);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
      });
    };
  }
  return handle;
};
syncBuiltinESMExports();
