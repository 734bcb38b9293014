/** Serves the site on one Node machine: its pages, and the handlers of `src/engine/serve`. */
import { join } from 'node:path';
import { sampleAccount, type Config } from '../../config.ts';
import type { Leads } from '../../declaration.ts';
import { leads } from '../../site.ts';
import { getPictureOrigin } from '../../content/contentful/index.ts';
import { createPastAddresses, type FindEntry } from '../../addresses/index.ts';
import { lockDirectory, toDataDirectoryError } from '../../disk/index.ts';
import {
  createAnswerHeaders,
  createFileHeaders,
  openToEditor,
  previewHeaders,
  type FileHeaders,
} from '../../headers/index.ts';
import {
  createFileStore,
  createOutbox,
  createSendMail,
  prepareOutbox,
  type Outbox,
} from '../../leads/index.ts';
import { createLog, type Log } from '../../log.ts';
import { startPullProcess } from '../../pull/index.ts';
import { createRememberedPages, type RememberedPages, type Rendering } from '../../render/index.ts';
import type { Endpoints } from '../app.ts';
import { createContactHandler } from '../contact.ts';
import { createHealthHandler } from '../health.ts';
import { createRateLimit } from '../rate-limit.ts';
import { openSignatureStore } from '../webhook/signature.ts';
import { createWebhookHandler } from '../webhook/webhook.ts';
import { listServed, openMedia, openShareImages, type ServedFile } from './files.ts';
import { listen } from './http-server.ts';
import { createRequestHandler, type Gate } from './incoming.ts';
import { createPages, type Pages } from './pages.ts';
import { startPublishing, type Publishing, type RunningPublishing } from './publishing.ts';
import { createStorage } from './storage.ts';

/** Time after which a visitor gets a page as it was, and the next one the new page. An editor waits for drafts. */
const pagePatienceMs = { visitor: 200, editor: 10_000 };

/** The site to serve, and how to bring it up to date. */
export interface OpenedSite {
  rendering: Rendering;
  /** Folders of the scripts and styles of earlier code, for pages that are open. */
  formerClients?: readonly string[];
  /** Left out for a site that never changes. */
  publishing?: Publishing;
}

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
  remembered: RememberedPages;
  /** null: the site takes no leads. */
  outbox: (Outbox & { leads: Leads }) | null;
  publishing: RunningPublishing | null;
  isFaulty: () => boolean;
  log: Log;
}

function createEndpoints(parts: Parts): Endpoints {
  const { config, pages, remembered, outbox, publishing, isFaulty, log } = parts;
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
        getOrigins: () => [config.site.url],
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
      const { version, pulledAt } = remembered.getShown();
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

/** The files of the code that is shown, over the scripts and styles of the code before, for pages that are open. */
async function openCodeFiles({ rendering, formerClients = [] }: OpenedSite) {
  const isHashed = ([address]: readonly [string, ServedFile]) => address.startsWith('/_astro/');
  let files = new Map<string, ServedFile>();
  const add = async (clientDirectory: string) => {
    files = new Map([...[...files].filter(isHashed), ...(await listServed(clientDirectory))]);
  };
  for (const directory of [...formerClients, rendering.clientDirectory]) await add(directory);
  return { add, get: () => files };
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

/** Says in the log of a start whether leads are mailed. */
const describeMail = ({ contact }: Config) => ({
  mail: contact.smtpUrl === null ? 'SMTP_URL is not set: leads wait in the outbox' : 'on',
});

async function serve(
  { config, gate }: ServerOptions,
  opened: OpenedSite,
  unlock: () => void,
  log: Log,
): Promise<RunningServer> {
  const { rendering } = opened;
  const { contentful } = config;
  const outbox = leads && { ...(await openOutbox(config, log)), leads };
  const showsDrafts = contentful?.showsDrafts ?? false;
  const ofPreview = (own: Readonly<Record<string, string>>) =>
    showsDrafts ? { ...openToEditor(own), ...previewHeaders } : own;
  const headers = ofPreview(createAnswerHeaders(config.site.url));
  const pageHeaders = createFileHeaders(config.site.url, getPictureOrigin(contentful));
  const getHeaders: FileHeaders = (...file) => ofPreview(pageHeaders(...file));

  const files = await openCodeFiles(opened);
  const remembered = createRememberedPages(
    { rendering, version: rendering.version, pulledAt: rendering.pulledAt },
    {
      getHeaders,
      onFault(kind) {
        if (kind === 'content') publishing?.mendContent();
        if (kind === 'process') publishing?.noteProcessFault();
        if (kind === 'page') publishing?.checkCode();
      },
      patienceMs: pagePatienceMs[showsDrafts ? 'editor' : 'visitor'],
      log,
    },
  );
  const findCard = (address: string) =>
    remembered.ask(({ rendering, version }) => rendering.findCard(address, version));
  const shareImages = openShareImages(config, findCard, log);
  const stopping = new AbortController();
  const { publishing: given } = opened;
  const publishing: RunningPublishing | null =
    contentful && given
      ? await startPublishing({
          ...given,
          config: { ...config, contentful },
          pages: remembered,
          puller: startPullProcess(
            // Keeping what the site has is better than pages with error texts.
            { ...config, contentful, contentOnFailure: 'stale' },
            stopping.signal,
          ),
          onCode: files.add,
          onRound: async () => shareImages?.removeOthers(),
          reconcileMinutes: config.reconcileMinutes,
          log,
        })
      : null;
  const findEntry: FindEntry = (id) =>
    remembered.ask(({ rendering, version }) => rendering.findEntry(id, version));
  const past = given && !showsDrafts ? createPastAddresses(config, findEntry, log) : null;
  const pages = createPages({
    pages: remembered,
    getFiles: files.get,
    media: openMedia(config, () => publishing?.mendContent()),
    findShareImage: async (address) => (await shareImages?.find(address)) ?? null,
    getFileHeaders: (file) => getHeaders(file, null),
    findPast: past?.find ?? (() => Promise.resolve(null)),
    lookForItem: publishing?.lookForItem ?? (() => Promise.resolve(true)),
    ownHeaders: headers,
    onUnsent: () => publishing?.checkCode(),
    log,
  });
  const isFaulty = () =>
    remembered.hasFailures() ||
    (publishing?.getState().isFaulty ?? false) ||
    (past?.isDamaged() ?? false);
  const endpoints = createEndpoints({
    config,
    pages,
    remembered,
    outbox,
    publishing,
    isFaulty,
    log,
  });
  const handle = createRequestHandler({ config, headers, endpoints, pages, gate, log });
  const stop = async () => {
    stopping.abort();
    await publishing?.stop();
    remembered.end();
    shareImages?.end();
  };
  const server = await listen(handle, config.server).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  log({
    event: 'server.started',
    ...(outbox && describeMail(config)),
  });
  outbox?.start();

  return {
    url: server.url,
    update: async () => void (await publishing?.pullNow()),
    async close() {
      // A running answer may need a page that is not made yet.
      await Promise.all([server.close(), outbox?.stop()]);
      await stop();
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
    return await serve(options, await options.openSite(), unlock, log);
  } catch (error) {
    unlock();
    throw toDataDirectoryError(error);
  }
}
