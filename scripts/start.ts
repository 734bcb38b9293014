/** `npm start`: builds the site and serves it. The one line with the address is its last. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startServer } from '../src/adapters/node/server.ts';
import type { Config } from '../src/config.ts';
import type { ContentType } from '../src/content/client.ts';
import { PublishError, runPublishJob } from '../src/adapters/node/publish/job.ts';
import { readReleasedSite } from '../src/adapters/node/publish/released-site.ts';
import { CommandError, formatSeconds, parseAcceptFewer, runCommand } from './command.ts';
import { logContent } from './content-log.ts';
import { openContentSource, type ContentSource } from './content-source.ts';
import { loadConfig } from './environment.ts';
import { prepareRenderer } from './renderer.ts';

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

/**
 * The release that this code makes of the content as it is now. What an earlier start or publish made
 * of the same is used again.
 */
async function openSite(
  config: ContentSource['config'],
  acceptFewer: readonly ContentType[],
  log: (line: string) => void,
) {
  const start = performance.now();
  const renderer = await prepareRenderer(config);
  if (renderer.isNew) log(`Code: bundled (${formatSeconds(start)})`);
  const { pull, pages } = await runPublishJob({
    config,
    renderer,
    wanted: [],
    whole: false,
    acceptFewer,
  }).catch((error: unknown) => {
    throw error instanceof PublishError ? new CommandError(error.message) : error;
  });
  logContent(pull, log);
  log(`Pages: ${pages.pages}, ${pages.changed} of them new (${formatSeconds(start)})`);
  const site = await readReleasedSite(config.dataDirectory);
  if (!site) throw new Error('There is no release after a publish.');
  return { site, renderer };
}

await runCommand(async () => {
  const acceptFewer = parseAcceptFewer();
  const config = loadConfig();
  await requireFreePort(config.server);
  const source = await openContentSource(config);
  const server = await startServer({
    config: source.config,
    openSite: () => openSite(source.config, acceptFewer, console.log),
    log: console.log,
  }).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  console.log(`Serving the site at ${server.url}`);

  const stop = async () => {
    await server.close();
    await source.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
});
