/** A server in its own process, which tests can kill. The environment configures it; it prints its address. */
import { flushCompileCache } from 'node:module';
import { startServer } from '../../../src/engine/serve/node/server.ts';
import { readSite } from '../../../src/engine/publish/index.ts';
import { parseConfig } from '../../../src/config.ts';

const server = await startServer({
  config: parseConfig(process.env),
  openSite: async () => ({ site: await readSite(process.argv[2] ?? '') }),
  log: () => undefined,
});
process.once('SIGTERM', () => void server.close());
// Otherwise a process stores its compiled code at its end, which a killed process does not reach.
flushCompileCache();
process.stdout.write(server.url);
