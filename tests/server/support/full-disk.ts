/** Preloaded into the processes of a server: while the file that FULL_DISK names exists, no file can be written. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { watchSteps } from './watch-steps.ts';

const isFull = () => fs.existsSync(process.env.FULL_DISK ?? '');
const requireRoom = () => {
  if (isFull()) throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
};
const { writeFileSync } = fs;
fs.writeFileSync = (...given) => {
  requireRoom();
  writeFileSync(...given);
};
syncBuiltinESMExports();
watchSteps(requireRoom);
// Called with the database itself, below.
// oxlint-disable-next-line typescript/unbound-method
const transacting = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'COMMIT' && isFull())
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  transacting.call(this, sql);
};
