/**
 * The management side of the embedded content service, below `/management`: it answers like
 * Contentful's Management and Upload APIs, so that the official client cannot tell. What is published
 * here is delivered at once.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json, buffer } from 'node:stream/consumers';
import { hasKey, isRecord } from '../../src/rules/unknown.ts';
import { assetFilePath, describeFile, readUpload, type StoredFile } from './asset-files.ts';
import { badRequest, notFound, ServiceError, tokenInvalid } from './errors.ts';
import {
  environment,
  linkTo,
  locale,
  spaceId,
  type Asset,
  type Entry,
  type RawAsset,
  type SpaceStore,
} from './space.ts';
import { findFieldErrors, type Field } from './validation.ts';

export const managementToken = 'CFPAT-embedded-management-token';
/** Where it starts in an address. */
export const managementPath = '/management';

/** Something with versions: a content type, an editor interface, an entry, an asset. */
interface Versioned {
  sys: Readonly<Record<string, unknown>> & {
    id: string;
    type: string;
    version: number;
    publishedVersion?: number;
    publishedCounter: number;
  };
  [part: string]: unknown;
}

export interface DeliveredContentType {
  sys: { id: string };
  name: string;
  fields: readonly Field[];
}

export interface ManagementOptions {
  store: SpaceStore;
  host: string;
  contentTypes: readonly DeliveredContentType[];
  keepFile: (path: string, file: StoredFile) => void;
}

const list = (items: readonly unknown[]) => ({
  sys: { type: 'Array' },
  total: items.length,
  skip: 0,
  limit: 1000,
  items,
});

const parseRecord = (value: unknown): Record<string, unknown> => {
  if (!isRecord(value)) throw badRequest('The body of your request is not an object.');
  return value;
};

const isField = (value: unknown): value is Field =>
  isRecord(value) && typeof value.id === 'string' && Array.isArray(value.validations);

/** Values of the one locale out of `{ field: { locale: value } }`. */
const withoutLocales = (fields: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {}).flatMap(([name, values]) =>
      isRecord(values) && values[locale] !== undefined ? [[name, values[locale]]] : [],
    ),
  );

const withLocales = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { [locale]: value }]));

/** A published item as its editors see it. */
const toVersioned = ({ sys, fields }: Entry | Asset): Versioned => {
  const { locale: _locale, revision, ...rest } = sys;
  return {
    sys: { ...rest, version: sys.publishedVersion + 1, publishedCounter: revision },
    fields: withLocales(fields),
  };
};

export function createManagement({ store, host, contentTypes, keepFile }: ManagementOptions) {
  const drafts = { Entry: new Map<string, Versioned>(), Asset: new Map<string, Versioned>() };
  const types = new Map<string, Versioned>();
  const published = new Map<string, DeliveredContentType>();
  const editors = new Map<string, Versioned>();
  const uploads = new Map<string, Buffer>();
  const webhooks: unknown[] = [];
  let signs = false;
  let now = 0;

  /** No two changes share a moment: what orders by it finds them in the order they were made. */
  const tick = () => {
    now = Math.max(now + 1, Date.now());
    return new Date(now).toISOString();
  };

  /** The next version, when `version` is the one before. @throws {ServiceError} */
  const save = (
    known: Map<string, Versioned>,
    {
      id,
      type,
      before = known.get(id),
      sys = {},
    }: { id: string; type: string; before?: Versioned | undefined; sys?: object },
    version: number,
    body: Record<string, unknown>,
  ): Versioned => {
    const current = before?.sys.version ?? 0;
    if (version !== current)
      throw new ServiceError(409, 'VersionMismatch', 'The version is not the current one.');
    const at = tick();
    const { sys: _sys, ...parts } = body;
    const saved: Versioned = {
      ...parts,
      sys: {
        space: linkTo('Space', spaceId),
        environment: linkTo('Environment', environment),
        createdAt: at,
        ...sys,
        publishedCounter: 0,
        ...before?.sys,
        id,
        type,
        updatedAt: at,
        version: current + 1,
      },
    };
    known.set(id, saved);
    return saved;
  };

  const markPublished = (known: Map<string, Versioned>, item: Versioned): Versioned => {
    const { version, publishedCounter } = item.sys;
    const at = tick();
    const saved: Versioned = {
      ...item,
      sys: {
        ...item.sys,
        version: version + 1,
        publishedVersion: version,
        publishedCounter: publishedCounter + 1,
        publishedAt: at,
        updatedAt: at,
      },
    };
    known.set(item.sys.id, saved);
    return saved;
  };

  const getDelivered = (type: 'Entry' | 'Asset', id: string) =>
    type === 'Entry' ? store.getState().entries.get(id) : store.getState().assets.get(id);

  const find = (type: 'Entry' | 'Asset', id: string): Versioned | undefined => {
    const delivered = getDelivered(type, id);
    return drafts[type].get(id) ?? (delivered && toVersioned(delivered));
  };

  const required = (item: Versioned | undefined, type: string, id: string): Versioned => {
    if (!item) throw notFound({ type, id, space: spaceId, environment });
    return item;
  };

  const matching = (item: Versioned, version: number): Versioned => {
    if (item.sys.version !== version)
      throw new ServiceError(409, 'VersionMismatch', 'The version is not the current one.');
    return item;
  };

  const getContentTypeId = (item: Versioned | undefined): string | null => {
    const link = item?.sys.contentType;
    return hasKey(link, 'sys') && hasKey(link.sys, 'id') ? String(link.sys.id) : null;
  };

  const invalid = (id: string, errors: readonly unknown[]) =>
    new ServiceError(422, id, 'Validation error', { errors });

  function publishEntry(item: Versioned): void {
    const { id } = item.sys;
    const contentType = getContentTypeId(item) ?? '';
    const fields = withoutLocales(item.fields);
    const errors = findFieldErrors(published.get(contentType)?.fields ?? [], fields, {
      isTaken: (field, value) =>
        [...store.getState().entries.values()].some(
          ({ sys, fields: other }) =>
            sys.id !== id && sys.contentType.sys.id === contentType && other[field] === value,
        ),
      getMimeType: (assetId) => {
        const file = withoutLocales(find('Asset', assetId)?.fields).file;
        return hasKey(file, 'contentType') ? String(file.contentType) : null;
      },
      getContentType: (entryId) => getContentTypeId(find('Entry', entryId)),
    });
    if (errors.length > 0) throw invalid('InvalidEntry', errors);
    store.publish({ sys: { id, contentType: { sys: { id: contentType } } }, fields });
  }

  function publishAsset(item: Versioned): void {
    const { title, description, file } = withoutLocales(item.fields);
    if (!hasKey(file, 'url') || !hasKey(file, 'fileName') || !hasKey(file, 'contentType'))
      throw invalid('InvalidEntry', [{ name: 'required', path: ['fields', 'file'] }]);
    const details = hasKey(file, 'details') ? file.details : {};
    const described = {
      url: String(file.url),
      fileName: String(file.fileName),
      contentType: String(file.contentType),
      details:
        isRecord(details) && typeof details.size === 'number'
          ? { ...details, size: details.size }
          : { size: 0 },
    };
    store.publishAsset({
      raw: {
        sys: { id: item.sys.id },
        fields: {
          ...(typeof title === 'string' && { title }),
          ...(typeof description === 'string' && { description }),
        },
      },
      describe: () => described,
    });
  }

  /** An uploaded file becomes the asset's own. */
  async function processFile(item: Versioned): Promise<void> {
    const fields = withoutLocales(item.fields);
    const { file } = fields;
    const upload = hasKey(file, 'uploadFrom') ? file.uploadFrom : null;
    const id = hasKey(upload, 'sys') && hasKey(upload.sys, 'id') ? String(upload.sys.id) : '';
    const body = uploads.get(id);
    if (!body || !hasKey(file, 'fileName') || !hasKey(file, 'contentType'))
      throw badRequest('The file of the asset was not uploaded.');
    const raw: RawAsset = {
      sys: { id: item.sys.id, revision: item.sys.version },
      fields: { file: { fileName: String(file.fileName), contentType: String(file.contentType) } },
    };
    const stored = await readUpload(body, String(file.contentType));
    keepFile(assetFilePath(raw), stored);
    const described = describeFile(raw, stored, host);
    const { id: assetId, type, version } = item.sys;
    save(drafts.Asset, { id: assetId, type }, version, {
      fields: { ...parseRecord(item.fields), file: { [locale]: described } },
    });
  }

  const getEditor = (id: string): Versioned => {
    const fields = published.get(id)?.fields;
    const kept = editors.get(id);
    if (!fields) throw notFound({ type: 'EditorInterface', id });
    return (
      kept ?? {
        sys: { id: 'default', type: 'EditorInterface', version: 1, publishedCounter: 0 },
        controls: fields.map((field) => ({ fieldId: field.id })),
      }
    );
  };

  for (const contentType of contentTypes) {
    const { id } = contentType.sys;
    published.set(id, contentType);
    types.set(id, {
      ...contentType,
      sys: { id, type: 'ContentType', version: 2, publishedVersion: 1, publishedCounter: 1 },
    });
  }

  async function answerContentTypes(
    request: IncomingMessage,
    path: readonly string[],
    version: number,
  ) {
    const [id = '', action] = path;
    const isPut = request.method === 'PUT';
    if (id === '') return list([...types.values()]);
    if (action === 'editor_interface') {
      const before = getEditor(id);
      if (!isPut) return before;
      const body = parseRecord(await json(request));
      editors.set(id, before);
      return save(editors, { id, type: 'EditorInterface' }, version, body);
    }
    if (action === 'published' && isPut) {
      const item = matching(required(types.get(id), 'ContentType', id), version);
      const fields = Array.isArray(item.fields) ? item.fields.filter(isField) : [];
      const saved = markPublished(types, item);
      published.set(id, {
        ...saved,
        sys: saved.sys,
        name: String(item.name),
        fields,
      });
      return saved;
    }
    if (!isPut) return required(types.get(id), 'ContentType', id);
    const body = parseRecord(await json(request));
    const fields = Array.isArray(body.fields) ? body.fields.filter(isField) : [];
    for (const before of published.get(id)?.fields ?? []) {
      const after = fields.find((field) => field.id === before.id);
      if (after && after.type !== before.type)
        throw invalid('ValidationFailed', [
          {
            name: 'type',
            path: ['fields', before.id],
            details: 'The type of a field cannot be changed.',
          },
        ]);
    }
    return save(types, { id, type: 'ContentType' }, version, {
      ...body,
      fields: fields.map((field) => ({ disabled: false, omitted: false, ...field })),
    });
  }

  async function answerItems(
    type: 'Entry' | 'Asset',
    request: IncomingMessage,
    path: readonly string[],
    { parameters, version }: { parameters: URLSearchParams; version: number },
  ) {
    const [id = '', action, , end] = path;
    const known = drafts[type];
    if (id === '' && request.method === 'POST') {
      return answerItems(type, request, [randomUUID()], { parameters, version });
    }
    if (id === '') {
      const { entries, assets } = store.getState();
      const delivered = (type === 'Entry' ? entries : assets).keys();
      const ids = new Set([...delivered, ...known.keys()]);
      const wanted = parameters.get('sys.id[in]')?.split(',');
      return list(
        [...ids].filter((one) => wanted?.includes(one) ?? true).map((one) => find(type, one)),
      );
    }
    if (request.method === 'GET') return required(find(type, id), type, id);
    if (request.method === 'DELETE' && action === 'published') {
      const item = required(find(type, id), type, id);
      const { publishedVersion: _published, ...sys } = item.sys;
      if (type === 'Entry') store.unpublish(id);
      else store.unpublishAsset(id);
      const draft = { ...item, sys: { ...sys, version: sys.version + 1 } };
      known.set(id, draft);
      return draft;
    }
    if (request.method !== 'PUT' && request.method !== 'POST') throw notFound();
    if (action === 'published') {
      const item = matching(required(find(type, id), type, id), version);
      if (type === 'Entry') publishEntry(item);
      else publishAsset(item);
      return markPublished(known, item);
    }
    if (action === 'files' && end === 'process') {
      await processFile(matching(required(find(type, id), type, id), version));
      return null;
    }
    const body = parseRecord(await json(request));
    const contentType = request.headers['x-contentful-content-type'];
    if (type === 'Entry' && !find(type, id) && !published.has(String(contentType)))
      throw new ServiceError(404, 'NotFound', 'The content type could not be found.');
    const sys =
      typeof contentType === 'string' ? { contentType: linkTo('ContentType', contentType) } : {};
    return save(known, { id, type, before: find(type, id), sys }, version, body);
  }

  return {
    /** What the Delivery API has. */
    contentTypes: (): readonly DeliveredContentType[] => [...published.values()],

    /**
     * The answer to a request below `/management`; null: none (204).
     * @throws {ServiceError}
     */
    async answer(request: IncomingMessage, url: URL): Promise<unknown> {
      if (request.headers.authorization !== `Bearer ${managementToken}`) throw tokenInvalid();
      const [, , root, space, ...rest] = url.pathname.split('/').map(decodeURIComponent);
      if (root !== 'spaces') throw notFound();
      if (space !== spaceId) throw notFound({ type: 'Space', id: space });
      const version = Number(request.headers['x-contentful-version'] ?? 0);
      const [scope, name, collection, ...path] = rest;
      if (scope === undefined) return { sys: { type: 'Space', id: spaceId }, name: 'Sample space' };
      if (scope === 'webhook_definitions') {
        if (request.method === 'POST') webhooks.push(parseRecord(await json(request)));
        return list(webhooks);
      }
      if (scope === 'webhook_settings') {
        if (request.method === 'PUT') signs = true;
        if (!signs) throw notFound({ type: 'WebhookSigningSecret' });
        return { sys: { type: 'WebhookSigningSecret' }, redactedValue: '****' };
      }
      if (scope !== 'environments') throw notFound();
      const master = { sys: { type: 'Environment', id: environment }, name: environment };
      if (name === undefined) return list([master]);
      if (name !== environment) throw notFound({ type: 'Environment', id: name });
      switch (collection) {
        case undefined:
          return master;
        case 'locales':
          return list([{ code: locale, name: locale, default: true, sys: { type: 'Locale' } }]);
        case 'content_types':
          return answerContentTypes(request, path, version);
        case 'entries':
          return answerItems('Entry', request, path, { parameters: url.searchParams, version });
        case 'assets':
          return answerItems('Asset', request, path, { parameters: url.searchParams, version });
        case 'uploads': {
          const id = randomUUID();
          uploads.set(id, await buffer(request));
          return { sys: { type: 'Upload', id } };
        }
        default:
          throw notFound();
      }
    },
  };
}
