/**
 * The embedded content service: a server on loopback that the official client cannot distinguish from
 * Contentful's Delivery API. A second port answers like the Preview API. `start`, `dev`, `build` and the
 * tests read this service when no account is configured. Tests can switch on faults while the service runs.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ContentfulAccount } from '../../src/engine/content/index.ts';
import { assetFilePath, describeFile, readAssetFile, type StoredFile } from './asset-files.ts';
import { contentTypes } from './content-types.ts';
import { badRequest, notFound, ServiceError } from './errors.ts';
import {
  failRequest,
  largestAnswer,
  sendBadly,
  spoilListing,
  takeFault,
  tooBig,
  type Fault,
} from './faults.ts';
import { createDelivery, deliveryToken, previewToken } from './delivery.ts';
import {
  createSpaceStore,
  environment,
  spaceId,
  type Asset,
  type DescribedAsset,
  type RawAsset,
  type Space,
  type SpaceStore,
} from './space.ts';

export type { Fault, FaultKind } from './faults.ts';
export type { RawAsset, RawEntry, Space } from './space.ts';

export interface ContentServiceOptions {
  space: Space;
  /** Folder of the assets' artwork; by default that of the sample space. */
  images?: string;
  /** By default the content types of the content model. An empty list makes an empty account. */
  contentTypes?: readonly { sys: { id: string }; fields?: readonly object[] }[];
}

export interface ContentService extends Pick<
  SpaceStore,
  'publish' | 'save' | 'setLag' | 'unpublish' | 'unpublishAsset'
> {
  /** How the site reads the service. The Preview API has a host and a token of its own. */
  account: ContentfulAccount;
  /** `127.0.0.1:{port}`, over plain HTTP. */
  host: string;
  /** Path and query of each API request since the start. */
  requests: readonly string[];
  /** Replaces all faults; without arguments the service works normally. */
  setFaults(...faults: readonly Fault[]): Promise<void>;
  publishAsset(asset: RawAsset): Promise<Asset>;
  /** Replaces the whole space. */
  setSpace(space: Space): Promise<void>;
  close(): Promise<void>;
}

const sampleImages = fileURLToPath(new URL('./sample/images/', import.meta.url));

const deliveryType = 'application/vnd.contentful.delivery.v1+json';

function sendFile(response: ServerResponse, { contentType, body }: StoredFile): void {
  response.setHeader('content-type', contentType);
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** @throws {ServiceError} when the answer exceeds 7 MB */
function sendDelivered(response: ServerResponse, answer: unknown, fault: Fault | undefined): void {
  const body = Buffer.from(JSON.stringify(fault ? spoilListing(fault.kind, answer) : answer));
  if (body.length > largestAnswer) throw tooBig(body.length);
  response.setHeader('content-type', deliveryType);
  response.setHeader('x-contentful-ratelimit-second-limit', '55');
  if (!fault || !sendBadly(fault.kind, response, body)) response.end(body);
}

function sendError(
  response: ServerResponse,
  error: unknown,
  { requestId, reset = '1' }: { requestId: string; reset: string | undefined },
): void {
  const { status, id, message, details } = toServiceError(error);
  response.statusCode = status;
  response.setHeader('content-type', deliveryType);
  if (status === 429) {
    response.setHeader('x-contentful-ratelimit-reset', reset);
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
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof URIError) return badRequest('The address could not be understood.');
  return new ServiceError(500, 'ServerError', String(error));
}

/** Listens on loopback and returns the port; 0 picks a free port. */
async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

export async function startContentService(options: ContentServiceOptions): Promise<ContentService> {
  const { images = sampleImages } = options;
  const store = createSpaceStore();
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

  function handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
    isPreview: boolean,
  ): void {
    const { url: address = '/', method = 'GET', headers } = request;
    const url = new URL(address, `http://${host}`);
    const fault = takeFault(faults, address);
    const requestId = randomUUID();
    response.setHeader('x-contentful-request-id', requestId);
    try {
      if (fault) failRequest(fault);
      if (method !== 'GET' && method !== 'HEAD') throw notFound();
      const file = files.get(url.pathname);
      if (file) {
        sendFile(response, file);
        return;
      }
      requests.push(address);
      const answer = getDelivered({ url, authorization: headers.authorization, isPreview });
      sendDelivered(response, answer, fault);
    } catch (error) {
      sendError(response, error, { requestId, reset: fault?.reset });
    }
  }

  const createApi = (isPreview: boolean) =>
    createServer((request, response) => handleRequest(request, response, isPreview));
  const [server, previewServer] = [createApi(false), createApi(true)];
  const ownPort = await listen(server, 0);
  const previewPort = await listen(previewServer, 0);
  host = `127.0.0.1:${String(ownPort)}`;
  const getDelivered = createDelivery({
    store,
    contentTypes: options.contentTypes ?? contentTypes,
  });
  await setSpace(options.space);

  return {
    ...store,
    host,
    account: {
      spaceId,
      deliveryToken,
      previewToken,
      previewHost: `127.0.0.1:${String(previewPort)}`,
      showsDrafts: false,
      environment,
      host,
      insecure: true,
    },
    requests,
    async setFaults(...wanted) {
      faults = wanted.map((fault) => ({ ...fault }));
      const refuses = faults.some(({ kind }) => kind === 'refuse');
      if (refuses && server.listening) await stop(server);
      if (!refuses && !server.listening) await listen(server, ownPort);
    },
    publishAsset: async (asset) => store.publishAsset(await describeAsset(asset)),
    setSpace,
    close: async () => {
      await Promise.all([stop(server), stop(previewServer)]);
    },
  };
}
