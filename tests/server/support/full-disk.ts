/** Preloaded into the processes of a server: while the file that FULL_DISK names exists, no file can be written. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { watchSteps } from './watch-steps.ts';

const requireRoom = () => {
  if (fs.existsSync(process.env.FULL_DISK ?? ''))
    throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
};
const { writeFileSync } = fs;
fs.writeFileSync = (...given) => {
  requireRoom();
  writeFileSync(...given);
};
syncBuiltinESMExports();
watchSteps(requireRoom);
