/**
 * Preloaded into the processes of a server: while the file that FULL_DISK names exists, every call that needs
 * room on the disk fails.
 */
import fs, { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Makes functions of an object throw or reject while the disk is full. */
function guard(object, ...names) {
  for (const name of names) {
    const original = object[name].bind(object);
    const guarded = (...args) => {
      const isThere = name.startsWith('mkdir') && existsSync(args[0]);
      if (!isThere && existsSync(process.env.FULL_DISK ?? ''))
        throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC', syscall: name });
      return original(...args);
    };
    object[name] = name.endsWith('Sync') ? guarded : async (...args) => guarded(...args);
  }
}

guard(fs, 'mkdirSync', 'writeFileSync');
guard(promises, 'mkdir');
const { open } = promises;
promises.open = async (...args) => {
  const handle = await open(...args);
  guard(handle, 'writeFile', 'appendFile', 'write');
  return handle;
};
syncBuiltinESMExports();
