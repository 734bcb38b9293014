/**
 * Preloaded into a server and its processes: while the file that DISK_FAULT names exists, calls of the file
 * system fail with the error code in that file.
 */
import fs, { existsSync, readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The calls that fail with a code. */
const failing = {
  ENOSPC: ['mkdir', 'write'],
  EROFS: ['mkdir', 'open', 'write'],
  EACCES: ['mkdir', 'open', 'write'],
  EINVAL: ['sync'],
};

function check(call, [path, flags = 'r']) {
  const sign = process.env.DISK_FAULT ?? '';
  const isHarmless = (call === 'mkdir' && existsSync(path)) || (call === 'open' && flags === 'r');
  if (isHarmless || !existsSync(sign)) return;
  const code = readFileSync(sign, 'utf8');
  if (failing[code].includes(call))
    throw Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

/** Wraps functions, so that a check can throw or reject. */
function guard(module, calls) {
  for (const [name, call] of Object.entries(calls)) {
    const original = module[name].bind(module);
    const guarded = (...args) => {
      check(call, args);
      return original(...args);
    };
    module[name] = name.endsWith('Sync') ? guarded : async (...args) => guarded(...args);
  }
}

guard(fs, { mkdirSync: 'mkdir', openSync: 'open', fsyncSync: 'sync', writeFileSync: 'write' });
guard(promises, { mkdir: 'mkdir', open: 'open' });
const { open } = promises;
const ofHandle = { writeFile: 'write', appendFile: 'write', write: 'write' };
promises.open = async (...args) => {
  const handle = await open(...args);
  guard(handle, { ...ofHandle, sync: 'sync', datasync: 'sync' });
  return handle;
};
syncBuiltinESMExports();
