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
  EROFS: ['mkdir', 'open'],
  EACCES: ['mkdir', 'open'],
  EINVAL: ['sync'],
};

/** @param {string} call */
function check(call) {
  const sign = process.env.DISK_FAULT ?? '';
  if (!existsSync(sign)) return;
  const code = readFileSync(sign, 'utf8');
  if (failing[code].includes(call))
    throw Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

const checkOpen = (flags) => {
  if (flags !== undefined && flags !== 'r') check('open');
};
const checkFolder = (path) => {
  if (!existsSync(path)) check('mkdir');
};

/** Wraps a function of a module, so that `before` can throw. */
function guard(module, name, before) {
  const original = module[name].bind(module);
  module[name] = (...args) => {
    before(...args);
    return original(...args);
  };
}
const guardAsync = (module, name, before) => {
  const original = module[name].bind(module);
  module[name] = async (...args) => {
    before(...args);
    return original(...args);
  };
};

guard(fs, 'mkdirSync', checkFolder);
guard(fs, 'openSync', (_, flags) => checkOpen(flags));
guard(fs, 'fsyncSync', () => check('sync'));
guard(fs, 'writeFileSync', () => {
  check('open');
  check('write');
});
guardAsync(promises, 'mkdir', checkFolder);
const { open } = promises;
promises.open = async (path, flags, ...rest) => {
  checkOpen(flags);
  const handle = await open(path, flags, ...rest);
  for (const name of ['writeFile', 'appendFile', 'write'])
    guardAsync(handle, name, () => check('write'));
  for (const name of ['sync', 'datasync']) guardAsync(handle, name, () => check('sync'));
  return handle;
};
syncBuiltinESMExports();
