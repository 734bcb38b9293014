/**
 * The embedded content service: a server on loopback that answers like Contentful's Delivery API, so
 * that the official client cannot tell, and on a second port like its Preview API. It feeds `start`, `dev`, `build` and the tests when no
 * account is configured; its faults can be switched on while it runs.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { assetFilePath, describeFile, readAssetFile, type StoredFile } from './asset-files.ts';
import { contentTypes } from './content-types.ts';
import { badRequest, notFound, ServiceError, tokenInvalid } from './errors.ts';
import {
  failRequest,
  largestAnswer,
  sendBadly,
  spoilListing,
  takeFault,
  tooBig,
  type Fault,
} from './faults.ts';
import {
  createManagement,
  managementPath,
  managementToken,
  type DeliveredContentType,
} from './management.ts';
import { findItem, findItems } from './query.ts';
import {
  createSpaceStore,
  environment,
  locale,
  spaceId,
  type Asset,
  type DescribedAsset,
  type Entry,
  type RawAsset,
  type RawEntry,
  type Space,
} from './space.ts';
import { createSync } from './sync.ts';

export type { Fault, FaultKind } from './faults.ts';
export type { RawAsset, RawEntry, Space } from './space.ts';

export interface ContentServiceOptions {
  space: Space;
  /** Folder of the assets' artwork; the sample space's own when left out. */
  images?: string;
  /** A free one when left out. */
  port?: number;
  /** Where an entry without the ordered field lands: Contentful documents neither. */
  withoutField?: 'first' | 'last';
  /** Those of the content model when left out; none is an empty account. */
  contentTypes?: readonly DeliveredContentType[];
}

export interface ContentService {
  /** `127.0.0.1:{port}`, plain http. */
  host: string;
  spaceId: string;
  token: string;
  /** The Preview API: another host, or below `/preview`; another token. */
  previewHost: string;
  previewToken: string;
  /** Of the Management API, below `/management`. */
  managementToken: string;
  environment: string;
  /** Path and query of each API request so far. */
  requests: readonly string[];
  /** Replaces the faults; none puts all right again. */
  setFaults(...faults: readonly Fault[]): Promise<void>;
  /** Saves an entry without publishing it. */
  save(entry: RawEntry): Entry;
  /** Publishes an entry, new or changed. */
  publish(entry: RawEntry): Entry;
  /** Takes an entry back; to the Delivery API deleting it is the same. */
  unpublish(id: string): void;
  publishAsset(asset: RawAsset): Promise<Asset>;
  unpublishAsset(id: string): void;
  /** Milliseconds for which what changes from now on is not shown yet; 0 shows all at once. */
  setLag(milliseconds: number): void;
  /** Replaces the whole space. */
  setSpace(space: Space): Promise<void>;
  close(): Promise<void>;
}

const deliveryToken = 'embedded-delivery-token';
const previewToken = 'embedded-preview-token';
const sampleImages = fileURLToPath(new URL('./sample/images/', import.meta.url));

const localeItem = {
  code: locale,
  name: 'English (United States)',
  default: true,
  fallbackCode: null,
  sys: { id: 'locale-en-us', type: 'Locale', version: 1 },
};
const spaceItem = {
  sys: { type: 'Space', id: spaceId },
  name: 'Sample space',
  locales: [{ code: locale, default: true, name: localeItem.name, fallbackCode: null }],
};

const list = (items: readonly unknown[]) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit: 1000,
  items,
});

export async function startContentService(options: ContentServiceOptions): Promise<ContentService> {
  const { images = sampleImages, port = 0, withoutField = 'last' } = options;
  const store = createSpaceStore();
  const sync = createSync(store);
  const files = new Map<string, StoredFile>();
  const requests: string[] = [];
  let host = '';
  let faults: Fault[] = [];

  async function describeAsset(raw: RawAsset): Promise<DescribedAsset> {
    const stored = await readAssetFile(raw, images);
    return {
      raw,
      describe: (revised) => {
        if (stored) files.set(assetFilePath(revised), stored);
        return describeFile(revised, stored, host);
      },
    };
  }

  async function setSpace(space: Space): Promise<void> {
    store.replaceAll(space, await Promise.all(space.assets.map(describeAsset)));
    for (const draft of space.drafts ?? []) store.save(draft);
  }

  function getAnswer(url: URL, authorization: string | undefined, onPreviewHost: boolean): unknown {
    const isPreviewPath = url.pathname.startsWith('/preview/');
    const isPreview = onPreviewHost || isPreviewPath;
    const getState = isPreview ? store.getSavedState : store.getState;
    const [root, space, ...rest] = url.pathname
      .split('/')
      .slice(isPreviewPath ? 2 : 1)
      .map(decodeURIComponent);
    if (root !== 'spaces') throw notFound();
    const token = authorization?.replace(/^Bearer /, '') ?? url.searchParams.get('access_token');
    if (token !== (isPreview ? previewToken : deliveryToken)) throw tokenInvalid();
    if (space !== spaceId) throw notFound({ type: 'Space', id: space });
    const path = rest[0] === 'environments' ? rest.slice(2) : rest;
    if (rest[0] === 'environments' && rest[1] !== environment) {
      throw notFound({ type: 'Environment', id: rest[1], space });
    }

    const [collection = '', id = '', ...more] = path;
    const parameters = url.searchParams;
    if (more.length > 0) throw notFound();
    if (id !== '') {
      if (collection === 'entries') return findItem(getState(), 'Entry', id, parameters);
      if (collection === 'assets') return findItem(getState(), 'Asset', id, parameters);
      const contentType = management.contentTypes().find(({ sys }) => sys.id === id);
      if (collection === 'content_types' && contentType) return contentType;
      throw notFound({ type: 'ContentType', id });
    }
    switch (collection) {
      case '':
        return spaceItem;
      case 'entries':
        return findItems(getState(), { type: 'Entry', parameters, withoutField });
      case 'assets':
        return findItems(getState(), { type: 'Asset', parameters, withoutField });
      case 'sync':
        if (isPreview) throw notFound();
        return sync(parameters, `http://${host}${url.pathname}`);
      case 'content_types':
        return list(management.contentTypes());
      case 'locales':
        return list([localeItem]);
      case 'tags':
        return list([]);
      default:
        throw notFound();
    }
  }

  function handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
    onPreviewHost: boolean,
  ): void {
    const address = request.url ?? '/';
    const url = new URL(address, `http://${host}`);
    const fault = takeFault(faults, address);
    const requestId = randomUUID();
    response.setHeader('x-contentful-request-id', requestId);
    const sendError = (error: unknown) => {
      const { status, id, message, details } =
        error instanceof ServiceError
          ? error
          : error instanceof URIError
            ? badRequest('The address could not be understood.')
            : new ServiceError(500, 'ServerError', String(error));
      response.statusCode = status;
      response.setHeader('content-type', 'application/vnd.contentful.delivery.v1+json');
      if (status === 429) {
        response.setHeader('x-contentful-ratelimit-reset', fault?.reset ?? '1');
        response.setHeader('x-contentful-ratelimit-second-limit', '55');
      }
      response.end(
        JSON.stringify({
          sys: { type: 'Error', id },
          message,
          requestId,
          ...(details && { details }),
        }),
      );
    };
    try {
      if (fault) failRequest(fault);
      if (url.pathname.startsWith(`${managementPath}/`)) {
        requests.push(`${request.method ?? ''} ${address}`);
        management.answer(request, url).then((answer) => {
          response.statusCode = answer === null ? 204 : 200;
          response.setHeader('content-type', 'application/vnd.contentful.management.v1+json');
          response.end(answer === null ? '' : JSON.stringify(answer));
        }, sendError);
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound();
      const file = files.get(url.pathname);
      if (file) {
        response.setHeader('content-type', file.contentType);
        response.setHeader('content-length', file.body.length);
        response.end(file.body);
        return;
      }
      requests.push(address);
      const answer = getAnswer(url, request.headers.authorization, onPreviewHost);
      const body = Buffer.from(JSON.stringify(fault ? spoilListing(fault.kind, answer) : answer));
      if (body.length > largestAnswer) throw tooBig(body.length);
      response.setHeader('content-type', 'application/vnd.contentful.delivery.v1+json');
      response.setHeader('x-contentful-ratelimit-second-limit', '55');
      if (!fault || !sendBadly(fault.kind, response, body)) response.end(body);
    } catch (error) {
      sendError(error);
    }
  }

  const server = createServer((request, response) => handleRequest(request, response, false));
  const previewServer = createServer((request, response) => handleRequest(request, response, true));
  /** Gives the port it got. */
  const listen = async (listener: Server, wanted: number): Promise<number> => {
    await once(listener.listen(wanted, '127.0.0.1'), 'listening');
    const address = listener.address();
    if (address === null || typeof address === 'string')
      throw new Error('The service has no port.');
    return address.port;
  };
  const stop = async (listener: Server) => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    listener.closeAllConnections();
    await closed;
  };

  const ownPort = await listen(server, port);
  const previewPort = await listen(previewServer, 0);
  host = `127.0.0.1:${String(ownPort)}`;
  const management = createManagement({
    store,
    host,
    contentTypes: options.contentTypes ?? contentTypes,
    keepFile: (path, file) => files.set(path, file),
  });
  await setSpace(options.space);

  return {
    host,
    spaceId,
    token: deliveryToken,
    previewHost: `127.0.0.1:${String(previewPort)}`,
    previewToken,
    managementToken,
    environment,
    requests,
    async setFaults(...wanted) {
      faults = wanted.map((fault) => ({ ...fault }));
      const refuses = faults.some(({ kind }) => kind === 'refuse');
      if (refuses && server.listening) await stop(server);
      if (!refuses && !server.listening) await listen(server, ownPort);
    },
    setLag: store.setLag,
    save: (entry) => store.save(entry),
    publish: (entry) => store.publish(entry),
    unpublish: store.unpublish,
    publishAsset: async (asset) => store.publishAsset(await describeAsset(asset)),
    unpublishAsset: store.unpublishAsset,
    setSpace,
    close: async () => {
      await Promise.all([stop(server), stop(previewServer)]);
    },
  };
}

if (import.meta.main) {
  const { sampleSpace } = await import('./sample/index.ts');
  const service = await startContentService({ space: sampleSpace, port: 4322 });
  console.log('The sample space answers like the Delivery API. To read it, put into .env:');
  console.log(`CONTENTFUL_SPACE_ID=${service.spaceId}`);
  console.log(`CONTENTFUL_DELIVERY_TOKEN=${service.token}`);
  console.log(`CONTENTFUL_HOST=${service.host}\nCONTENTFUL_INSECURE=true`);
}
