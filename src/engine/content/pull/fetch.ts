/** Fetches what the content service has: everything, or the changes since the last pull. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ContentClient } from '../contentful/client.ts';
import {
  contentTypes,
  findLinks,
  type ContentEvent,
  type ContentType,
  type Item,
} from '../contentful/wire.ts';
import type { Received } from './received.ts';

export interface FetchOptions {
  client: ContentClient;
  /** Events to wait for, until the service shows them or `patience` ends. */
  events?: readonly ContentEvent[];
  /** Milliseconds to wait for the service to show changes; the next pull takes what is still missing. */
  patience?: number;
  /** Called with events that the service does not show yet; the pull goes on without them. */
  onUnseen?: (events: readonly ContentEvent[]) => void;
}

export interface Fetched {
  mode: 'whole' | 'changes';
  /** The Sync API's token for the next changes; null without a Sync API. */
  token: string | null;
  /** Number of entries read. */
  fetched: number;
}

/** Milliseconds between two requests to a service that does not show an awaited change yet. */
const shortestPause = 200;
const longestPause = 5000;
/** Milliseconds to wait for the Sync API to show an event; a few hundred are usual. */
const syncPatience = 2000;
/** Entries to read by id, at most; above this number a listing of everything needs fewer requests. */
const mostById = 1000;

const isOurs = <T extends { contentType: ContentType | null }>(entry: T | null): entry is T =>
  (entry?.contentType ?? null) !== null;

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

/** Creates the fetch of one pull; what it reads is saved in `received`. */
export function createFetch(received: Received, options: FetchOptions) {
  const { client, events = [], patience = 60_000, onUnseen = () => undefined } = options;
  const patienceEnd = performance.now() + patience;
  let fetched = 0;
  /** Newest revisions by the Sync API; null for an item that was taken back. */
  const revisions = {
    Entry: new Map<string, number | null>(),
    Asset: new Map<string, number | null>(),
  };
  /** Entries that have to be read by id. */
  const wanted = new Set<string>();
  /** Listed entries that the Sync API's list of everything lacks. That list has no total to check it by. */
  const doubtful = new Set<string>();

  /** Notes that text or pictures of entries come from an item that changed. */
  const wantLinking = (id: string) => {
    for (const source of received.listLinkingTo(id))
      if (revisions.Entry.get(source) !== null) wanted.add(source);
  };
  /** Notes an entry that is none of ours, or no longer. */
  const noteForeign = (id: string) => {
    wanted.delete(id);
    if (received.getRevision('Entry', id) === null) wantLinking(id);
    else received.remove(id);
  };

  /** Fetches and notes the changes since a token; null when only a whole reading can find them. */
  const noteChanges = async (token: string): Promise<string | null> => {
    const changes = await client.fetchChanges(token);
    if (!changes) return null;
    for (const [id, entry] of changes.entries) {
      revisions.Entry.set(id, entry?.revision ?? null);
      if (isOurs(entry)) wanted.add(id);
      else noteForeign(id);
    }
    for (const [id, revision] of changes.assets) {
      revisions.Asset.set(id, revision);
      wantLinking(id);
    }
    return changes.token;
  };

  /** Whether the Sync API shows an awaited event by now. */
  const isShown = ({ kind, id, revision, deleted }: ContentEvent): boolean => {
    const latest = revisions[kind].get(id);
    const current = latest === undefined ? received.getRevision(kind, id) : latest;
    if (current === null) return deleted || latest === null;
    if (!deleted) return current >= (revision ?? 0);
    return revision === null ? latest !== undefined : current > revision;
  };

  /** Whether an item is as new as the Sync API says. */
  const isCurrent = (kind: 'Entry' | 'Asset', id: string, item: Item | undefined) => {
    const expected = revisions[kind].get(id);
    if (expected === undefined) return true;
    return expected === null ? item === undefined : (item?.revision ?? -1) >= expected;
  };

  /**
   * Reads the wanted entries by id, and saves those that are current with all that they link to.
   * @returns whether all were
   */
  const readWanted = async (): Promise<boolean> => {
    const ids = [...new Set([...wanted, ...doubtful])];
    if (ids.length === 0) return true;
    const { items, linked } = await client.fetchEntriesById(ids);
    const found = new Set(items.map(({ id }) => id));
    for (const id of doubtful) {
      if (found.has(id)) continue;
      doubtful.delete(id);
      received.remove(id);
    }
    for (const item of items) {
      const { contentType: type } = item;
      if (type === null || !wanted.has(item.id) || !isCurrent('Entry', item.id, item)) continue;
      const { linkedFields, fields } = item;
      const { assets } = findLinks([fields.featuredImage, fields.content, linkedFields]);
      const texts = findLinks(linkedFields).entries;
      const isWhole =
        [...assets].every((id) => isCurrent('Asset', id, linked.assets.get(id))) &&
        [...texts].every((id) => isCurrent('Entry', id, linked.entries.get(id)));
      if (!isWhole) continue;
      received.save(type, item, linked.assets);
      wanted.delete(item.id);
      fetched += 1;
    }
    return wanted.size + doubtful.size === 0;
  };

  /**
   * Notes changes and reads them, until the service shows all of them.
   * @param token of the Sync API
   * @returns the token for the next pull; null when `patience` ended, or there are too many changes
   */
  const follow = async (token: string): Promise<string | null> => {
    const awaited = withoutOutdated(events);
    const syncEnd = performance.now() + syncPatience;
    let next: string | null = token;
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      next = await noteChanges(next);
      if (next === null || wanted.size > mostById) return null;
      const unseen = awaited.filter((event) => !isShown(event));
      const later = performance.now() + pause;
      if (unseen.length === 0 || later > Math.min(syncEnd, patienceEnd)) {
        onUnseen(unseen);
        if (await readWanted()) return next;
        if (later > patienceEnd) return null;
      }
      await wait(pause);
    }
  };

  return {
    /** Fetches the changes since a token; null when only a whole reading can find them. */
    fetchChanges: async (token: string): Promise<Fetched | null> => {
      const next = await follow(token);
      return next === null ? null : { mode: 'changes', token: next, fetched };
    },

    /** Fetches everything. */
    fetchWhole: async (): Promise<Fetched> => {
      wanted.clear();
      fetched = 0;
      // Before the listings, so that the next pull reads what changes meanwhile.
      const changes = await client.fetchChanges(null);
      const listed = new Set<string>();
      const fetchType = async (contentType: ContentType) => {
        const ids = await client.fetchPages(contentType, ({ items, linked }) => {
          for (const item of items) received.save(contentType, item, linked.assets);
        });
        for (const id of ids) listed.add(id);
      };
      await Promise.all(contentTypes.map(fetchType));
      fetched = listed.size;
      for (const id of received.listIds()) if (!listed.has(id)) received.remove(id);
      if (!changes) return { mode: 'whole', token: null, fetched };

      for (const id of listed) if (!changes.entries.has(id)) doubtful.add(id);
      for (const [id, entry] of changes.entries) {
        if (!isOurs(entry) || (received.getRevision('Entry', id) ?? -1) >= entry.revision) continue;
        revisions.Entry.set(id, entry.revision);
        wanted.add(id);
      }
      for (const [id, revision] of changes.assets) {
        const known = received.getRevision('Asset', id);
        if (revision === null || known === null || known >= revision) continue;
        revisions.Asset.set(id, revision);
        wantLinking(id);
      }
      // Without a token the next pull reads everything again, with what the service did not show in time.
      return { mode: 'whole', token: await follow(changes.token), fetched };
    },
  };
}
