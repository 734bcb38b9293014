/** Serves the site on one Node machine: the front of the pages, and the handlers of `src/engine/endpoints`. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sampleAccount } from '../account.ts';
import type { Leads } from '../declare/declaration.ts';
import { leads } from '../site.ts';
import { createStorage, lockDirectory, toDataDirectoryError } from '../disk/index.ts';
import {
  createAnswerHeaders,
  createFileHeaders,
  createSecurityHeaders,
  getMediaType,
  openToEditor,
  pageCaching,
  permissionsPolicy,
  previewHeaders,
  unstoredPage,
  type HeaderFields,
} from '../headers/index.ts';
import {
  createFileStore,
  createOutbox,
  createSendMail,
  prepareOutbox,
  type Outbox,
} from '../leads/index.ts';
import { createLog, type Log } from '../base/log.ts';
import { startPullProcess } from '../pull/index.ts';
import {
  createContactHandler,
  createHealthHandler,
  createRateLimit,
  createWebhookHandler,
  openSignatureStore,
  type Endpoints,
} from '../endpoints/index.ts';
import { createCache, type Cache, type Shown } from './cache.ts';
import { openCodeFiles, openMedia, openShareImages, type ServedFile } from './files.ts';
import { createRequestHandler, startListening, type Gate } from './http-server.ts';
import type { OriginEvents } from './origin.ts';
import { createPages, type Pages } from './pages.ts';
import { startPublishing, type Publishing, type RunningPublishing } from './publish.ts';

/** Time after which a visitor gets a page as it was, and the next one the new page. An editor waits for drafts. */
const pagePatienceMs = { visitor: 200, editor: 10_000 };

/** The site to serve, and how to bring it up to date. */
export interface OpenedSite {
  shown: Shown;
  /** Folders of the scripts and styles of earlier code, for pages that are open. */
  formerClients?: readonly string[];
  /** Left out for a site that never changes. */
  publishing?: Publishing;
}

export interface ServerOptions {
  config: Config;
  /** Finds the site or makes it. Called once `DATA_DIR` is locked. */
  openSite: (events: OriginEvents) => Promise<OpenedSite>;
  /** Writes one line of the log, as JSON. */
  log: (line: string) => void;
  /** Called before every request; without a gate everybody may enter. */
  gate?: Gate;
}

export interface RunningServer {
  /** Base URL with the actual port. */
  url: string;
  /** Pulls, and waits until the changes are shown. */
  update(): Promise<void>;
  /** Waits at most ten seconds for running answers; stops mails and pulls. */
  close(): Promise<void>;
}

/** A monotonic clock for rate limits and caches: setting the time of day must not affect them. */
const monotonicNow = () => performance.now();

interface Parts {
  config: Config;
  pages: Pages;
  cache: Cache;
  /** null: the site takes no leads. */
  outbox: (Outbox & { leads: Leads }) | null;
  publishing: RunningPublishing | null;
  isFaulty: () => boolean;
  log: Log;
}

function createEndpoints(parts: Parts): Endpoints {
  const { config, pages, cache, outbox, publishing, isFaulty, log } = parts;
  const eventFolder = join(config.dataDirectory, 'events');
  const leadFolder = join(config.dataDirectory, 'outbox', 'waiting');
  const storage = createStorage([...(outbox ? [leadFolder] : []), eventFolder], log, monotonicNow);
  const signatures = openSignatureStore(eventFolder, Date.now);
  return {
    ...(outbox && {
      [`POST ${outbox.leads.path}`]: createContactHandler({
        leads: outbox.leads,
        outbox: { accept: (message) => storage.store(leadFolder, () => outbox.accept(message)) },
        rateLimit: createRateLimit(monotonicNow),
        siteUrl: config.site.url,
        onStored: () => void outbox.deliver(),
        getContactPage: () => pages.readPage(outbox.leads.path),
        inbox: config.contact.inbox,
        log,
      }),
    }),
    'POST /api/webhooks/contentful': createWebhookHandler({
      secret: config.webhookSecret,
      ...(config.contentful ?? sampleAccount),
      addSignature: (signature) => storage.store(eventFolder, () => signatures.add(signature)),
      // Status 202 promises a pull, which a site that never changes cannot keep.
      accept: (event) =>
        storage.store(
          eventFolder,
          () => publishing?.accept(event) ?? Promise.reject(new Error('No event is awaited.')),
        ),
      log,
      now: Date.now,
    }),
    'GET /api/health': createHealthHandler(async () => {
      const { version, pulledAt } = cache.getShown();
      return {
        version,
        pulledAt,
        building: publishing?.getState().isBuilding ?? false,
        isFaulty: isFaulty() || (await storage.isFailing()),
        ...(outbox && { leads: await outbox.count() }),
      };
    }),
  };
}

async function openOutbox({ dataDirectory, contact }: Config, log: Log): Promise<Outbox> {
  const directory = join(dataDirectory, 'outbox');
  await prepareOutbox(directory);
  return createOutbox({
    store: createFileStore(directory),
    sendMail: contact.smtpUrl === null ? null : createSendMail(contact, contact.smtpUrl),
    keepDays: contact.keepDays,
    log,
    now: Date.now,
    tick: monotonicNow,
  });
}

/** Chooses the type of an answer: hosts know that of a file by its ending. A page may have any address. */
function chooseType(path: string, given: string): string {
  if (given.startsWith('text/html')) return getMediaType('/');
  return /\.\w+$/.test(path) ? getMediaType(path) : given;
}

/** Chooses the headers of what the cache stores. */
const createPageHeaders =
  (siteUrl: string) =>
  (path: string, own: HeaderFields): HeaderFields => {
    const type = chooseType(path, own['content-type'] ?? '');
    if (type === '') return { ...createAnswerHeaders(siteUrl), ...own };
    const headers = type.startsWith('text/html')
      ? createSecurityHeaders(siteUrl)
      : createFileHeaders(siteUrl)({ address: path, type });
    return { ...headers, ...own, 'content-type': type };
  };

async function serveShown(
  { config, gate, openSite }: ServerOptions,
  unlock: () => void,
  log: Log,
): Promise<RunningServer> {
  const { contentful } = config;
  const siteUrl = config.site.url;
  const showsDrafts = contentful?.showsDrafts ?? false;
  const ofPreview = (own: HeaderFields) =>
    showsDrafts ? { ...openToEditor(own), ...previewHeaders } : own;
  let publishing: RunningPublishing | null = null;
  const events: OriginEvents = {
    onLook: () => publishing?.lookForItem() ?? Promise.resolve(true),
    onDamage: () => publishing?.readEverything(),
    log,
  };
  const { shown, formerClients = [], publishing: given } = await openSite(events);
  const outbox = leads && { ...(await openOutbox(config, log)), leads };
  const headers = ofPreview(createAnswerHeaders(siteUrl));
  const getFileHeaders = createFileHeaders(siteUrl);
  const toHeaders = createPageHeaders(siteUrl);

  const files = await openCodeFiles([...formerClients, shown.origin.clientDirectory]);
  const cache = createCache(shown, {
    toHeaders: (...answer) => ofPreview(toHeaders(...answer)),
    patienceMs: pagePatienceMs[showsDrafts ? 'editor' : 'visitor'],
    log,
  });
  const shareImages = openShareImages(
    config,
    (address) => cache.getShown().origin.findCard(address, cache.getShown().version),
    log,
  );
  const stopping = new AbortController();
  if (contentful && given)
    publishing = await startPublishing({
      ...given,
      config: { ...config, contentful },
      cache,
      puller: startPullProcess(
        // Keeping what the site has is better than pages with error texts.
        { ...config, contentful, contentOnFailure: 'stale' },
        stopping.signal,
      ),
      events,
      onCode: files.add,
      onWarm: async () => shareImages?.removeOthers(),
      reconcileMinutes: config.reconcileMinutes,
      log,
    });
  const pages = createPages({
    cache,
    files,
    media: openMedia(config),
    findShareImage: async (address) => (await shareImages?.find(address)) ?? null,
    getFileHeaders: ({ policy, ...file }: ServedFile) =>
      ofPreview({
        ...getFileHeaders(file),
        ...(policy !== undefined && {
          ...pageCaching,
          'permissions-policy': permissionsPolicy,
          'content-security-policy': policy,
        }),
      }),
    ownHeaders: headers,
    forwardedHeaders: ofPreview({ ...createSecurityHeaders(siteUrl), ...unstoredPage }),
    log,
  });
  const isFaulty = () => cache.hasFailures() || (publishing?.getState().isFaulty ?? false);
  const endpoints = createEndpoints({ config, pages, cache, outbox, publishing, isFaulty, log });
  const handle = createRequestHandler({ config, headers, endpoints, pages, gate, log });
  const stopServing = async () => {
    stopping.abort();
    await publishing?.stop();
    cache.end();
    shareImages?.end();
  };
  const server = await startListening(handle, config.server).catch(async (error: unknown) => {
    await stopServing();
    throw error;
  });
  const isMailed = config.contact.smtpUrl !== null;
  const mail = isMailed ? 'on' : 'SMTP_URL is not set: leads wait in the outbox';
  log({ event: 'server.started', ...(outbox && { mail }) });
  outbox?.start();

  return {
    url: server.url,
    update: async () => void (await publishing?.pullNow()),
    async close() {
      // A running answer may need a page that is not made yet.
      await Promise.all([server.close(), outbox?.stop()]);
      await stopServing();
      unlock();
      log({ event: 'server.stopped' });
    },
  };
}

/**
 * Serves the site, takes leads and mails them, and shows what changes.
 * @throws {ConfigError} when DATA_DIR cannot be used or is in use; EADDRINUSE when the port is taken
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = createLog(options.log);
  const unlock = await lockDirectory(options.config.dataDirectory);
  try {
    return await serveShown(options, unlock, log);
  } catch (error) {
    unlock();
    throw toDataDirectoryError(error);
  }
}
