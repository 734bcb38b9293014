/** Entries and assets with their drafts and uploads. The Delivery API shows published items at once. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { parseItem } from '../../../src/engine/content/contentful/wire.ts';
import { isRecord } from '../../../src/engine/unknown.ts';
import { assetFilePath, describeFile, readUpload, type StoredFile } from '../asset-files.ts';
import { badRequest, notFound } from '../errors.ts';
import { toList } from '../listing.ts';
import {
  linkTo,
  locale,
  type Asset,
  type Entry,
  type RawAsset,
  type SpaceStore,
} from '../space.ts';
import type { ManagementRequest } from './request.ts';
import { refuse, type ContentTypes } from './content-types.ts';
import { findFieldErrors } from './validation.ts';
import {
  markPublished,
  requireItem,
  requireVersion,
  saveVersion,
  type Versioned,
} from './versions.ts';

export interface ItemsOptions {
  store: SpaceStore;
  /** Host for the addresses of asset files. */
  host: string;
  contentTypes: ContentTypes;
  keepFile: (path: string, file: StoredFile) => void;
}

type ItemType = 'Entry' | 'Asset';

const namedFile = { fileName: v.string(), contentType: v.string() };
const uploadedFile = v.object({
  ...namedFile,
  uploadFrom: v.object({ sys: v.object({ id: v.string() }) }),
});
const publishableAsset = v.object({
  title: v.exactOptional(v.string()),
  description: v.exactOptional(v.string()),
  file: v.object({
    ...namedFile,
    url: v.string(),
    details: v.looseObject({ size: v.number() }),
  }),
});
const fileWithType = v.object({ file: v.object({ contentType: v.string() }) });

/** Takes the values of the only locale out of `{ field: { locale: value } }`. */
const withoutLocales = (fields: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(isRecord(fields) ? fields : {}).flatMap(([name, values]) =>
      isRecord(values) && values[locale] !== undefined ? [[name, values[locale]]] : [],
    ),
  );

/** Converts a published item to the form that editors see. */
const toVersioned = ({ sys, fields }: Entry | Asset): Versioned => {
  const { locale: _locale, revision, ...rest } = sys;
  return {
    sys: { ...rest, version: sys.publishedVersion + 1, publishedCounter: revision },
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, { [locale]: value }]),
    ),
  };
};

export function createItems({ store, host, contentTypes, keepFile }: ItemsOptions) {
  const drafts = { Entry: new Map<string, Versioned>(), Asset: new Map<string, Versioned>() };
  const uploads = new Map<string, Buffer>();

  const getDelivered = (type: ItemType): ReadonlyMap<string, Entry | Asset> =>
    type === 'Entry' ? store.getState().entries : store.getState().assets;

  const find = (type: ItemType, id: string): Versioned | undefined => {
    const delivered = getDelivered(type).get(id);
    return drafts[type].get(id) ?? (delivered && toVersioned(delivered));
  };

  function publishEntry(item: Versioned): void {
    const { id } = item.sys;
    const { contentType } = parseItem(item);
    const fields = withoutLocales(item.fields);
    const errors = findFieldErrors(contentTypes.published.get(contentType)?.fields ?? [], fields, {
      isTaken: (field, value) =>
        [...store.getState().entries.values()].some(
          (other) =>
            other.sys.id !== id &&
            parseItem(other).contentType === contentType &&
            other.fields[field] === value,
        ),
      getMimeType: (assetId) => {
        const asset = withoutLocales(find('Asset', assetId)?.fields);
        return v.is(fileWithType, asset) ? asset.file.contentType : null;
      },
      getContentType: (entryId) => parseItem(find('Entry', entryId)).contentType,
    });
    if (errors.length > 0) throw refuse('InvalidEntry', errors);
    store.publish({ sys: { id, contentType: { sys: { id: contentType } } }, fields });
  }

  function publishAsset(item: Versioned): void {
    const { success, output } = v.safeParse(publishableAsset, withoutLocales(item.fields));
    if (!success) throw refuse('InvalidEntry', [{ name: 'required', path: ['fields', 'file'] }]);
    const { file, ...fields } = output;
    store.publishAsset({ raw: { sys: { id: item.sys.id }, fields }, describe: () => file });
  }

  /** Makes an uploaded file the file of the asset. */
  async function processFile(item: Versioned): Promise<void> {
    const { id, type, version } = item.sys;
    const { success, output: file } = v.safeParse(uploadedFile, withoutLocales(item.fields).file);
    const body = success && uploads.get(file.uploadFrom.sys.id);
    if (!body) throw badRequest('The file of the asset was not uploaded.');
    const { fileName, contentType } = file;
    const raw: RawAsset = {
      sys: { id, revision: version },
      fields: { file: { fileName, contentType } },
    };
    const stored = await readUpload(body, contentType);
    keepFile(assetFilePath(raw), stored);
    const fields = isRecord(item.fields) ? item.fields : {};
    const parts = { fields: { ...fields, file: { [locale]: describeFile(raw, stored, host) } } };
    saveVersion(drafts.Asset, { id, type, version, parts });
  }

  function unpublish(type: ItemType, item: Versioned): Versioned {
    const { publishedVersion: _published, ...sys } = item.sys;
    if (type === 'Entry') store.unpublish(sys.id);
    else store.unpublishAsset(sys.id);
    const draft = { ...item, sys: { ...sys, version: sys.version + 1 } };
    drafts[type].set(sys.id, draft);
    return draft;
  }

  function answerList(type: ItemType, parameters: URLSearchParams) {
    const ids = new Set([...getDelivered(type).keys(), ...drafts[type].keys()]);
    const wanted = parameters.get('sys.id[in]')?.split(',') ?? [...ids];
    return toList(wanted.filter((id) => ids.has(id)).map((id) => find(type, id)));
  }

  async function save(
    type: ItemType,
    id: string,
    { version, contentType, readBody }: ManagementRequest,
  ) {
    const before = find(type, id);
    if (type === 'Entry' && !before && !contentTypes.published.has(contentType ?? ''))
      throw notFound({ type: 'ContentType', id: contentType });
    const sys = contentType === null ? {} : { contentType: linkTo('ContentType', contentType) };
    return saveVersion(drafts[type], {
      id,
      type,
      version,
      before,
      sys,
      parts: await readBody(),
    });
  }

  return {
    /** Answers a request below `/entries` or `/assets`; null for an empty answer. @throws {ServiceError} */
    async answer(type: ItemType, request: ManagementRequest): Promise<unknown> {
      const { method, version, path, parameters } = request;
      const [id = '', action, , end] = path;
      if (id === '') {
        if (method === 'POST') return save(type, randomUUID(), request);
        return answerList(type, parameters);
      }
      if (action === undefined && method === 'PUT') return save(type, id, request);
      const item = requireItem(find(type, id), type, id);
      if (action === undefined && method === 'GET') return item;
      if (action === 'published' && method === 'DELETE') return unpublish(type, item);
      requireVersion(item.sys.version, version);
      if (action === 'published' && method === 'PUT') {
        if (type === 'Entry') publishEntry(item);
        else publishAsset(item);
        return markPublished(drafts[type], item);
      }
      if (action === 'files' && end === 'process') {
        await processFile(item);
        return null;
      }
      throw notFound();
    },

    /** Answers an upload. */
    upload(body: Buffer): unknown {
      const id = randomUUID();
      uploads.set(id, body);
      return { sys: { type: 'Upload', id } };
    },
  };
}
