/** Shared by `npm start` and the draft preview: find a free port, serve a site, stop on a signal. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { isShortage } from '../disk/index.ts';
import { createLog, describeError } from '../base/log.ts';
import { pullInProcess } from '../pull/index.ts';
import { checkProject } from '../origin/check-project.ts';
import { findBundles, prepareBundle } from '../origin/index.ts';
import { TaskError } from '../processes/index.ts';
import {
  startOrigin,
  type OpenedSite,
  type OriginEvents,
  type Publishing,
  type RunningServer,
} from '../front/index.ts';
import { openContentSource, type ContentSource } from '../stand-in/content-source.ts';
import { CommandError, formatSeconds } from './command.ts';
import { logContent, reportWork } from './progress.ts';

const getReasons = (variable: string): Record<string, string> => ({
  EADDRINUSE: `it is already in use. Stop what listens there, or set ${variable} to a free one`,
  EACCES: `it is not allowed. Set ${variable} to one above 1023`,
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one it has',
  ENOTFOUND: 'this host name has no address. Set HOST to 127.0.0.1 or another address',
});

/** @throws {CommandError} when nobody can listen on the port */
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

/** Shows the content of the last pull; null where there is none, or no code that can read it. */
async function openLast(
  config: ContentSource['config'],
  events: OriginEvents,
): Promise<OpenedSite | null> {
  const bundles = await findBundles(config);
  for (const bundle of bundles) {
    const shown = await startOrigin(bundle, config, events).catch(() => null);
    if (!shown) continue;
    const others = bundles.filter((one) => one !== bundle);
    return { shown, formerClients: others.map(({ directory }) => join(directory, 'client')) };
  }
  return null;
}

/** Opens the site in `DATA_DIR`, which is updated while it is served; a missing one is made. @throws {TaskError} */
export async function openSite(
  config: ContentSource['config'],
  acceptFewer: boolean,
  log: (line: string) => void,
  events: OriginEvents,
): Promise<OpenedSite> {
  const bundleCode = async (signal: AbortSignal) => {
    await checkProject();
    const start = performance.now();
    const bundle = await prepareBundle(config, { signal });
    if (bundle.isNew) log(`Code: bundled (${formatSeconds(start)})`);
    return bundle;
  };
  let isDamaged = false;
  const last = await reportWork('Looking for the content of an earlier pull', log, () =>
    openLast(config, {
      ...events,
      onDamage: () => {
        isDamaged = true;
        events.onDamage();
      },
    }),
  );
  if (last) {
    log('Serving the content of the last pull while content and code are updated.');
    const publishing: Publishing = {
      prepareBundle: (signal) =>
        bundleCode(signal).catch((error: unknown) => {
          // Astro's errors have many lines: print them here, and keep one line for the log.
          log(error instanceof Error ? error.message : String(error));
          throw new TaskError('site', 'The code could not be bundled; the lines above say why.');
        }),
      acceptFewer,
    };
    return { ...last, publishing };
  }

  const stopping = new AbortController();
  try {
    const readContent = async () => {
      const keepsAddresses = !config.contentful.showsDrafts;
      const task = { acceptFewer, keepsAddresses, isDamaged };
      const pulled = await reportWork('Reading the content', log, (tell) =>
        pullInProcess(config, task, tell, stopping.signal),
      );
      // The server logs the content report after each of its pulls, the first included.
      logContent(pulled, log);
    };
    const [bundle] = await Promise.all([
      reportWork('Bundling the code', log, () => bundleCode(stopping.signal)),
      readContent(),
    ]);
    const shown = await reportWork('Preparing the pages', log, () =>
      startOrigin(bundle, config, events),
    );
    return { shown, publishing: { prepareBundle: bundleCode } };
  } finally {
    stopping.abort();
  }
}

/** Serves a site until a signal to stop. The port, which `variable` names, is checked before a site is made. */
export async function serveSite(
  config: Config,
  variable: 'PORT' | 'PREVIEW_PORT',
  start: (config: ContentSource['config']) => Promise<RunningServer>,
): Promise<RunningServer> {
  await requireFreePort(config.server, variable);
  if (config.site.url.startsWith('https:') && !config.server.trustProxy)
    console.log(
      'TRUST_PROXY is not true, and SITE_URL is https, which a proxy has to speak: all visitors then count as the proxy, thirty messages in ten minutes are the limit of all, and ten wrong secrets in a minute keep every editor out of a draft preview.',
    );
  const source = await openContentSource(config);
  try {
    const server = await start(source.config);
    const stopServing = async () => {
      await server.close();
      await source.close();
    };
    // Thrown by a timer or a library's own socket, where nobody can catch it: the shortage passes.
    const log = createLog(console.log);
    process.on('uncaughtException', (error) => {
      if (!isShortage(error)) throw error;
      log({ event: 'server.short', ...describeError(error) });
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void stopServing());
    return server;
  } catch (error) {
    await source.close();
    throw error;
  }
}
