/** Serves the site on one Node machine: the pages of the site, and the handlers of `src/engine/serve`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createRequest, createRequestListener, sendResponse } from '@remix-run/node-fetch-server';
import { sampleAccount, type Config } from '../../config.ts';
import { contentReportPath, routes } from '../../site.ts';
import { getPictureOrigin } from '../../content/contentful/index.ts';
import { createPastAddresses } from '../../addresses/index.ts';
import { createApp, type Endpoints } from '../app.ts';
import { createContactHandler } from '../contact.ts';
import {
  createFileStore,
  createOutbox,
  createSendMail,
  prepareOutbox,
  type Outbox,
} from '../../leads/index.ts';
import {
  createAskLive,
  createContentApi,
  createContentReport,
  createServedPages,
  type MakeLive,
} from '../live.ts';
import { createHealthHandler } from '../health.ts';
import { Refusal } from '../http.ts';
import {
  createAnswerHeaders,
  createFileHeaders,
  openToEditor,
  previewHeaders,
  type FileHeaders,
} from '../../headers/index.ts';
import { makeDoor } from '../door.ts';
import { createWebhookHandler } from '../webhook/webhook.ts';
import { createLog, type Log } from '../../log.ts';
import { createRateLimit } from '../rate-limit.ts';
import { getClientAddress, parseTarget } from './incoming.ts';
import { lockDirectory, toDataDirectoryError } from '../../disk/index.ts';
import { listen } from './http-server.ts';
import { createLiveRequests, type PageHandler } from './live-pages.ts';
import { createPages, type Pages } from './pages.ts';
import { startPullProcess } from '../../pull/index.ts';
import type { Site } from '../../table/index.ts';
import { startPublisher, type Publisher, type Publishing } from './publisher.ts';
import { createStorage } from './storage.ts';
import { openSignatureStore } from '../webhook/signature-store.ts';

/** The site to serve, and how to keep it up to date. */
export interface OpenedSite {
  site: Site;
  /** Left out for a site that never changes. */
  publishing?: Publishing;
}

/** Answers a request that may not enter; undefined when it may. */
export type Gate = (request: Request, clientAddress: string) => Promise<Response | undefined>;

export interface ServerOptions {
  config: Config;
  /** Finds the site or makes it. Called once `DATA_DIR` is locked. */
  openSite: () => Promise<OpenedSite>;
  /** Writes one line of the log, as JSON. */
  log: (line: string) => void;
  /** Called before every request; without a gate everybody may enter. */
  gate?: Gate;
}

export interface RunningServer {
  /** Base URL with the actual port. */
  url: string;
  /** Publishes changes of the content, and waits for that, but not long. */
  update(): Promise<void>;
  /** Waits at most ten seconds for running answers; stops mails and publishes. */
  close(): Promise<void>;
}

/** A monotonic clock for rate limits and caches: setting the time of day must not affect them. */
const monotonicNow = () => performance.now();

interface Parts {
  config: Config;
  /** Headers of answers that do not come from a file. */
  headers: Readonly<Record<string, string>>;
  pages: Pages;
  outbox: Outbox;
  publisher: Publisher | null;
  isDamaged: () => boolean;
  log: Log;
}

/** Creates the endpoints that need no content service. */
function createEndpoints({ config, pages, outbox, publisher, isDamaged, log }: Parts): Endpoints {
  const publishFolder = join(config.dataDirectory, 'publish');
  const leadFolder = join(config.dataDirectory, 'outbox', 'waiting');
  const storage = createStorage([leadFolder, publishFolder], log, monotonicNow);
  const signatures = openSignatureStore(publishFolder, Date.now);
  return {
    [`POST ${routes.contact}`]: createContactHandler({
      outbox: { accept: (message) => storage.store(leadFolder, () => outbox.accept(message)) },
      rateLimit: createRateLimit(monotonicNow),
      getOrigins: () => [config.site.url],
      onStored: () => void outbox.deliver(),
      getContactPage: () => pages.readPage(routes.contact),
      inbox: config.contact.inbox,
      log,
    }),
    'POST /api/webhooks/contentful': createWebhookHandler({
      secret: config.webhookSecret,
      ...(config.contentful ?? sampleAccount),
      signatures: {
        add: (signature) => storage.store(publishFolder, () => signatures.add(signature)),
      },
      // Status 202 promises a publish, which a site without a publisher cannot keep.
      accept: (event) =>
        storage.store(
          publishFolder,
          () => publisher?.accept(event) ?? Promise.reject(new Error('No publisher')),
        ),
      log,
      now: Date.now,
    }),
    'GET /api/health': createHealthHandler(async () => {
      const { version, pulledAt } = await pages.readReceipt();
      const state = publisher?.getState();
      return {
        version,
        pulledAt,
        building: state?.isBuilding ?? false,
        isDamaged: isDamaged() || (await storage.isFailing()),
        failedPulls: state?.failures ?? 0,
        leads: await outbox.count(),
      };
    }),
  };
}

/** Joins gate, endpoints and pages into one function: first the gate, then the endpoint or the page. */
function createRequestHandler(
  { config, headers, log }: Parts,
  endpoints: Endpoints,
  handlePage: PageHandler,
  gate: Gate | undefined,
) {
  const app = createApp({ siteUrl: config.site.url, headers, log, endpoints });
  const unreadable = 'This request cannot be read.';
  const onError = () => new Refusal(400, unreadable, headers).toResponse();
  const send = (response: ServerResponse, answer: Response) => {
    for (const [name, value] of Object.entries(headers))
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    return sendResponse(response, answer);
  };
  return (incoming: IncomingMessage, response: ServerResponse): void => {
    const url = parseTarget(incoming, config.site.url);
    if (typeof url === 'number') {
      void send(response, new Refusal(url, unreadable, { connection: 'close' }).toResponse());
      return;
    }
    incoming.url = url;
    const address = getClientAddress(incoming, config.server.trustProxy);
    const { method } = incoming;
    const isForApp =
      (method !== 'GET' && method !== 'HEAD') ||
      url.startsWith('/api/') ||
      `GET ${url.split('?', 1)[0]}` in endpoints;
    const enter = () => {
      if (isForApp)
        createRequestListener((request) => app(request, address), { onError })(incoming, response);
      else void handlePage(incoming, response, address);
    };
    if (gate)
      gate(createRequest(incoming, response), address)
        .then((refusal) => (refusal ? send(response, refusal) : enter()))
        .catch(() => response.destroy());
    else enter();
  };
}

async function serve(
  { config, gate }: ServerOptions,
  opened: OpenedSite,
  unlock: () => void,
  log: Log,
): Promise<RunningServer> {
  const { publishing } = opened;
  const { contentful } = config;
  const { smtpUrl } = config.contact;
  const outboxDirectory = join(config.dataDirectory, 'outbox');
  await prepareOutbox(outboxDirectory);
  const outbox = createOutbox({
    store: createFileStore(outboxDirectory),
    sendMail: smtpUrl === null ? null : createSendMail(config.contact, smtpUrl),
    keepDays: config.contact.keepDays,
    log,
    now: Date.now,
    tick: monotonicNow,
  });
  const ofPreview = (own: Parts['headers']) =>
    contentful?.showsDrafts ? { ...openToEditor(own), ...previewHeaders } : own;
  const headers = ofPreview(createAnswerHeaders(config.site.url));
  const pageHeaders = createFileHeaders(config.site.url, getPictureOrigin(contentful));
  const getFileHeaders: FileHeaders = (...page) => ofPreview(pageHeaders(...page));
  const past = publishing && !contentful?.showsDrafts ? createPastAddresses(config, log) : null;
  const stopping = new AbortController();
  // Keeping what the site has is better than pages with error texts.
  const puller =
    contentful &&
    startPullProcess({ ...config, contentful, contentOnFailure: 'stale' }, stopping.signal);
  const publisher =
    publishing && contentful && puller
      ? await startPublisher({
          ...publishing,
          config: { ...config, contentful },
          site: opened.site,
          puller,
          reconcileMinutes: config.reconcileMinutes,
          log,
        })
      : null;
  /** Whether a file is missing or damaged that no publisher makes again. */
  let isSpoilt = false;
  const spoil = () => {
    isSpoilt = true;
    return Promise.resolve(false);
  };
  const pages = createPages({
    site: opened.site,
    ownHeaders: headers,
    getFileHeaders,
    findPast: (path) => past?.find(path) ?? null,
    makeTrue: publisher?.pages.makeTrue ?? (() => Promise.resolve(false)),
    mend: publisher?.pages.mend ?? spoil,
    log,
  });
  /** In the process that pulls, so that a large entry delays no visitor of a page. */
  const makeLive: MakeLive = async (address) => {
    const content = (await puller?.fetchLive(address)) ?? null;
    return content && { json: JSON.stringify(content), page: null };
  };
  const ask =
    puller &&
    createAskLive(makeLive, {
      // A pull gives the next visitor a page of the site.
      onFound: async (address) => {
        if (!(await pages.isBuilt(address))) publisher?.request();
      },
      log,
      now: monotonicNow,
    });
  const toServed = createServedPages(config.site.url, contentful);
  const getReport = async () => {
    const report = await publisher?.report();
    if (!report) return null;
    return toServed(contentReportPath, report.html, await pages.readParts(report.code));
  };
  const isDamaged = () =>
    isSpoilt || (publisher?.getState().isDamaged ?? false) || (past?.isDamaged() ?? false);
  const parts = { config, headers, pages, outbox, publisher, isDamaged, log };
  // A draft preview has the report as a page, which the gate protects.
  const door = gate ? null : makeDoor(config);
  const endpoints = {
    ...createEndpoints(parts),
    ...(ask && createContentApi(ask)),
    ...(publisher && door && createContentReport(door, getReport)),
  };
  const handlePage =
    publisher && ask ? createLiveRequests(ask, pages, publisher.pullNow) : pages.handle;
  const handle = createRequestHandler(parts, endpoints, handlePage, gate);
  const server = await listen(handle, config.server).catch(async (error: unknown) => {
    await publisher?.stop();
    throw error;
  });
  log({
    event: 'server.started',
    mail: smtpUrl === null ? 'SMTP_URL is not set: leads wait in the outbox' : 'on',
  });
  outbox.start();

  return {
    url: server.url,
    update: async () => publisher?.pullNow(),
    async close() {
      stopping.abort();
      await Promise.all([server.close(), publisher?.stop(), outbox.stop()]);
      unlock();
      log({ event: 'server.stopped' });
    },
  };
}

/**
 * Serves the site, takes leads and mails them, and publishes what changes.
 * @throws {ConfigError} when DATA_DIR cannot be used or is in use; EADDRINUSE when the port is taken
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = createLog(options.log);
  const unlock = await lockDirectory(options.config.dataDirectory);
  try {
    return await serve(options, await options.openSite(), unlock, log);
  } catch (error) {
    unlock();
    throw toDataDirectoryError(error);
  }
}
