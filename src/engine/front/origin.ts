/** The origin: Astro's own server in a child process, so that a page without an end, or a lack of memory, stays there. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { getPictureOrigin, getSnapshotDirectory, sampleAccount } from '../account.ts';
import type { Answers } from '../content/read.ts';
import { OwnError, type Log } from '../base/log.ts';
import {
  damagedExit,
  isWholeBundle,
  questionsPath,
  versionHeader,
  type Bundle,
  type ListedCard,
  type OriginTask,
  createVisitorTest,
  readRoutes,
} from '../origin/index.ts';
import { childOptions } from '../processes/index.ts';
import { createBodyReader, isOwnOrigin } from '../endpoints/index.ts';

const processFile = fileURLToPath(new URL('../origin/server.ts', import.meta.url));
/** Time for an answer, after which the process is ended. */
const answerMs = 30_000;

/** Time in which the end of a process becomes known. */
const endKnownMs = 100;
/** What the front says itself of a request, or of its connection. */
const unforwarded =
  /^(?:x-forwarded-.*|forwarded|connection|keep-alive|transfer-encoding|accept-encoding)$/;
/** Bytes of a visitor's body, as in Astro: https://docs.astro.build/en/reference/configuration-reference/#securityactionbodysizelimit */
const mostBodyBytes = 1024 * 1024;

/** The process ended before it answered, or could not start. */
class OriginEnded extends OwnError {
  override name = 'OriginEnded';
}

export interface OriginAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type OriginConfig = Pick<Config, 'dataDirectory' | 'site' | 'contentful'>;

export interface OriginEvents {
  /** Asks for a pull. @returns whether the content service was read */
  onLook: () => Promise<boolean>;
  /** Called when the process could not read its code, or the content, on the disk: the next pull makes both again. */
  onDamage: () => void;
  log: Log;
}

const readBody = createBodyReader({ limit: mostBodyBytes, together: 16 * mostBodyBytes });

/** Whether a form was sent from the site: Astro itself knows one name of a site, and a machine has several. */
const isFromSite = ({ origin, host }: IncomingMessage['headers'], siteUrl: string) =>
  origin !== undefined && isOwnOrigin(origin, { url: `http://${host}` }, siteUrl);

/** Opens the origin of a bundle. Its process starts with the first request, and another one after its end. */
function createOrigin(
  bundle: Bundle,
  config: OriginConfig,
  { onLook, onDamage, log }: OriginEvents,
) {
  const { directory, code } = bundle;
  const account = config.contentful ?? sampleAccount;
  const folder = mkdtempSync(join(tmpdir(), 'origin-'));
  const agent = new Agent({ keepAlive: true });
  const siteUrl = new URL(config.site.url);
  const own = {
    host: siteUrl.host,
    'x-forwarded-host': siteUrl.host,
    'x-forwarded-proto': siteUrl.protocol.slice(0, -1),
  };
  let started: Promise<ChildProcess> | null = null;
  let sockets = 0;
  let socket = '';
  let isEnded = false;
  let isDamaged = false;

  /** Starts a process once its bundle is whole. @throws {OriginEnded} */
  async function startProcess(): Promise<ChildProcess> {
    if (!(await isWholeBundle(directory))) {
      isDamaged = true;
      onDamage();
      throw new OriginEnded('The bundle is damaged.');
    }
    sockets += 1;
    socket =
      process.platform === 'win32'
        ? `\\\\.\\pipe\\${process.pid}-${code}-${sockets}`
        : join(folder, String(sockets));
    const task: OriginTask = {
      directory,
      socket,
      dataDirectory: config.dataDirectory,
      snapshotDirectory: getSnapshotDirectory(config),
      account: { spaceId: account.spaceId, environment: account.environment },
      pictureOrigin: getPictureOrigin(config.contentful),
    };
    const child = fork(
      processFile,
      childOptions(config.dataDirectory, { ORIGIN: JSON.stringify(task) }),
    );
    child.setMaxListeners(0);
    child.on('exit', (exitCode) => {
      started = null;
      if (isEnded) return;
      log({ event: 'origin.ended', code: exitCode ?? 'killed' });
      if (exitCode !== damagedExit) return;
      isDamaged = true;
      onDamage();
    });
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new OriginEnded('The process of the pages ended early.')));
      child.on('error', () => reject(new OriginEnded('The process of the pages could not start.')));
      child.on('message', (message) => {
        if (message === 'listening') resolve(child);
        if (message === 'look')
          void onLook().then((isRead) => child.connected && child.send(isRead));
      });
    });
  }

  const getChild = (): Promise<ChildProcess> => {
    if (isEnded || isDamaged) throw new OriginEnded('The pages have no process.');
    started ??= startProcess().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };

  /** Sends a request. A process that does not answer in time, until `take` has the answer, is ended. */
  async function sendRequest<T>(
    options: RequestOptions,
    take: (answer: IncomingMessage) => T | Promise<T>,
    sent?: Buffer,
  ): Promise<T> {
    const child = await getChild();
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    let failure: OwnError = new OriginEnded('The process of the pages ended early.');
    const late = setTimeout(() => {
      failure = new OwnError('The page did not end in time.');
      child.kill('SIGKILL');
    }, answerMs);
    const asked = request({ ...options, socketPath: socket, agent }, resolve);
    asked.on('error', reject).end(sent);
    try {
      return await take(await promise);
    } catch {
      // The end of a process is known later than that of its connections.
      await wait(endKnownMs);
      throw failure;
    } finally {
      clearTimeout(late);
    }
  }

  const takeWhole = async (answer: IncomingMessage): Promise<OriginAnswer> => ({
    status: answer.statusCode ?? 500,
    headers: answer.headers,
    body: await buffer(answer),
  });
  const askOnce = (path: string, version: string) =>
    sendRequest({ path, headers: { ...own, [versionHeader]: version } }, takeWhole);

  /** Asks the next process for pages that waited when one ended: one of them may be why, and must not hold up the others. */
  const askAlone = pLimit(1);
  /** Asks for what is the same for all visitors; of the next process, when one has ended. @throws {OriginEnded} */
  const askForPage = (path: string, version: string): Promise<OriginAnswer> =>
    askOnce(path, version).catch((error: unknown) => {
      if (isEnded || isDamaged || !(error instanceof OriginEnded)) throw error;
      return askAlone(askOnce, path, version);
    });

  async function askContent<T>(question: string, version: string): Promise<T> {
    const { status, body } = await askForPage(`${questionsPath}/${question}`, version);
    if (status !== 200) throw new OriginEnded(`The content gives no answer to '${question}'.`);
    // Both sides are the same code (origin/pages/questions.ts).
    return JSON.parse(String(body)) as T;
  }

  return {
    code,
    /** Folder of the files that browsers load. */
    clientDirectory: join(directory, 'client'),
    isPerVisitor: createVisitorTest(readRoutes(directory)),
    ask: askForPage,
    /** Asks for what Astro answers to one visitor. Its body may be endless. @param client address of the visitor */
    forward: async (
      incoming: IncomingMessage,
      client: string,
      version: string,
    ): Promise<IncomingMessage> => {
      const { method, headers, url: path } = incoming;
      // A slow client must hold none of the few connections.
      const body = await readBody(incoming.iterator({ destroyOnReturn: false }), client);
      const given = Object.entries(headers).filter(([name]) => !unforwarded.test(name));
      const ofClient = {
        ...own,
        ...(isFromSite(headers, siteUrl.origin) && { origin: siteUrl.origin }),
        'x-forwarded-for': client,
        [versionHeader]: version,
        ...(body.length > 0 && { 'content-length': body.length }),
      };
      return sendRequest(
        { method, path, headers: { ...Object.fromEntries(given), ...ofClient } },
        (answer) => answer,
        body,
      );
    },
    readOverview: () => askContent<Answers['overview'] & { builtFor: string }>('content', ''),
    /** Lists the addresses of all pages. */
    listPaths: (version: string) => askContent<string[]>('pages', version),
    /** Finds what a share image shows; null for an address that no page names. */
    findCard: (path: string, version: string) =>
      askContent<ListedCard | null>(`card?path=${encodeURIComponent(path)}`, version),
    /** Whether the process could not read what is on the disk: then it starts no more. */
    isDamaged: () => isDamaged,
    /** Ends the process for good. */
    end: (): void => {
      isEnded = true;
      agent.destroy();
      void started?.then(
        (child) => child.disconnect(),
        () => undefined,
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Origin = ReturnType<typeof createOrigin>;

/** Of an origin without a server, which a command asks for pages. */
const unheard: OriginEvents = {
  onLook: () => Promise.resolve(false),
  onDamage: () => undefined,
  log: () => undefined,
};

/** Opens the origin of a bundle that has content of this site. @throws {OwnError} when it has none */
export async function startOrigin(
  bundle: Bundle,
  config: OriginConfig,
  events: OriginEvents = unheard,
): Promise<{ origin: Origin; version: string; pulledAt: string }> {
  const origin = createOrigin(bundle, config, events);
  try {
    const { siteUrl, builtFor, version, pulledAt } = await origin.readOverview();
    if (siteUrl !== config.site.url || builtFor !== siteUrl)
      throw new OwnError('Code or content are of another SITE_URL.');
    return { origin, version, pulledAt };
  } catch (error) {
    origin.end();
    throw error;
  }
}
