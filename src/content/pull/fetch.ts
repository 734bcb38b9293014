/**
 * What the content service has: all of it, or what changed since the last reading, in the same shape.
 * Of the same content both lead to the same records.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { getTargets, type LinkTarget } from './compose.ts';
import { selectPosts, selectResources, type ParsedPost, type ParsedResource } from './entries.ts';
import type { PostSummary, ResourceSummary } from '../snapshot/records.ts';
import type { Problem } from './report.ts';
import { toSyncedEntry, type SyncState, type SyncedEntry } from './sync-state.ts';
import {
  contentTypes,
  type Changes,
  type ContentClient,
  type ContentType,
  type RawListing,
  type ContentEvent,
} from '../contentful/contract.ts';
import { getId, getRevision } from '../contentful/wire.ts';

interface Selected {
  posts: readonly ParsedPost[];
  /** Not due yet. */
  withheld: readonly ParsedPost[];
  resources: readonly ParsedResource[];
  problems: readonly Problem[];
}

export interface FetchedContent extends SyncState {
  mode: 'whole' | 'changes';
  /** The rules applied to all entries; `content` is in `raws`. */
  selected: Selected;
  /** Entries as they came, by id: at least those that have to be composed. */
  raws: ReadonlyMap<string, unknown>;
  /** The assets that those link to. */
  rawAssets: ReadonlyMap<string, unknown>;
  /** Entries that were read. */
  fetched: number;
}

/** Records that stand already, by what links to them is made of. */
export interface Standing {
  posts: readonly PostSummary[];
  resources: readonly ResourceSummary[];
}

/** Milliseconds between two questions to a service that does not show yet what it told. */
const shortestPause = 200;
const longestPause = 5000;
/** Of more entries a whole listing is read in no more answers. */
const mostById = 1000;

function selectAll(
  entries: SyncState['entries'],
  now: Date,
  { showsDrafts }: Pick<ContentClient, 'showsDrafts'>,
): Selected {
  const problems: Problem[] = [];
  const addProblem = (problem: Problem) => void problems.push(problem);
  const parsedPosts = entries.flatMap((entry) =>
    entry.contentType === 'blogPost' ? [entry.parsed] : [],
  );
  const parsedResources = entries.flatMap((entry) =>
    entry.contentType === 'resource' ? [entry.parsed] : [],
  );
  const { posts, withheld } = selectPosts(parsedPosts, now, addProblem, showsDrafts);
  const resources = selectResources(parsedResources, addProblem);
  return { posts, withheld, resources, problems };
}

const byId = (items: readonly unknown[]) => items.map((item) => [getId(item) ?? '', item] as const);

/** Reads all entries. @throws {ContentServiceError} */
export async function fetchAll(client: ContentClient, now: Date): Promise<FetchedContent> {
  const [posts, resources] = await Promise.all([
    client.fetchEntries('blogPost'),
    client.fetchEntries('resource'),
  ]);
  const listings: readonly RawListing[] = [posts, resources];
  const entries = [
    ...posts.items.map((item) => toSyncedEntry('blogPost', item)),
    ...resources.items.map((item) => toSyncedEntry('resource', item)),
  ];
  const rawAssets = new Map(listings.flatMap(({ linked }) => [...linked.assets]));
  return {
    mode: 'whole',
    token: null,
    entries,
    assets: new Map([...rawAssets].map(([id, asset]) => [id, getRevision(asset)])),
    selected: selectAll(entries, now, client),
    raws: new Map(listings.flatMap(({ items }) => byId(items))),
    rawAssets,
    fetched: posts.items.length + resources.items.length,
  };
}

const isSameTarget = (one: LinkTarget | undefined, other: LinkTarget | undefined) =>
  one?.path === other?.path && one?.title === other?.title && one?.text === other?.text;

/**
 * What is known of all entries and assets, and what the Sync API says of them: of an entry it tells the
 * revision, its fields are read by id.
 */
function createLedger(base: SyncState, isReadNow: (id: string) => boolean) {
  /** Published entries of our types. */
  const told = new Map<string, { contentType: ContentType; revision: number }>();
  /** Of these the ones that are known in that revision, or a newer one. */
  const known = new Map<string, SyncedEntry>();
  /** Entries that are not in a list of everything, which has no number to check it by. */
  const doubtful = new Set<string>();
  const assets = new Map(base.assets);
  const changedAssets = new Set<string>();
  /** Revisions told since the base; null for what was taken back. */
  const news = { Entry: new Map<string, number | null>(), Asset: new Map<string, number | null>() };
  for (const entry of base.entries) {
    told.set(entry.id, entry);
    known.set(entry.id, entry);
  }

  const dropAsset = (id: string) => {
    assets.delete(id);
    changedAssets.add(id);
  };

  return {
    told,
    known,
    doubtful,
    assets,
    changedAssets,
    hasNews: () => news.Entry.size + news.Asset.size > 0,

    /** @param isInitial whether the changes are all there is */
    note: (changes: Changes, isInitial: boolean) => {
      if (isInitial) {
        for (const id of told.keys()) if (!changes.entries.has(id)) doubtful.add(id);
        for (const id of assets.keys()) if (!changes.assets.has(id)) dropAsset(id);
      }
      for (const id of changes.lostEntries) {
        news.Entry.set(id, null);
        told.delete(id);
        known.delete(id);
      }
      for (const id of changes.lostAssets) {
        news.Asset.set(id, null);
        dropAsset(id);
      }
      for (const [id, { contentType: name, revision }] of changes.entries) {
        news.Entry.set(id, revision);
        const contentType = contentTypes.find((one) => one === name);
        if (!contentType) continue;
        told.set(id, { contentType, revision });
        doubtful.delete(id);
        const before = known.get(id)?.revision ?? 0;
        // A smaller revision is another entry under the same id.
        const isKnown = isReadNow(id) ? before >= revision : isInitial && before === revision;
        if (!isKnown) known.delete(id);
      }
      for (const [id, revision] of changes.assets) {
        news.Asset.set(id, revision);
        if (!isInitial || assets.get(id) !== revision) changedAssets.add(id);
        assets.set(id, revision);
      }
    },

    /** Whether the Sync API has told, now or earlier, what was announced. */
    isTold: ({ kind, id, revision, deleted }: ContentEvent): boolean => {
      const latest = news[kind].get(id);
      const before = kind === 'Entry' ? told.get(id)?.revision : assets.get(id);
      const current = latest ?? before;
      if (!deleted) return current === undefined ? latest === null : current >= (revision ?? 0);
      if (current === undefined) return true;
      return revision === null ? latest !== undefined : current > revision;
    },
  };
}

/** What was published and then taken back need not be waited for. */
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
  now: Date;
  /** What was read before: of an earlier pull, or just now as a whole. */
  base: SyncState & Partial<Pick<FetchedContent, 'mode' | 'raws' | 'rawAssets' | 'fetched'>>;
  /** Records that were made of the base; none when it was read just now. */
  standing: Standing;
  /** Gives a reading even when the service says that nothing changed. */
  isDue: boolean;
  /** What is waited for until the service shows it. */
  events: readonly ContentEvent[];
  /** Of the performance clock; what is not shown by then is left to the next reading. */
  patienceEnd: number;
}

/**
 * Brings what was read before up to date through the Sync API. What that tells is waited for until the
 * entries show it too, as those answers come from caches.
 * @returns 'unchanged', or 'unknown' when only a whole reading can tell
 * @throws {ContentServiceError}
 */
export async function fetchChanged({
  client,
  now,
  base,
  standing,
  isDue,
  events,
  patienceEnd,
}: ChangesOptions): Promise<FetchedContent | 'unchanged' | 'unknown'> {
  const raws = new Map(base.raws);
  const rawAssets = new Map(base.rawAssets);
  const ledger = createLedger(base, (id) => raws.has(id));
  const { told, known, doubtful, assets, changedAssets } = ledger;
  const standingIds = new Set([...standing.posts, ...standing.resources].map(({ id }) => id));
  const standingTargets = getTargets(standing.posts, standing.resources);
  let { token } = base;
  let fetched = base.fetched ?? 0;

  const isAssetCurrent = (id: string) => {
    const revision = assets.get(id);
    const asset = rawAssets.get(id);
    return revision === undefined ? !asset : asset !== undefined && getRevision(asset) >= revision;
  };
  /** Known as it was told; one that is composed from what came, with its assets as they were told. */
  const isCurrent = (id: string) => {
    const entry = known.get(id);
    return entry !== undefined && (!raws.has(id) || entry.links.assets.every(isAssetCurrent));
  };

  const readById = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    const { items, linked } = await client.fetchEntriesById(ids);
    fetched += items.length;
    for (const item of items) {
      const id = getId(item) ?? '';
      const expected = told.get(id);
      if (!expected || getRevision(item) < expected.revision) continue;
      const entry = toSyncedEntry(expected.contentType, item);
      known.set(id, entry);
      raws.set(id, item);
      for (const asset of entry.links.assets) {
        const raw = linked.assets.get(asset);
        if (raw) rawAssets.set(asset, raw);
        else rawAssets.delete(asset);
      }
    }
    return items;
  };

  /** The entries of a type as the service orders them; null when it does not show yet what it told. */
  const arrange = async (contentType: ContentType): Promise<SyncedEntry[] | null> => {
    const before = new Map(
      base.entries.flatMap((entry) =>
        entry.contentType === contentType ? [[entry.id, entry.orderKey]] : [],
      ),
    );
    const entries = new Map([...known].filter(([id]) => told.get(id)?.contentType === contentType));
    const moved = new Set(
      [...entries].filter(([id, { orderKey }]) => before.get(id) !== orderKey).map(([id]) => id),
    );
    // Those that did not move keep their order among themselves, however many were lost.
    const order = moved.size > 0 ? await client.fetchOrder(contentType, moved) : null;
    const first = order?.entries ?? [];
    const isShown = first.every(({ id, revision }) => {
      const entry = entries.get(id);
      return entry && (!moved.delete(id) || revision >= entry.revision);
    });
    if (!isShown || moved.size > 0 || (order && order.total !== entries.size)) return null;
    const ids = new Set([...first.map(({ id }) => id), ...before.keys()]);
    return [...ids].flatMap((id) => entries.get(id) ?? []);
  };

  /** What was told, read; null when the service does not show it yet. */
  const read = async (): Promise<FetchedContent | 'unknown' | null> => {
    const outdated = [...told.keys()].filter((id) => !isCurrent(id));
    if (outdated.length > mostById) return 'unknown';
    const found = await readById([...outdated, ...doubtful]);
    if (found?.some((item) => doubtful.has(getId(item) ?? ''))) return null;
    for (const id of doubtful) {
      told.delete(id);
      known.delete(id);
    }
    doubtful.clear();
    if (!outdated.every(isCurrent)) return null;

    const [blogPost, resource] = [await arrange('blogPost'), await arrange('resource')];
    if (!blogPost || !resource) return null;
    const entries = [...blogPost, ...resource];
    const selected = selectAll(entries, now, client);
    const targets = getTargets(selected.posts, selected.resources);
    const isComposedAnew = ({ id, links, lacksFiles }: SyncedEntry) =>
      !standingIds.has(id) ||
      lacksFiles ||
      links.assets.some((asset) => changedAssets.has(asset)) ||
      links.entries.some((entry) => !isSameTarget(standingTargets.get(entry), targets.get(entry)));
    const missing = [...selected.posts, ...selected.resources].flatMap(({ id }) => {
      const entry = known.get(id);
      return entry && !raws.has(id) && isComposedAnew(entry) ? [entry] : [];
    });
    if (missing.length > mostById) return 'unknown';
    await readById(missing.map(({ id }) => id));
    const isRead = ({ id, revision }: SyncedEntry) =>
      raws.has(id) && isCurrent(id) && known.get(id)?.revision === revision;
    if (!missing.every(isRead)) return null;
    return {
      mode: base.mode ?? 'changes',
      token,
      assets,
      entries,
      selected,
      raws,
      rawAssets,
      fetched,
    };
  };

  const announced = withoutOutdated(events);
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
    const changes = await client.fetchChanges(token);
    if (!changes) return 'unknown';
    const isInitial = token === null;
    ledger.note(changes, isInitial);
    ({ token } = changes);
    const isLast = performance.now() + pause > patienceEnd;
    if (isLast || announced.every(ledger.isTold)) {
      if (!isDue && base.token !== null && !ledger.hasNews()) return 'unchanged';
      const reading = await read();
      if (reading !== null) return reading;
      if (isLast) return 'unknown';
    }
    await wait(pause);
  }
}
