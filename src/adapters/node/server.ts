/** The site on one Node machine: static files of a release, and the handlers of `src/server`. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { sampleAccount, type Config } from '../../config.ts';
import { receiptName } from '../../content/snapshot/build-receipt.ts';
import { lenientObject, nullableText, parseJson } from '../../rules/schemas.ts';
import { routes } from '../../data/routes.ts';
import { createContentClient } from '../../content/contentful/client.ts';
import { createLiveContent } from '../../content/pull/live.ts';
import { createApp } from '../../server/app.ts';
import { createContactHandler } from '../../server/contact/handler.ts';
import { createSendMail } from '../../server/contact/mail.ts';
import { createOutbox } from '../../server/contact/outbox.ts';
import { createContentApi } from '../../server/content-api.ts';
import { createHealthHandler } from '../../server/health.ts';
import { createFileHeaders, type FileHeaders } from '../../server/file-headers.ts';
import { createAnswerHeaders } from '../../server/headers.ts';
import { previewHeaders } from '../../server/preview-access.ts';
import { createWebhookHandler } from '../../server/publish/webhook.ts';
import { createLog, type Log } from '../../server/log.ts';
import { createRateLimit } from '../../server/rate-limit.ts';
import { createVitalsEndpoint } from '../../server/vitals.ts';
import { createFileStore, prepareOutbox } from './file-store.ts';
import { lockDirectory } from './lock.ts';
import { startMailWorker } from './mail-worker.ts';
import { createPages } from './pages.ts';
import type { PublishSite } from './publish/job.ts';
import { startPublisher, type Publisher } from './publish/publisher.ts';
import { openSignatureStore } from './publish/signature-store.ts';
import type { Site } from './site.ts';
import { getPictureOrigin } from '../../content/contentful/account.ts';

/** What is served, and how it is kept up to date. */
export interface OpenedSite {
  site: Site;
  /** Renders what changes in the content; without one, the site stays as it is. */
  renderer?: PublishSite['renderer'];
}

/** Lets a request in, or answers it. */
export type Gate = (
  request: IncomingMessage,
  response: ServerResponse,
  clientAddress: string,
) => boolean;

export interface ServerOptions {
  config: Config;
  /** Makes or finds the site; asked once `DATA_DIR` is ours. */
  openSite: () => Promise<OpenedSite>;
  /** Takes the log, one line of JSON at a time. */
  log: (line: string) => void;
  /** In front of everything; without one, everybody is let in. */
  gate?: Gate;
}

export interface RunningServer {
  /** Where it answers, with the port it got. */
  url: string;
  /** Asks the content service for what changed. */
  update(): void;
  /** Lets running answers and mails end; answers for at most ten seconds. */
  close(): Promise<void>;
}

/** Milliseconds within which a request has to be here, whole; slower clients get 408 and are closed. */
const requestLimit = 7000;
/** Milliseconds a visitor waits for live content at most. */
const liveDeadline = { deadlineMs: 10_000 };
/** Milliseconds that `close` waits for running answers. */
const stopLimit = 10_000;

/**
 * Who is asking, for rate limits. Of a list of forwarded addresses only the last was written by our
 * own proxy; those before are whatever the client made up.
 */
function getClientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: boolean,
): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  return trustProxy && isIP(last) ? last : (request.socket.remoteAddress ?? '');
}

const receiptSchema = lenientObject({ release: nullableText, builtAt: nullableText });

/** What a build says of itself. */
async function readReceipt(site: Site) {
  const file = site.files.get(`/${receiptName}`);
  const text = file ? await readFile(file.path, 'utf8') : '{}';
  return parseJson(receiptSchema, text) ?? { release: null, builtAt: null };
}

/**
 * Serves the site, takes leads and mails them.
 * @throws {ConfigError} when another server uses the data folder
 * @throws {Error} with code EADDRINUSE when the port is taken
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, openSite } = options;
  const log = createLog(options.log);
  const unlock = lockDirectory(config.dataDirectory);
  try {
    return await serve(options, await openSite(), log, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function serve(
  { config, gate }: ServerOptions,
  { site, renderer }: OpenedSite,
  log: Log,
  unlock: () => void,
): Promise<RunningServer> {
  const { smtpUrl } = config.contact;
  let receipt = await readReceipt(site);
  const securityHeaders = createAnswerHeaders(config.site.url);
  const getUsualHeaders = createFileHeaders(config.site.url, getPictureOrigin(config.contentful));
  const getFileHeaders: FileHeaders = config.contentful?.showsDrafts
    ? (file, html) => ({ ...getUsualHeaders(file, html), ...previewHeaders })
    : getUsualHeaders;
  const pages = createPages({ site, securityHeaders, getFileHeaders, log });
  const stopping = new AbortController();
  let preparing = Promise.resolve();
  let publisher: Publisher | null = null;
  const isPublishing = () => publisher?.getState().running ?? false;
  const prepare = () => {
    const options = { signal: stopping.signal, isBusy: isPublishing };
    preparing = preparing.then(() => pages.prepare(options));
  };

  const outboxDirectory = join(config.dataDirectory, 'outbox');
  await prepareOutbox(outboxDirectory);
  const outbox = createOutbox({
    store: createFileStore(outboxDirectory),
    sendMail: smtpUrl === null ? null : createSendMail(config.contact, smtpUrl),
    log,
    now: Date.now,
  });
  const contentApi = config.contentful
    ? createContentApi({
        live: createLiveContent({
          client: createContentClient(config.contentful, liveDeadline),
          getNow: () => new Date(),
        }),
        log,
        now: Date.now,
      })
    : [];
  const { contentful } = config;
  if (renderer && contentful) {
    publisher = await startPublisher({
      config: { ...config, contentful },
      renderer,
      reconcileMinutes: config.reconcileMinutes,
      onRelease: async (next) => {
        receipt = await readReceipt(next);
        pages.replace(next);
        prepare();
      },
      log,
    });
  }
  const app = createApp({
    siteUrl: config.site.url,
    log,
    endpoints: [
      {
        method: 'POST',
        path: routes.contact,
        handle: createContactHandler({
          outbox,
          rateLimit: createRateLimit(Date.now),
          getOrigins: () => [config.site.url],
          onStored: (id) => void outbox.deliver(id),
          log,
        }),
      },
      {
        method: 'POST',
        path: '/api/webhooks/contentful',
        handle: createWebhookHandler({
          secret: config.webhookSecret,
          ...(contentful ?? sampleAccount),
          signatures: await openSignatureStore(join(config.dataDirectory, 'publish'), Date.now),
          // Without a renderer no event is accepted: an answer of 202 would promise a publish.
          accept: (event) => publisher?.accept(event) ?? Promise.reject(new Error('No publisher')),
          log,
          now: Date.now,
        }),
      },
      ...contentApi,
      ...(config.vitals
        ? [
            createVitalsEndpoint({
              rateLimit: createRateLimit(Date.now),
              getOrigins: () => [config.site.url],
              log,
            }),
          ]
        : []),
      {
        method: 'GET',
        path: '/api/health',
        handle: createHealthHandler(async () => ({
          ...receipt,
          building: isPublishing(),
          failedPublishes: publisher?.getState().failures ?? 0,
          leads: await outbox.count(),
        })),
      },
    ],
  });
  const listener = getRequestListener(
    (request, { incoming }) => app(request, getClientAddress(incoming, config.server.trustProxy)),
    {
      overrideGlobalObjects: false,
      errorHandler: () =>
        Response.json(
          { error: 'This request cannot be read.' },
          { status: 400, headers: { ...securityHeaders } },
        ),
    },
  );

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const address = getClientAddress(request, config.server.trustProxy);
    if (gate && !gate(request, response, address)) return;
    const { method, url = '' } = request;
    const isForApp = (method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/');
    if (isForApp && url.startsWith('/')) void listener(request, response);
    else pages.handle(request, response);
  }

  const server = createServer(
    {
      headersTimeout: requestLimit,
      requestTimeout: requestLimit,
      // Node looks for slow clients only every 30 seconds unless told.
      connectionsCheckingInterval: 500,
      // Longer than clients like to keep one: who hangs up first meets no request on its way.
      keepAliveTimeout: 15_000,
    },
    handle,
  );
  // A client that takes nothing for this long is gone.
  server.setTimeout(30_000);
  const { host, port } = config.server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  log({
    event: 'server.started',
    mail: smtpUrl === null ? 'SMTP_URL is not set: leads wait in the outbox' : 'on',
  });
  const mailWorker = startMailWorker(outbox, log);
  prepare();

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    update: () => publisher?.request(),
    async close() {
      stopping.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => {
        server.closeAllConnections();
      }, stopLimit);
      await Promise.all([closed, preparing]);
      clearTimeout(late);
      await publisher?.stop();
      await mailWorker.stop();
      unlock();
      log({ event: 'server.stopped' });
    },
  };
}
