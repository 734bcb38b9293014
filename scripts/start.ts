/** `npm start`: builds the site and serves it. The one line with the address is its last. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { startServer } from '../src/adapters/node/server.ts';
import type { Config } from '../src/config.ts';
import { buildSite } from './build.ts';
import { CommandError, runCommand } from './command.ts';
import { openContentSource } from './content-source.ts';
import { loadConfig } from './environment.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'it is already in use. Stop what listens there, or set PORT to a free one',
  EACCES: 'it is not allowed. Set PORT to one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one it has',
  ENOTFOUND: 'this host name has no address. Set HOST to 127.0.0.1 or another address',
};

/** Before the build, so that nobody waits for it in vain. */
async function requireFreePort({ host, port }: Config['server']): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new CommandError(`Cannot listen on ${host}:${port}: ${reasons[code] ?? code}.`);
  } finally {
    probe.close();
  }
}

await runCommand(async () => {
  const config = loadConfig();
  await requireFreePort(config.server);
  const distDirectory = resolve('dist');
  const source = await openContentSource(config);
  try {
    await buildSite(source.config, distDirectory, console.log);
  } catch (error) {
    await source.close();
    throw error;
  }
  const server = await startServer({ config: source.config, distDirectory, log: console.log });
  console.log(`Serving the site at ${server.url}`);

  const stop = async () => {
    await server.close();
    await source.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
});
