/** A space of the embedded content service, in the wire format. */

import { sampleAccount } from '../account.ts';
import { collections } from '../site.ts';
import { getWireName, getWireType } from '../content/contentful/index.ts';

type Values = Readonly<Record<string, unknown>>;
/** The values in other locales, by their codes. */
type Translations = Readonly<Record<string, Values>>;

interface RawSys {
  id: string;
  /** ISO 8601 */
  createdAt?: string;
  updatedAt?: string;
}

/** An entry of a space file; the service adds the rest of `sys`. */
export interface RawEntry {
  sys: RawSys & { contentType: { sys: { id: string } } };
  /** In the default locale. */
  fields: Values;
  translations?: Translations;
}

export interface RawAsset {
  sys: RawSys;
  fields: {
    title?: string;
    description?: string;
    /** Has the name of an artwork. The service adds address, size and dimensions. */
    file: { fileName: string; contentType: string };
  };
}

/** A locale, and the one that stands in for its missing values. The first of a space is the default one. */
export interface Locale {
  code: string;
  fallbackCode?: string | null;
}

export interface Space {
  entries: readonly RawEntry[];
  /** Saved, but not published: only the Preview API shows drafts. */
  drafts?: readonly RawEntry[];
  assets: readonly RawAsset[];
}

interface Link {
  sys: { type: 'Link'; linkType: string; id: string };
}

type Kind = 'Entry' | 'Asset';

/** An item before the service counts its revisions. */
export interface NewItem {
  sys: RawSys & { type: Kind; contentType?: Link };
  fields: Values;
  translations?: Translations | undefined;
}

/** An item as the Delivery API shows it. An item that was taken back has no fields. */
export interface SpaceItem {
  metadata: { tags: []; concepts: [] };
  sys: {
    type: Kind | `Deleted${Kind}`;
    id: string;
    contentType?: Link;
    space: Link;
    environment: Link;
    createdAt: string;
    updatedAt: string;
    deletedAt?: string;
    revision: number;
    /** Counts the changes of the whole space. The Sync API goes on behind the last one that it showed. */
    publishedVersion: number;
    locale?: string;
  };
  fields?: Values;
  translations?: Translations | undefined;
}

/** The items of a space by kind and id, in the order of their last changes. */
export type State = ReadonlyMap<string, SpaceItem>;

export const { spaceId, environment } = sampleAccount;
export const locale = 'en-US';
/** When items that say no time were made. */
const firstDay = '2026-01-05T09:00:00.000Z';

export const linkTo = (linkType: string, id: string): Link => ({
  sys: { type: 'Link', linkType, id },
});

export const toKey = (kind: string, id: string) => `${kind}/${id}`;

/** The names that a content type of the site and its fields have in the account; those of other types stay. */
export function toWire(contentType: string) {
  const collection = collections.find((one) => one.contentType === contentType);
  return {
    contentType: collection ? getWireType(collection) : contentType,
    names: (key: string) => getWireName(key, collection?.fields[key]),
  };
}

/** Shows items in one locale, by Contentful's own rule: a missing value is the fallback's. */
export function createLocalizer(asked: string, locales: readonly Locale[]) {
  const [main] = locales;
  const chain: string[] = [];
  const findFallback = (code: string) => locales.find((one) => one.code === code)?.fallbackCode;
  for (let code: string | null | undefined = asked; code; code = findFallback(code))
    chain.push(code);
  return ({ translations = {}, ...item }: SpaceItem): SpaceItem => {
    if (!item.fields) return item;
    const values = chain.map((code) => (code === main?.code ? item.fields : translations[code]));
    const fields = values.reduceRight<Values>((all, one) => ({ ...all, ...one }), {});
    return { ...item, sys: { ...item.sys, locale: asked }, fields };
  };
}

const toNewEntry = ({ sys, fields, translations }: RawEntry): NewItem => {
  const { id } = sys.contentType.sys;
  const { contentType, names } = toWire(id);
  const named = Object.entries(fields).map(
    ([name, value]: [string, unknown]) => [names(name), value] as const,
  );
  return {
    sys: { ...sys, type: 'Entry', contentType: linkTo('ContentType', contentType) },
    fields: Object.fromEntries(named),
    translations,
  };
};

/** The items of one environment: the published ones, those that were taken back, and those saved since. */
export function createSpaceStore() {
  const items = new Map<string, SpaceItem>();
  /** Entries saved after they were published. */
  const drafts = new Map<string, SpaceItem>();
  let changes = 0;

  const completeItem = ({ sys, fields, translations }: NewItem, updatedAt: string): SpaceItem => {
    const before = items.get(toKey(sys.type, sys.id))?.sys;
    return {
      metadata: { tags: [], concepts: [] },
      sys: {
        ...sys,
        space: linkTo('Space', spaceId),
        environment: linkTo('Environment', environment),
        createdAt: before?.createdAt ?? sys.createdAt ?? updatedAt,
        updatedAt,
        revision: (before?.revision ?? 0) + 1,
        publishedVersion: changes,
      },
      fields,
      translations,
    };
  };

  const putItem = (item: NewItem, updatedAt = new Date().toISOString()): SpaceItem => {
    changes += 1;
    const completed = completeItem(item, updatedAt);
    const key = toKey(item.sys.type, item.sys.id);
    items.delete(key);
    items.set(key, completed);
    drafts.delete(key);
    return completed;
  };

  /** Takes an item back. The Delivery API shows a deleted one in the same way. */
  const unpublishItem = (id: string, kind: Kind = 'Entry') => {
    const key = toKey(kind, id);
    const item = items.get(key);
    if (!item?.fields) return;
    changes += 1;
    const deletedAt = new Date().toISOString();
    const deleted = { deletedAt, updatedAt: deletedAt, publishedVersion: changes };
    items.delete(key);
    const sys = { ...item.sys, ...deleted, type: `Deleted${kind}` } as const;
    items.set(key, { sys, metadata: item.metadata });
  };

  return {
    /** What the Delivery API shows now. */
    getState: (): State => new Map(items),
    /** What the Preview API shows: every entry as last saved. */
    getSavedState: (): State => new Map([...items, ...drafts]),
    /** Saves an entry without publishing it. */
    save: (raw: RawEntry): void => {
      const entry = completeItem(toNewEntry(raw), raw.sys.updatedAt ?? new Date().toISOString());
      drafts.set(toKey('Entry', raw.sys.id), entry);
    },
    replaceAll(entries: readonly RawEntry[], assets: readonly NewItem[]): void {
      const wanted = [...entries.map(toNewEntry), ...assets];
      const kept = new Set(wanted.map(({ sys }) => toKey(sys.type, sys.id)));
      for (const [key, { sys }] of [...items])
        if (!kept.has(key)) unpublishItem(sys.id, key.startsWith('Entry') ? 'Entry' : 'Asset');
      for (const item of wanted)
        putItem(item, item.sys.updatedAt ?? item.sys.createdAt ?? firstDay);
    },
    /** Publishes an entry, new or changed. */
    publish: (raw: RawEntry): SpaceItem => putItem(toNewEntry(raw)),
    putAsset: (asset: NewItem): SpaceItem => putItem(asset),
    unpublish: unpublishItem,
  };
}
