/** A server in its own process, which prints its address. It kills itself after KILL_AT steps of storing leads. */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { startServer } from '#engine/front/server.ts';
import { parseConfig } from '#engine/config.ts';
import { serveFiles } from './served-files.ts';
import { watchSteps } from './watch-steps.ts';

let left = Number(process.env.KILL_AT);
let isCounting = false;
watchSteps((_, path) => {
  const [, lead] = /^(.+waiting.+)\.[\w-]+\.tmp$/.exec(path) ?? [];
  isCounting ||= lead !== undefined && !existsSync(lead);
  if (!isCounting) return;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
});

const server = await startServer({
  config: parseConfig(process.env),
  openSite: () =>
    Promise.resolve({
      shown: serveFiles({ 'index.html': '<h1>Home</h1>' }, process.argv[2] ?? ''),
    }),
  log: () => undefined,
});
process.once('SIGTERM', () => void server.close());
// Otherwise a process stores its compiled code at its end, which a killed process does not reach.
flushCompileCache();
console.log(server.url);
