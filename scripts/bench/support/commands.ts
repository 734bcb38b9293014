/** Starts the commands of this project as a host does, each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withoutSettings } from '#engine/config.ts';
import type { prepareSite } from './published-site.ts';
import { getSecondsSince } from './seconds.ts';
import { webhookSecret } from './signed-requests.ts';

type PreparedSite = Awaited<ReturnType<typeof prepareSite>>;

const runFile = join(import.meta.dirname, '../../../src/engine/commands/run.mjs');

/** Starts a command in a folder without a `.env`: no lead of ours must go to an inbox. */
export function startCommand(
  name: 'build' | 'start',
  folder: string,
  { contentful, dataDirectory }: PreparedSite['config'],
) {
  return spawn(process.execPath, [runFile, name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...withoutSettings(process.env),
      PORT: '0',
      DATA_DIR: dataDirectory,
      RECONCILE_MINUTES: '0',
      CONTENTFUL_SPACE_ID: contentful.spaceId,
      CONTENTFUL_ENVIRONMENT: contentful.environment,
      CONTENTFUL_DELIVERY_TOKEN: contentful.deliveryToken,
      CONTENTFUL_HOST: contentful.host,
      CONTENTFUL_INSECURE: 'true',
      CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
    },
  });
}

/** Runs `npm start`. `open` waits for its first page. */
export function startSite({ folder, config }: PreparedSite) {
  const server = startCommand('start', folder, config);
  const exited = once(server, 'exit');
  const lines = createInterface(server.stdout);
  /** Waits for a line that begins so. @returns what follows, and when it was printed */
  const waitFor = async (beginning: string) => {
    const { promise, resolve } = Promise.withResolvers<{ rest: string; at: number }>();
    lines.on('line', (line) => {
      if (!line.startsWith(beginning)) return;
      resolve({ rest: line.slice(beginning.length), at: performance.now() });
    });
    const ended = exited.then(() => Promise.reject(new Error('The server ended.')));
    return Promise.race([promise, ended]);
  };
  return {
    pid: server.pid,
    async open() {
      const [begun, pulled, { rest: url }] = await Promise.all([
        waitFor('Reading the content'),
        waitFor('Content: '),
        waitFor('Serving the site at '),
      ]);
      await (await fetch(`${url}/blog`)).text();
      return { url, pull: (pulled.at - begun.at) / 1000, firstPage: getSecondsSince(pulled.at) };
    },
    async close() {
      server.kill();
      await exited;
    },
  };
}
