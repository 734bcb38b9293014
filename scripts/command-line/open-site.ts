/** What the commands that serve the site have in common: a free port, and a release to serve. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { PublishError, runPublishJob } from '../../src/adapters/node/publish/job.ts';
import { readReleasedSite } from '../../src/adapters/node/publish/released-site.ts';
import type { RunningServer } from '../../src/adapters/node/server.ts';
import type { Config } from '../../src/config.ts';
import { logContent } from './content-log.ts';
import { CommandError, formatSeconds } from './command.ts';
import type { ContentSource } from '../content-service/content-source.ts';
import { prepareRenderer } from '../astro/renderer.ts';
import type { ContentType } from '../../src/content/contentful/contract.ts';

const getReasons = (variable: string): Record<string, string> => ({
  EADDRINUSE: `it is already in use. Stop what listens there, or set ${variable} to a free one`,
  EACCES: `it is not allowed. Set ${variable} to one above 1023`,
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one it has',
  ENOTFOUND: 'this host name has no address. Set HOST to 127.0.0.1 or another address',
});

/** Before the build, so that nobody waits for it in vain. */
export async function requireFreePort(
  { host, port }: Config['server'],
  variable: 'PORT' | 'PREVIEW_PORT',
): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new CommandError(
      `Cannot listen on ${host}:${port}: ${getReasons(variable)[code] ?? code}.`,
    );
  } finally {
    probe.close();
  }
}

/**
 * The release that this code makes of the content as it is now. What an earlier start or publish made
 * of the same is used again.
 */
export async function openSite(
  config: ContentSource['config'],
  acceptFewer: readonly ContentType[],
  log: (line: string) => void,
) {
  const start = performance.now();
  const renderer = await prepareRenderer(config);
  if (renderer.isNew) log(`Code: bundled (${formatSeconds(start)})`);
  const task = { events: [], whole: false, acceptFewer };
  const { pull, pages } = await runPublishJob({ config, renderer }, task).catch(
    (error: unknown) => {
      throw error instanceof PublishError ? new CommandError(error.message) : error;
    },
  );
  logContent(pull, log);
  log(`Pages: ${pages.pages}, ${pages.changed} of them new (${formatSeconds(start)})`);
  const site = await readReleasedSite(config.dataDirectory);
  if (!site) throw new Error('There is no release after a publish.');
  return { site, renderer };
}

/** Serves until the process is told to stop. */
export function stopOnSignal(server: RunningServer, source: ContentSource): void {
  const stop = async () => {
    await server.close();
    await source.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}
