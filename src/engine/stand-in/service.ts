/** Contentful's Delivery API as the official client knows it, on this machine; another port is the Preview API. */
import type { ContentfulAccount } from '../account.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../base/this-machine.ts';
import { getSampleImages } from './sample.ts';
import { createAssetFiles } from './asset-files.ts';
import { contentTypes } from './model.ts';
import { deliveryToken, getAnswer, previewToken, type ContentTypeItem } from './delivery.ts';
import { badRequest, largestAnswer, notFound, ServiceError, tooBig } from './errors.ts';
import { spoilAnswer, takeFault, type Fault } from './faults.ts';
import {
  createSpaceStore,
  environment,
  locale,
  spaceId,
  type Locale,
  type NewItem,
  type RawAsset,
  type Space,
} from './space.ts';

export type { Fault, FaultKind } from './faults.ts';
export type { RawAsset, RawEntry, Space } from './space.ts';

export interface ContentServiceOptions {
  space: Space;
  /** Folder of the assets' artwork; by default that of the sample space. */
  images?: string;
  /** By default the content types of the content model. An empty list makes an empty account. */
  contentTypes?: readonly ContentTypeItem[];
  /** The default one first; by default that of the sample. */
  locales?: readonly Locale[];
}

export type ContentService = Awaited<ReturnType<typeof startContentService>>;

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof URIError) return badRequest('The address could not be understood.');
  return new ServiceError(500, 'ServerError', String(error));
}

async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

export async function startContentService({
  space: firstSpace,
  images = getSampleImages(),
  contentTypes: types = contentTypes,
  locales = [{ code: locale }],
}: ContentServiceOptions) {
  const store = createSpaceStore();
  const files = createAssetFiles(images);
  /** Path and query of each API request since the start. */
  const requests: string[] = [];
  let faults: Fault[] = [];
  /** What the service had when the faults were set. */
  let outdated = store.getState();

  async function toItem(asset: RawAsset): Promise<NewItem> {
    const file = await files.describe(asset, host);
    return { sys: { ...asset.sys, type: 'Asset' }, fields: { ...asset.fields, file } };
  }

  /** Replaces the whole space. */
  async function setSpace({ entries, drafts = [], assets }: Space): Promise<void> {
    store.replaceAll(entries, await Promise.all(assets.map(toItem)));
    drafts.forEach(store.save);
  }

  function handleRequest(
    { url: address = '/', method, headers }: IncomingMessage,
    response: ServerResponse,
    isPreview: boolean,
  ): void {
    const url = new URL(address, `http://${host}`);
    const fault = takeFault(faults, address);
    try {
      if (fault?.error) throw fault.error;
      const file = method === 'GET' || method === 'HEAD' ? files.get(url.pathname) : undefined;
      if (file) {
        response.setHeader('content-type', file.contentType);
        response.end(file.body);
        return;
      }
      if (method !== 'GET') throw notFound;
      requests.push(address);
      const published = fault?.kind === 'outdated' ? outdated : store.getState();
      const answer = getAnswer({
        url,
        authorization: headers.authorization,
        isPreview,
        state: isPreview ? store.getSavedState() : published,
        contentTypes: types,
        locales,
      });
      const body = Buffer.from(JSON.stringify(spoilAnswer(answer, fault?.spoil)));
      if (body.length > largestAnswer) throw tooBig(body.length);
      response.setHeader('content-type', 'application/vnd.contentful.delivery.v1+json');
      if (fault?.send) fault.send(response, body);
      else response.end(body);
    } catch (error) {
      const { status, answer } = toServiceError(error);
      response.statusCode = status;
      response.setHeader('content-type', 'application/vnd.contentful.delivery.v1+json');
      response.end(JSON.stringify(answer));
    }
  }

  const createApi = (isPreview: boolean) =>
    createServer((request, response) => handleRequest(request, response, isPreview));
  const server = createApi(false);
  const previewServer = createApi(true);
  const ownPort = await listen(server);
  const previewPort = await listen(previewServer);
  const host = `127.0.0.1:${ownPort}`;
  await setSpace(firstSpace);

  return {
    save: store.save,
    publish: store.publish,
    unpublish: store.unpublish,
    /** `127.0.0.1:{port}`, over plain HTTP. */
    host,
    /** How the site reads the service. The Preview API has a host and a token of its own. */
    account: {
      spaceId,
      deliveryToken,
      previewToken,
      previewHost: `127.0.0.1:${previewPort}`,
      showsDrafts: false,
      environment,
      locale: null,
      host,
      insecure: true,
    } as ContentfulAccount,
    requests: requests as readonly string[],
    /** Replaces all faults; without arguments the service works normally. */
    async setFaults(...wanted: readonly Fault[]) {
      faults = wanted.map((fault) => ({ ...fault }));
      outdated = store.getState();
      const refuses = faults.some(({ kind }) => kind === 'refuse');
      if (refuses && server.listening) await stopServer(server);
      if (!refuses && !server.listening) await listen(server, ownPort);
    },
    publishAsset: async (asset: RawAsset) => store.putAsset(await toItem(asset)),
    setSpace,
    close: async () => {
      await Promise.all([stopServer(server), stopServer(previewServer)]);
    },
  };
}
