/**
 * What a space of the embedded content service holds, in the wire format of the Delivery API, and
 * the history that its Sync API tells.
 */

import { sampleAccount } from '../../src/config.ts';

/** An entry as a space file writes it; what is left out of `sys` is filled in by the service. */
export interface RawEntry {
  sys: RawSys & { contentType: { sys: { id: string } } };
  fields: Readonly<Record<string, unknown>>;
}

export interface RawAsset {
  sys: RawSys;
  fields: {
    title?: string;
    description?: string;
    /** Address, size and dimensions are filled in from the file itself. */
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

/** A file as an asset of the Delivery API describes it. */
export interface AssetFile {
  /** Protocol-relative, as Contentful writes it. */
  url: string;
  details: { size: number; image?: { width: number; height: number } };
  fileName: string;
  contentType: string;
}

export interface Space {
  entries: readonly RawEntry[];
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
    // Two counters in the real service too: saving a draft moves this one only.
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
    contentType: linkTo('ContentType', sys.contentType.sys.id),
  },
  fields,
});

const completeAsset = (raw: RawAsset, file: AssetFile | undefined): Asset => ({
  metadata: { tags: [], concepts: [] },
  sys: { ...completeSys(raw.sys), type: 'Asset' },
  fields: file ? { ...raw.fields, file } : raw.fields,
});

/** The published items of one environment, and every change since the service started. */
export function createSpaceStore() {
  let entries = new Map<string, Entry>();
  let assets = new Map<string, Asset>();
  const changes: (Item | DeletedItem)[] = [];

  const remove = (item: Item) => {
    const { publishedVersion: _version, locale: _locale, ...sys } = item.sys;
    const deletedAt = new Date().toISOString();
    changes.push({
      sys: {
        ...sys,
        type: sys.type === 'Entry' ? 'DeletedEntry' : 'DeletedAsset',
        updatedAt: deletedAt,
        deletedAt,
      },
    });
  };

  /** `files` describes the assets' files by asset id. */
  const replaceAll = (space: Space, files: ReadonlyMap<string, AssetFile>) => {
    const kept = new Set([...space.entries, ...space.assets].map(({ sys }) => sys.id));
    for (const item of [...entries.values(), ...assets.values()]) {
      if (!kept.has(item.sys.id)) remove(item);
    }
    entries = new Map(space.entries.map((raw) => [raw.sys.id, completeEntry(raw)]));
    assets = new Map(
      space.assets.map((raw) => [raw.sys.id, completeAsset(raw, files.get(raw.sys.id))]),
    );
    changes.push(...entries.values(), ...assets.values());
  };

  return {
    entries: () => [...entries.values()],
    assets: () => [...assets.values()],
    entry: (id: string) => entries.get(id),
    asset: (id: string) => assets.get(id),
    changes: (): readonly (Item | DeletedItem)[] => changes,
    replaceAll,

    /** Publishes an entry, new or changed: the next revision of what is there. */
    publish(raw: RawEntry): Entry {
      const before = entries.get(raw.sys.id);
      const now = new Date().toISOString();
      const entry = completeEntry({
        ...raw,
        sys: {
          ...raw.sys,
          createdAt: before?.sys.createdAt ?? raw.sys.createdAt ?? now,
          updatedAt: now,
          revision: (before?.sys.revision ?? 0) + 1,
        },
      });
      entries.set(raw.sys.id, entry);
      changes.push(entry);
      return entry;
    },

    unpublish(id: string): void {
      const entry = entries.get(id);
      if (!entry) return;
      entries.delete(id);
      remove(entry);
    },
  };
}

export type SpaceStore = ReturnType<typeof createSpaceStore>;
