/** A space of the embedded content service in the wire format, with its history for the Sync API. */

import { sampleAccount } from '../../src/config.ts';
import { getWireName, getWireType } from '../../src/engine/content/index.ts';

/** An entry of a space file; the service adds the rest of `sys`. */
export interface RawEntry {
  sys: RawSys & { contentType: { sys: { id: string } } };
  fields: Readonly<Record<string, unknown>>;
}

export interface RawAsset {
  sys: RawSys;
  fields: {
    title?: string;
    description?: string;
    /** The service adds address, size and dimensions from the file. */
    file?: { fileName: string; contentType: string };
  };
}

interface RawSys {
  id: string;
  /** ISO 8601 */
  createdAt?: string;
  updatedAt?: string;
  revision?: number;
}

/** A file in the format of an asset of the Delivery API. */
export interface AssetFile {
  /** Protocol-relative, as Contentful sends addresses. */
  url: string;
  details: { size: number; image?: { width: number; height: number } };
  fileName: string;
  contentType: string;
}

/** An asset with a function that describes its file. The file's address depends on the revision. */
export interface DescribedAsset {
  raw: RawAsset;
  describe: (raw: RawAsset) => AssetFile | undefined;
}

export interface Space {
  entries: readonly RawEntry[];
  /** Saved, but not published: only the Preview API shows drafts. */
  drafts?: readonly RawEntry[];
  assets: readonly RawAsset[];
}

export interface Link {
  sys: { type: 'Link'; linkType: string; id: string };
}

interface ItemSys {
  id: string;
  space: Link;
  environment: Link;
  createdAt: string;
  updatedAt: string;
  revision: number;
  publishedVersion: number;
  locale?: string;
}

export interface Entry {
  metadata: { tags: []; concepts: [] };
  sys: ItemSys & { type: 'Entry'; contentType: Link };
  fields: Readonly<Record<string, unknown>>;
}

export interface Asset {
  metadata: { tags: []; concepts: [] };
  sys: ItemSys & { type: 'Asset' };
  fields: Readonly<Record<string, unknown>>;
}

export type Item = Entry | Asset;

export interface DeletedItem {
  sys: Omit<ItemSys, 'publishedVersion' | 'locale'> & {
    type: 'DeletedEntry' | 'DeletedAsset';
    deletedAt: string;
    contentType?: Link;
  };
}

export const { spaceId, environment } = sampleAccount;
export const locale = 'en-US';

export const linkTo = (linkType: string, id: string): Link => ({
  sys: { type: 'Link', linkType, id },
});

const completeSys = (sys: RawSys): ItemSys => {
  const revision = sys.revision ?? 1;
  const updatedAt = sys.updatedAt ?? sys.createdAt ?? '2026-01-05T09:00:00.000Z';
  return {
    space: linkTo('Space', spaceId),
    id: sys.id,
    createdAt: sys.createdAt ?? updatedAt,
    updatedAt,
    environment: linkTo('Environment', environment),
    // As at Contentful, saving a draft only raises this counter.
    publishedVersion: revision * 2 + 1,
    revision,
    locale,
  };
};

const completeEntry = ({ sys, fields }: RawEntry): Entry => ({
  metadata: { tags: [], concepts: [] },
  sys: {
    ...completeSys(sys),
    type: 'Entry',
    contentType: linkTo('ContentType', getWireType(sys.contentType.sys.id)),
  },
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      getWireName(sys.contentType.sys.id, name),
      value,
    ]),
  ),
});

const completeAsset = ({ raw, describe }: DescribedAsset): Asset => {
  const file = describe(raw);
  return {
    metadata: { tags: [], concepts: [] },
    sys: { ...completeSys(raw.sys), type: 'Asset' },
    fields: file ? { ...raw.fields, file } : raw.fields,
  };
};

const toDeleted = ({
  sys: { publishedVersion: _, locale: _locale, ...sys },
}: Item): DeletedItem => {
  const deletedAt = new Date().toISOString();
  const type = sys.type === 'Entry' ? 'DeletedEntry' : 'DeletedAsset';
  return { sys: { ...sys, type, updatedAt: deletedAt, deletedAt } };
};

/** An immutable state of the space, so results derived from it can be cached. */
export interface State {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly assets: ReadonlyMap<string, Asset>;
  /** Length of the history in this state. */
  readonly length: number;
}

type Stamp = Pick<RawSys, 'createdAt' | 'updatedAt' | 'revision'>;

/** The published items of one environment, and every change since the service started. */
export function createSpaceStore() {
  const history: (Item | DeletedItem)[] = [];
  /** Includes unpublished items, whose revisions continue when they are published again. */
  const revisions = { Entry: new Map<string, number>(), Asset: new Map<string, number>() };
  let latest: State = { entries: new Map(), assets: new Map(), length: 0 };
  let shown = latest;
  let coming: { at: number; state: State }[] = [];
  let lag = 0;
  /** Entries saved after they were published, by id. */
  const drafts = new Map<string, Entry>();

  const change = (
    replaced: Partial<Pick<State, 'entries' | 'assets'>>,
    news: readonly (Item | DeletedItem)[],
  ) => {
    for (const item of news) {
      history.push(item);
      const { type, id, revision } = item.sys;
      if (type === 'Entry' || type === 'Asset') revisions[type].set(id, revision);
    }
    latest = { ...latest, ...replaced, length: history.length };
    if (lag > 0) coming.push({ at: Date.now() + lag, state: latest });
    else [shown, coming] = [latest, []];
  };

  /** The `sys` of an item for its next published revision. */
  const advance = (type: Item['sys']['type'], sys: RawSys): RawSys => {
    const before = (type === 'Entry' ? latest.entries : latest.assets).get(sys.id);
    const now = new Date().toISOString();
    return {
      ...sys,
      createdAt: before?.sys.createdAt ?? sys.createdAt ?? now,
      updatedAt: now,
      revision: (revisions[type].get(sys.id) ?? 0) + 1,
    };
  };

  /** Replaces an item of the space. Returns the old item when both are equal. */
  const renew = <T extends Item>(
    old: T | undefined,
    { id, ...stamp }: RawSys,
    type: T['sys']['type'],
    complete: (stamp: Stamp) => T,
  ): T => {
    const same = old && complete({ ...old.sys, ...stamp });
    if (JSON.stringify(same) === JSON.stringify(old) && old) return old;
    const next = (revisions[type].get(id) ?? 0) + 1;
    return complete({ ...stamp, revision: Math.max(next, stamp.revision ?? 1) });
  };

  const remove = (items: 'entries' | 'assets', id: string) => {
    const kept = new Map<string, Item>(latest[items]);
    const item = kept.get(id);
    if (!item || !kept.delete(id)) return;
    change({ [items]: kept }, [toDeleted(item)]);
  };

  return {
    /** The state that the Delivery API shows; with a lag, an earlier state. */
    getState: (): State => {
      while (coming[0] && coming[0].at <= Date.now()) shown = coming.shift()?.state ?? shown;
      return shown;
    },
    /** The state that the Preview API shows: every entry as last saved. */
    getSavedState: (): State => ({
      ...latest,
      entries: new Map([...latest.entries, ...drafts]),
    }),
    /** Saves an entry without publishing it. */
    save: (raw: RawEntry): Entry => {
      const { revision = 0, createdAt } = latest.entries.get(raw.sys.id)?.sys ?? {};
      const updatedAt = raw.sys.updatedAt ?? new Date().toISOString();
      const sys = { ...raw.sys, createdAt: createdAt ?? updatedAt, updatedAt, revision };
      const entry = completeEntry({ ...raw, sys });
      drafts.set(entry.sys.id, entry);
      return entry;
    },
    history,
    /** Delays later changes by some milliseconds; 0 shows all changes at once. */
    setLag: (milliseconds: number) => {
      lag = milliseconds;
      if (lag === 0) [shown, coming] = [latest, []];
    },

    replaceAll({ entries: raws }: Pick<Space, 'entries'>, described: readonly DescribedAsset[]) {
      const entries = raws.map((raw) =>
        renew(latest.entries.get(raw.sys.id), raw.sys, 'Entry', (stamp) =>
          completeEntry({ ...raw, sys: { ...raw.sys, ...stamp } }),
        ),
      );
      const assets = described.map(({ raw, describe }) =>
        renew(latest.assets.get(raw.sys.id), raw.sys, 'Asset', (stamp) =>
          completeAsset({ raw: { ...raw, sys: { ...raw.sys, ...stamp } }, describe }),
        ),
      );
      const items = new Set<Item>([...entries, ...assets]);
      const old: readonly Item[] = [...latest.entries.values(), ...latest.assets.values()];
      const kept = new Set([...items].map(({ sys }) => `${sys.type}/${sys.id}`));
      const lost = old.filter(({ sys }) => !kept.has(`${sys.type}/${sys.id}`));
      for (const item of old) items.delete(item);
      change(
        {
          entries: new Map(entries.map((entry) => [entry.sys.id, entry])),
          assets: new Map(assets.map((asset) => [asset.sys.id, asset])),
        },
        [...lost.map(toDeleted), ...items],
      );
    },

    /** Publishes an entry, new or changed. */
    publish: (raw: RawEntry): Entry => {
      const sys = { ...raw.sys, ...advance('Entry', raw.sys) };
      const entry = completeEntry({ ...raw, sys });
      drafts.delete(entry.sys.id);
      change({ entries: new Map(latest.entries).set(entry.sys.id, entry) }, [entry]);
      return entry;
    },
    publishAsset({ raw, describe }: DescribedAsset): Asset {
      const asset = completeAsset({ raw: { ...raw, sys: advance('Asset', raw.sys) }, describe });
      change({ assets: new Map(latest.assets).set(asset.sys.id, asset) }, [asset]);
      return asset;
    },
    /** Unpublishes an entry. The Delivery API shows a deleted entry in the same way. */
    unpublish: (id: string) => remove('entries', id),
    unpublishAsset: (id: string) => remove('assets', id),
  };
}

export type SpaceStore = ReturnType<typeof createSpaceStore>;
