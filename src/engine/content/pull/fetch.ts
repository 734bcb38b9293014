/** Fetches what the content service has: everything, or the changes since the last pull. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection } from '../../collections.ts';
import { collections } from '../../site.ts';
import type { ContentClient } from '../contentful/client.ts';
import { findItemLinks, findLinks, type ContentEvent, type Item } from '../contentful/wire.ts';
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

/** Milliseconds between two requests to a service that does not show an awaited change yet. */
const shortestPauseMs = 200;
const longestPauseMs = 5000;
/** Milliseconds to wait for the Sync API to show an event; a few hundred are usual. */
const syncPatienceMs = 2000;
/** Ids in one request: an address may have about 8,000 characters. */
const idsAtOnce = 100;

const isOurs = <T extends { collection: string | null }>(entry: T | null): entry is T =>
  (entry?.collection ?? null) !== null;

/**
 * Fetches the content of one pull, and saves it in `received`.
 * @param token of the Sync API for the changes since the last pull; null reads everything
 * @returns the token for the next pull, null without a Sync API, and the number of entries read
 */
export async function fetchContent(
  received: Received,
  { client, events = [], patience = 60_000, onUnseen }: FetchOptions,
  token: string | null,
) {
  const patienceEnd = performance.now() + patience;
  let fetched = 0;
  /** Newest revisions by the Sync API; null for an item that was taken back. */
  const revisions = {
    Entry: new Map<string, number | null>(),
    Asset: new Map<string, number | null>(),
  };
  /** Entries that have to be read by id. */
  const wanted = new Set<string>();

  /** Notes that text or pictures of entries come from an item that changed. */
  const wantLinking = (id: string) => {
    for (const source of received.listLinkingTo(id))
      if (revisions.Entry.get(source) !== null) wanted.add(source);
  };

  /** Fetches and notes the changes since a token; null when only a whole reading can find them. */
  const noteChanges = async (since: string): Promise<string | null> => {
    const changes = await client.fetchChanges(since);
    if (!changes) return null;
    for (const [id, entry] of changes.entries) {
      revisions.Entry.set(id, entry?.revision ?? null);
      if (isOurs(entry)) {
        wanted.add(id);
        continue;
      }
      wanted.delete(id);
      if (received.getRevision('Entry', id) === null) wantLinking(id);
      else received.remove(id);
    }
    for (const [id, revision] of changes.assets) {
      revisions.Asset.set(id, revision);
      wantLinking(id);
    }
    return changes.token;
  };

  /** Whether an awaited event shows by now: by the Sync API, or else by what was read. */
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
    const ids = [...wanted];
    while (ids.length > 0) {
      const { items, linked } = await client.fetchEntriesById(ids.splice(0, idsAtOnce));
      for (const item of items) {
        if (item.collection === null || !isCurrent('Entry', item.id, item)) continue;
        const texts = findLinks(item.linkedFields).entries;
        const isWhole =
          [...findItemLinks(item).assets].every((id) =>
            isCurrent('Asset', id, linked.assets.get(id)),
          ) && [...texts].every((id) => isCurrent('Entry', id, linked.entries.get(id)));
        if (!isWhole) continue;
        received.save(item, linked.assets);
        wanted.delete(item.id);
        fetched += 1;
      }
    }
    return wanted.size === 0;
  };

  /**
   * Notes changes and reads them, until the service shows all of them.
   * @returns the token for the next pull; null when `patience` ended, or the service does not know
   */
  const follow = async (since: string): Promise<string | null> => {
    const syncEnd = performance.now() + syncPatienceMs;
    let next: string | null = since;
    for (let pause = shortestPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      next = await noteChanges(next);
      if (next === null) return null;
      const unseen = events.filter((event) => !isShown(event));
      const later = performance.now() + pause;
      if (unseen.length === 0 || later > Math.min(syncEnd, patienceEnd)) {
        onUnseen?.(unseen);
        if (await readWanted()) return next;
        if (later > patienceEnd) return null;
      }
      await wait(pause);
    }
  };

  if (token !== null) {
    const next = await follow(token);
    if (next !== null) return { mode: 'changes' as const, token: next, fetched };
    // From here on what is read counts, whatever the Sync API said.
    for (const noted of [wanted, revisions.Entry, revisions.Asset]) noted.clear();
  }
  // Before the listings, so that the next pull reads what changes meanwhile.
  const changes = await client.fetchChanges(null);
  const fetchAll = async (collection: Collection) =>
    client.fetchPages(collection, ({ items, linked }) => {
      for (const item of items) received.save(item, linked.assets);
    });
  const listed = new Set((await Promise.all(collections.map(fetchAll))).flat());
  fetched = listed.size;
  for (const id of received.listIds()) if (!listed.has(id)) received.remove(id);
  const everything = { mode: 'whole', token: null, fetched } as const;
  // Without a token the next pull reads everything again: what a cache showed may be old.
  const isBehind = (kind: 'Entry' | 'Asset', id: string, revision: number | null) =>
    revision !== null && (received.getRevision(kind, id) ?? -1) < revision;
  if (
    !changes ||
    [...listed].some((id) => !changes.entries.has(id)) ||
    [...changes.entries].some(
      ([id, entry]) => isOurs(entry) && isBehind('Entry', id, entry.revision),
    ) ||
    [...changes.assets].some(
      ([id, revision]) =>
        received.getRevision('Asset', id) !== null && isBehind('Asset', id, revision),
    )
  ) {
    // Without a Sync API, as in a preview, nothing says whether an event will ever show.
    if (changes) onUnseen?.(events.filter((event) => !isShown(event)));
    return everything;
  }
  return { ...everything, token: await follow(changes.token) };
}
