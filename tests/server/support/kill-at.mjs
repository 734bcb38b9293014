/**
 * Preloaded into a server: kills the process after as many steps of storing and moving leads as KILL_AT says,
 * counted from the first new lead.
 */
import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

let steps = 0;
let isCounting = false;
const countStep = () => {
  if (isCounting) steps += 1;
  if (isCounting && steps === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL');
};

const { open, rename } = promises;
promises.open = async (path, flags, ...rest) => {
  const handle = await open(path, flags, ...rest);
  const { writeFile, sync } = handle;
  handle.writeFile = (...given) => writeFile.apply(handle, given).then(countStep);
  handle.sync = () => sync.call(handle).then(countStep);
  if (flags === 'wx') {
    const [, lead] = /^(.+waiting.+)\.[\w-]+\.tmp$/.exec(path) ?? [];
    isCounting ||= lead !== undefined && !existsSync(lead);
    countStep();
  }
  return handle;
};
promises.rename = (from, to) => rename(from, to).then(countStep);
syncBuiltinESMExports();
