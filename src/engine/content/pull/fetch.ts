/** Fetches what the content service has: everything, or the changes since the last pull. */
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import type { Collection } from '../../declare/collections.ts';
import { collections } from '../../site.ts';
import type { ContentClient } from '../contentful/client.ts';
import {
  findItemLinks,
  type ContentEvent,
  type WireItem,
  type Listing,
} from '../contentful/wire.ts';
import type { Received } from './received.ts';

export interface FetchOptions {
  client: ContentClient;
  /** Events to wait for, until the service shows them or `patienceMs` ends. */
  events?: readonly ContentEvent[];
  /** Time to wait for the service to show changes; the next pull takes what is still missing. */
  patienceMs?: number;
  /** Called with the assets of each page when everything is read, before its entries are saved. */
  onAssets?: (assets: Iterable<WireItem>) => void;
  /** Whether locales or content types are others than at the last pull. */
  isModelNew?: boolean;
}

/** Time between two requests to a service that does not show an awaited change yet. */
const shortestPauseMs = 200;
const longestPauseMs = 5000;
/** Time to wait for the Sync API to show an event; a few hundred are usual. */
const syncPatienceMs = 2000;
/** Ids in one request: an address may have about 8,000 characters. */
const idsAtOnce = 100;

const isOurs = <T extends { collection: string | null }>(entry: T | null): entry is T =>
  (entry?.collection ?? null) !== null;

/** Creates a function that waits, longer each time. It resolves to false at once when the wait would end after `end`. */
function createPause() {
  let pauseMs = shortestPauseMs;
  return async (end: number): Promise<boolean> => {
    if (performance.now() + pauseMs > end) return false;
    await wait(pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    return true;
  };
}

/**
 * Fetches the content of one pull, and saves it in `received`.
 * @param token of the Sync API for the changes since the last pull; null reads everything
 * @returns with the number of events that the service does not show yet: the pull goes on without them
 */
export async function fetchContent(
  received: Received,
  { client, events = [], patienceMs = 60_000, onAssets, isModelNew = false }: FetchOptions,
  token: string | null,
) {
  const patienceEndsAt = performance.now() + patienceMs;
  let fetched = 0;
  /** Newest revisions by the Sync API; null for an item that was taken back. */
  const revisions = {
    Entry: new Map<string, number | null>(),
    Asset: new Map<string, number | null>(),
  };
  /** Entries that have to be read by id. */
  const wanted = new Set<string>();

  /** Wants the entries that show an item that changed. */
  const wantSources = (sources: readonly string[]) => {
    for (const source of sources) if (revisions.Entry.get(source) !== null) wanted.add(source);
  };

  /** Fetches and notes the changes since a token; null when only reading everything can find them. */
  const noteChanges = async (since: string): Promise<string | null> => {
    const changes = await client.fetchChanges(since);
    if (!changes) return null;
    for (const [id, entry] of changes.entries) {
      const revision = entry?.revision ?? null;
      const wasOurs = received.getEntry(id) !== undefined;
      revisions.Entry.set(id, revision);
      received.saveRevision('Entry', id, revision);
      if (isOurs(entry)) wanted.add(id);
      else {
        wanted.delete(id);
        if (wasOurs) received.remove(id);
      }
      // A page with a mere link to an entry of ours reads its title from the snapshot.
      wantSources(isOurs(entry) || wasOurs ? received.listCopying(id) : received.listLinkingTo(id));
    }
    for (const [id, revision] of changes.assets) {
      revisions.Asset.set(id, revision);
      received.saveRevision('Asset', id, revision);
      wantSources(received.listLinkingTo(id));
    }
    return changes.token;
  };

  /** Whether an awaited event shows by now: by the Sync API, or else by what was read. */
  const isShown = ({ kind, id, revision, deleted }: ContentEvent): boolean => {
    if (kind === 'ContentType') return isModelNew;
    // Everything is read for it.
    if (kind === 'EnvironmentAlias') return true;
    const latest = revisions[kind].get(id);
    const current = latest === undefined ? received.getRevision(kind, id) : latest;
    if (current === null) return deleted || latest === null;
    if (!deleted) return current >= (revision ?? 0);
    return revision === null ? latest !== undefined : current > revision;
  };

  /** Whether an item is as new as the Sync API says. */
  const isCurrent = (kind: 'Entry' | 'Asset', id: string, item: WireItem | undefined) => {
    const expected = revisions[kind].get(id);
    if (expected === undefined) return true;
    return expected === null ? item === undefined : (item?.revision ?? -1) >= expected;
  };
  /** Whether all that an entry links to is as new, too. */
  const showsCurrent = (item: WireItem, { entries, assets }: Listing['linked']) => {
    const links = findItemLinks(item);
    return (
      [...links.assets].every((id) => isCurrent('Asset', id, assets.get(id))) &&
      [...links.entries].every((id) => isCurrent('Entry', id, entries.get(id)))
    );
  };

  /** Reads the wanted entries, and saves those that are current with all that they link to. @returns whether all were */
  const readWanted = async (): Promise<boolean> => {
    const ids = [...wanted];
    while (ids.length > 0) {
      const { items, linked } = await client.fetchEntriesById(ids.splice(0, idsAtOnce));
      for (const item of items) {
        const isReady = item.collection !== null && isCurrent('Entry', item.id, item);
        if (!isReady || !showsCurrent(item, linked)) continue;
        received.save(item, linked);
        wanted.delete(item.id);
        fetched += 1;
      }
    }
    return wanted.size === 0;
  };

  const countUnseen = () => events.filter((event) => !isShown(event)).length;

  /** Reads changes until the service shows all. @returns the next token; null when `patienceMs` ended, or none is known */
  const catchUp = async (since: string): Promise<string | null> => {
    const pauseUntil = createPause();
    // The Sync API shows an event some time after its webhook came.
    const syncEndsAt = Math.min(performance.now() + syncPatienceMs, patienceEndsAt);
    let next = await noteChanges(since);
    while (next !== null && countUnseen() > 0 && (await pauseUntil(syncEndsAt)))
      next = await noteChanges(next);
    // The caches of the Delivery API show what changed later than the Sync API.
    while (next !== null && !(await readWanted()))
      next = (await pauseUntil(patienceEndsAt)) ? await noteChanges(next) : null;
    return next;
  };

  /** Reads and saves all entries. Its token is null when the next pull has to read everything again. */
  const fetchEverything = async () => {
    received.forgetRevisions();
    // Before the listings, so that the next pull reads what changes meanwhile, and what is read counts.
    const changes = await client.fetchChanges(null);
    for (const [id, revision] of changes?.assets ?? [])
      received.saveRevision('Asset', id, revision);
    for (const [id, entry] of changes?.entries ?? [])
      if (entry?.collection === null) received.saveRevision('Entry', id, entry.revision);
    const saveAll = async (collection: Collection) =>
      client.fetchPages(collection, async ({ items, linked }) => {
        onAssets?.(linked.assets.values());
        for (const item of items) {
          received.save(item, linked);
          await immediate(); // the request for the next page needs its turns
        }
      });
    const listed = new Set((await Promise.all(collections.map(saveAll))).flat());
    fetched = listed.size;
    for (const id of received.listIds()) if (!listed.has(id)) received.remove(id);
    const result = { mode: 'everything', fetched, hasNews: true } as const;
    // Without a token the next pull reads everything again: what a cache showed may be old.
    const isBehind = (kind: 'Entry' | 'Asset', id: string, revision: number | null = null) =>
      revision !== null && (received.getRevision(kind, id) ?? -1) < revision;
    if (
      !changes ||
      [...listed].some((id) => !changes.entries.has(id)) ||
      [...changes.entries].some(([id, entry]) => isBehind('Entry', id, entry?.revision)) ||
      [...changes.assets].some(([id, revision]) => isBehind('Asset', id, revision))
    )
      // In a preview nothing says whether an event will ever show.
      return { ...result, token: null, unseen: client.showsDrafts ? 0 : countUnseen() };
    const next = await catchUp(changes.token);
    return { ...result, token: next, unseen: countUnseen() };
  };

  if (token !== null) {
    const next = await catchUp(token);
    if (next !== null) {
      const hasNews = revisions.Entry.size + revisions.Asset.size > 0;
      return { mode: 'changes', token: next, fetched, hasNews, unseen: countUnseen() } as const;
    }
    // From here on what is read counts, whatever the Sync API said.
    for (const noted of [wanted, revisions.Entry, revisions.Asset]) noted.clear();
  }
  return fetchEverything();
}
