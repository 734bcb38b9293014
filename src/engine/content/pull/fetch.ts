/** Reads the content service: everything, or the changes since the last pull, in the same shape. */
import { setTimeout as wait } from 'node:timers/promises';
import { toSyncedEntry, type Placement, type SyncedEntry } from './sync-state.ts';
import {
  contentTypes,
  type Changes,
  type ContentClient,
  type ContentEvent,
  type ContentType,
} from '../contentful/contract.ts';
import type { Item } from '../contentful/wire.ts';
import { parseRichText } from './rich-text/parse.ts';
import type { Texts } from './texts.ts';

export interface FetchedContent {
  mode: 'whole' | 'changes';
  /** The Sync API's token for the next changes; null when unknown. */
  token: string | null;
  /** Changed entries by id, null for an entry that was taken back. A whole reading has all entries. */
  entries: ReadonlyMap<string, SyncedEntry | null>;
  /** Revisions of changed assets by id, null for an asset that was taken back. */
  assets: ReadonlyMap<string, number | null>;
  /** The order of the entries. A whole reading lists all of them in `first`. */
  order: Readonly<Record<ContentType, Placement>>;
  /** Texts of the entries that were read: at least those that have to be composed. */
  texts: Texts;
  /** Unparsed assets that these entries link to. */
  rawAssets: ReadonlyMap<string, Item>;
  /** Number of entries read. */
  fetched: number;
}

/** The state of an earlier pull, or of a whole reading that has just ended. */
interface KnownContent {
  token: string | null;
  getBase: (
    id: string,
  ) => Pick<SyncedEntry, 'contentType' | 'revision' | 'orderKey'> | null | undefined;
  getAsset: (id: string) => number | undefined;
  listIds: () => Iterable<string>;
  listAssetIds: () => Iterable<string>;
  /** Ids of the entries that link to an entry. */
  listLinkingTo: (kind: 'Entry', id: string) => readonly string[];
  count: (type: ContentType) => number;
}

/** Milliseconds between two requests to a service that does not show an awaited change yet. */
const shortestPause = 200;
const longestPause = 5000;
/** Most entries to read by id; above this number a listing of everything needs fewer requests. */
const mostById = 1000;

/**
 * Reads all entries.
 * @throws {ContentServiceError}
 */
export async function fetchAll(client: ContentClient, texts: Texts): Promise<FetchedContent> {
  const read = new Map<string, SyncedEntry>();
  const rawAssets = new Map<string, Item>();
  const fetchType = async (contentType: ContentType) => {
    const ids = await client.fetchPages(contentType, ({ items, linked }) => {
      for (const item of items) {
        read.set(item.id, toSyncedEntry(contentType, item));
        texts.set(item.id, parseRichText(item.fields.content));
      }
      for (const [id, asset] of linked.assets) rawAssets.set(id, asset);
    });
    return ids.flatMap((id) => read.get(id) ?? []);
  };
  const [posts, resources] = await Promise.all([fetchType('blogPost'), fetchType('resource')]);
  const entries = [...posts, ...resources];
  const place = (list: readonly SyncedEntry[]) => ({
    first: list.map(({ id }) => id),
    moved: new Set<string>(),
  });
  return {
    mode: 'whole',
    token: null,
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    assets: new Map([...rawAssets].map(([id, { revision }]) => [id, revision])),
    order: { blogPost: place(posts), resource: place(resources) },
    texts,
    rawAssets,
    fetched: entries.length,
  };
}

/** Turns a whole reading into a known state. */
const asKnown = ({ token, entries, assets, order }: FetchedContent): KnownContent => ({
  token,
  getBase: (id) => entries.get(id),
  getAsset: (id) => assets.get(id) ?? undefined,
  listIds: () => entries.keys(),
  listAssetIds: () => assets.keys(),
  listLinkingTo: () => [],
  count: (type) => order[type].first.length,
});

/**
 * Collects what the Sync API says beyond the known state: the revisions of entries. Their fields are
 * read by id.
 */
function createLedger(known: KnownContent, isReadNow: (id: string) => boolean) {
  /** Entries of our types in the Sync API's changes; null for an entry that was taken back. */
  const reported = new Map<string, { contentType: ContentType; revision: number } | null>();
  /** The entries in `reported` that were read in that revision or a newer one. */
  const entries = new Map<string, SyncedEntry>();
  /**
   * Known entries that a full list of the Sync API lacks. The list has no total to check it by, so each
   * of these is in doubt.
   */
  const doubtful = new Set<string>();
  const assets = new Map<string, number | null>();
  /** Revisions in the Sync API's changes; null for an item that was taken back. */
  const revisions = {
    Entry: new Map<string, number | null>(),
    Asset: new Map<string, number | null>(),
  };

  /** Marks the entries for reading that have text from an entry of another type, such as an author. */
  const readLinking = (id: string) => {
    for (const source of known.listLinkingTo('Entry', id)) {
      const base = known.getBase(source);
      if (base && !reported.has(source)) reported.set(source, base);
    }
  };
  const getReported = (id: string) => (reported.has(id) ? reported.get(id) : known.getBase(id));
  const getAsset = (id: string) =>
    assets.has(id) ? (assets.get(id) ?? undefined) : known.getAsset(id);

  return {
    reported,
    entries,
    doubtful,
    assets,
    getReported,
    getAsset,
    hasChanges: () => revisions.Entry.size + revisions.Asset.size > 0,

    /** @param isInitial whether `changes` lists all content */
    note: (changes: Changes, isInitial: boolean) => {
      if (isInitial) {
        for (const id of known.listIds()) if (!changes.entries.has(id)) doubtful.add(id);
        for (const id of known.listAssetIds()) if (!changes.assets.has(id)) assets.set(id, null);
      }
      for (const id of changes.lostEntries) {
        revisions.Entry.set(id, null);
        if (known.getBase(id) || reported.has(id)) reported.set(id, null);
        else readLinking(id);
        entries.delete(id);
      }
      for (const id of changes.lostAssets) {
        revisions.Asset.set(id, null);
        assets.set(id, null);
      }
      for (const [id, { contentType: name, revision }] of changes.entries) {
        revisions.Entry.set(id, revision);
        const contentType = contentTypes.find((one) => one === name);
        if (!contentType) {
          if (!isInitial) readLinking(id);
          continue;
        }
        doubtful.delete(id);
        const before = entries.get(id)?.revision ?? known.getBase(id)?.revision ?? 0;
        // A smaller revision means a new entry under the same id.
        const isKnown = isReadNow(id) ? before >= revision : isInitial && before === revision;
        if (isKnown && !reported.has(id) && known.getBase(id)?.contentType === contentType)
          continue;
        reported.set(id, { contentType, revision });
        if (!isKnown) entries.delete(id);
      }
      for (const [id, revision] of changes.assets) {
        revisions.Asset.set(id, revision);
        if (!isInitial || getAsset(id) !== revision) assets.set(id, revision);
      }
    },

    /** Whether the Sync API shows an awaited event by now. */
    isShown: ({ kind, id, revision, deleted }: ContentEvent): boolean => {
      const latest = revisions[kind].get(id);
      const before = kind === 'Entry' ? getReported(id)?.revision : getAsset(id);
      const current = latest ?? before;
      if (!deleted) return current === undefined ? latest === null : current >= (revision ?? 0);
      if (current === undefined) return true;
      return revision === null ? latest !== undefined : current > revision;
    },
  };
}

/** Drops a publish that was taken back later, because the service will not show it. */
const withoutOutdated = (events: readonly ContentEvent[]) =>
  events.filter(
    ({ kind, id, revision, deleted }) =>
      deleted ||
      !events.some(
        (other) =>
          other.deleted &&
          other.kind === kind &&
          other.id === id &&
          (other.revision ?? Infinity) >= (revision ?? 0),
      ),
  );

interface ChangesOptions {
  client: ContentClient;
  /** The state of an earlier pull, or a whole reading that has just ended. */
  base: KnownContent | FetchedContent;
  /** Gets the texts that are read. */
  texts: Texts;
  /** Returns the ids of entries that have to be composed and were not read. */
  findMissing: (content: FetchedContent) => readonly string[];
  /** Returns a reading even when the service reports no changes. */
  isDue: boolean;
  /** Events to wait for until the service shows them. */
  events: readonly ContentEvent[];
  /**
   * End of the wait in milliseconds of the performance clock; the next reading takes what is still
   * missing.
   */
  patienceEnd: number;
  /** Called with events that the service did not show in time; the pull goes on without them. */
  onUnseen: (events: readonly ContentEvent[]) => void;
}

/** Milliseconds to wait for the Sync API to show an event; a few hundred are usual. */
const syncPatience = 2000;

/**
 * Updates the known state through the Sync API, then waits until the entries show the same changes,
 * because entries come from caches.
 * @returns 'unchanged', or 'unknown' when only a whole reading can find the changes
 * @throws {ContentServiceError}
 */
export async function fetchChanged({
  client,
  base,
  texts,
  findMissing,
  isDue,
  events,
  patienceEnd,
  onUnseen,
}: ChangesOptions): Promise<FetchedContent | 'unchanged' | 'unknown'> {
  const whole = 'mode' in base ? base : null;
  const known = 'mode' in base ? asKnown(base) : base;
  const rawAssets = new Map(whole?.rawAssets);
  const ledger = createLedger(known, texts.has);
  const { reported, entries, doubtful, assets, getReported, getAsset } = ledger;
  let { token } = known;
  let fetched = whole?.fetched ?? 0;

  /** Finds an entry in this reading, or in the whole reading before. */
  const getRead = (id: string) => entries.get(id) ?? whole?.entries.get(id);
  const isAssetCurrent = (id: string) => {
    const revision = getAsset(id);
    const asset = rawAssets.get(id);
    return revision === undefined ? !asset : asset !== undefined && asset.revision >= revision;
  };
  /** Whether an entry and its assets were read in the revisions that the Sync API reported. */
  const isCurrent = (id: string) => {
    const expected = getReported(id);
    if (!expected) return true;
    if (!texts.has(id)) return !reported.has(id);
    const entry = getRead(id);
    return (
      entry !== undefined &&
      entry !== null &&
      (!reported.has(id) || entry.revision >= expected.revision) &&
      entry.links.assets.every(isAssetCurrent)
    );
  };

  const readById = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    const { items, linked } = await client.fetchEntriesById(ids);
    fetched += items.length;
    for (const item of items) {
      const { id } = item;
      const expected = getReported(id);
      if (!expected || item.revision < expected.revision) continue;
      const entry = toSyncedEntry(expected.contentType, item);
      entries.set(id, entry);
      texts.set(id, parseRichText(item.fields.content));
      for (const asset of entry.links.assets) {
        const raw = linked.assets.get(asset);
        if (raw) rawAssets.set(asset, raw);
        else rawAssets.delete(asset);
      }
    }
    return items;
  };

  const isOfType = (type: ContentType, id: string) => getReported(id)?.contentType === type;

  /** Finds the order of a type's entries; null while the service does not show the changes yet. */
  const arrange = async (type: ContentType): Promise<Placement | null> => {
    const moved = new Set(
      [...entries.keys()].filter(
        (id) =>
          isOfType(type, id) &&
          (known.getBase(id)?.contentType !== type ||
            known.getBase(id)?.orderKey !== entries.get(id)?.orderKey),
      ),
    );
    if (moved.size === 0) return { first: [], moved };
    const { total, entries: first } = await client.fetchOrder(type, moved);
    const unseen = new Set(moved);
    const isShown = first.every(({ id, revision }) => {
      if (!isOfType(type, id)) return false;
      return !unseen.delete(id) || revision >= (entries.get(id)?.revision ?? 0);
    });
    let expected = known.count(type);
    for (const id of reported.keys())
      expected += Number(isOfType(type, id)) - Number(known.getBase(id)?.contentType === type);
    if (!isShown || unseen.size > 0 || total !== expected) return null;
    return { first: first.map(({ id }) => id), moved };
  };

  /** Adds changes to a whole reading. */
  const addToWhole = (content: FetchedContent): FetchedContent => {
    if (!whole) return content;
    const all = new Map([...whole.entries, ...content.entries].filter(([, entry]) => entry));
    const place = (type: ContentType): Placement => {
      const ids = new Set([...content.order[type].first, ...whole.order[type].first]);
      const first = [...ids].filter((id) => all.get(id)?.contentType === type);
      return { first, moved: new Set() };
    };
    return {
      ...content,
      mode: 'whole',
      entries: all,
      assets: new Map(
        [...whole.assets, ...content.assets].filter(([, revision]) => revision !== null),
      ),
      order: { blogPost: place('blogPost'), resource: place('resource') },
    };
  };

  /** Reads the reported changes; null while the service does not show them yet. */
  const read = async (): Promise<FetchedContent | 'unknown' | null> => {
    const outdated = [...new Set([...reported.keys(), ...texts.listIds()])].filter(
      (id) => !isCurrent(id),
    );
    if (outdated.length > mostById) return 'unknown';
    const found = await readById([...outdated, ...doubtful]);
    if (found?.some(({ id }) => doubtful.has(id))) return null;
    for (const id of doubtful) {
      reported.set(id, null);
      entries.delete(id);
    }
    doubtful.clear();
    if (!outdated.every(isCurrent)) return null;

    const [blogPost, resource] = [await arrange('blogPost'), await arrange('resource')];
    if (!blogPost || !resource) return null;
    const getContent = () =>
      addToWhole({
        mode: 'changes',
        token,
        entries: new Map<string, SyncedEntry | null>([
          ...[...reported].flatMap(([id, entry]) => (entry ? [] : [[id, null] as const])),
          ...entries,
        ]),
        assets,
        order: { blogPost, resource },
        texts,
        rawAssets,
        fetched,
      });
    // A whole reading has every entry.
    const missing = whole ? [] : findMissing(getContent());
    if (missing.length > mostById) return 'unknown';
    await readById(missing);
    const isRead = (id: string) =>
      texts.has(id) && isCurrent(id) && entries.get(id)?.revision === getReported(id)?.revision;
    return missing.every(isRead) ? getContent() : null;
  };

  const awaited = withoutOutdated(events);
  const syncEnd = performance.now() + syncPatience;
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
    const changes = await client.fetchChanges(token);
    if (!changes) return 'unknown';
    const isInitial = token === null;
    ledger.note(changes, isInitial);
    ({ token } = changes);
    const isLast = performance.now() + pause > patienceEnd;
    const unseen = awaited.filter((event) => !ledger.isShown(event));
    const isLate = isLast || performance.now() + pause > syncEnd;
    if (isLate || unseen.length === 0) {
      onUnseen(unseen);
      if (!isDue && known.token !== null && !ledger.hasChanges()) return 'unchanged';
      const reading = await read();
      if (reading !== null) return reading;
      if (isLast) return 'unknown';
    }
    await wait(pause);
  }
}
