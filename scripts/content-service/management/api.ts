/**
 * The management side of the embedded content service, below `/management`. It answers like Contentful's
 * Management and Upload APIs, so that tests can run the commands that write to an account with the official
 * client.
 */
import type { IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { isRecord } from '../../../src/engine/unknown.ts';
import type { StoredFile } from '../asset-files.ts';
import { badRequest, notFound, tokenInvalid } from '../errors.ts';
import { toList } from '../listing.ts';
import { environment, locale, spaceId, type SpaceStore } from '../space.ts';
import { createContentTypes, type DeliveredContentType } from './content-types.ts';
import { createItems } from './items.ts';
import type { ManagementRequest } from './request.ts';

export const managementToken = 'CFPAT-embedded-management-token';
/** Path prefix of the management side. */
export const managementPath = '/management';

export interface ManagementOptions {
  store: SpaceStore;
  /** Host for the addresses of asset files. */
  host: string;
  contentTypes: readonly DeliveredContentType[];
  keepFile: (path: string, file: StoredFile) => void;
}

async function readRecord(request: IncomingMessage) {
  const body: unknown = await json(request);
  if (!isRecord(body)) throw badRequest('The body of your request is not an object.');
  return body;
}

/** The webhooks of the space, and whether they are signed. */
function createWebhooks() {
  const definitions: unknown[] = [];
  let signs = false;
  return {
    async answerDefinitions({ method, readBody }: ManagementRequest) {
      if (method === 'POST') definitions.push(await readBody());
      return toList(definitions);
    },
    answerSettings({ method }: ManagementRequest) {
      if (method === 'PUT') signs = true;
      if (!signs) throw notFound({ type: 'WebhookSigningSecret' });
      return { sys: { type: 'WebhookSigningSecret' }, redactedValue: '****' };
    },
  };
}

export function createManagement({ store, host, contentTypes, keepFile }: ManagementOptions) {
  const types = createContentTypes(contentTypes);
  const items = createItems({ store, host, contentTypes: types, keepFile });
  const webhooks = createWebhooks();
  const master = { sys: { type: 'Environment', id: environment }, name: environment };

  /** Handlers by collection of the environment. */
  const collections: Record<string, (request: ManagementRequest) => unknown> = {
    locales: () => toList([{ code: locale, name: locale, default: true, sys: { type: 'Locale' } }]),
    content_types: (request) => types.answer(request),
    entries: (request) => items.answer('Entry', request),
    assets: (request) => items.answer('Asset', request),
  };

  return {
    /** The published content types, for the Delivery API. */
    getContentTypes: (): readonly DeliveredContentType[] => [...types.published.values()],

    /**
     * Answers a request below `/management`; null for an empty answer (204).
     * @throws {ServiceError}
     */
    async answer(request: IncomingMessage, url: URL): Promise<unknown> {
      const { headers, method = 'GET' } = request;
      if (headers.authorization !== `Bearer ${managementToken}`) throw tokenInvalid();
      const [, , root, space, scope, name, collection, ...path] = url.pathname
        .split('/')
        .map(decodeURIComponent);
      const contentType = headers['x-contentful-content-type'];
      const parsed: ManagementRequest = {
        method,
        path,
        parameters: url.searchParams,
        version: Number(headers['x-contentful-version'] ?? 0),
        contentType: typeof contentType === 'string' ? contentType : null,
        readBody: () => readRecord(request),
      };

      if (root !== 'spaces') throw notFound();
      if (space !== spaceId) throw notFound({ type: 'Space', id: space });
      if (scope === undefined) return { sys: { type: 'Space', id: spaceId }, name: 'Sample space' };
      if (scope === 'webhook_definitions') return webhooks.answerDefinitions(parsed);
      if (scope === 'webhook_settings') return webhooks.answerSettings(parsed);
      if (scope !== 'environments') throw notFound();
      if (name === undefined) return toList([master]);
      if (name !== environment) throw notFound({ type: 'Environment', id: name });
      if (collection === undefined) return master;
      if (collection === 'uploads') return items.upload(await buffer(request));
      if (!Object.hasOwn(collections, collection)) throw notFound();
      return collections[collection]?.(parsed);
    },
  };
}
