/** Items newer than the build: a snapshot in memory gives them the rules of a pull. Files stay at the service. */
import { itemPath, type CollectionWithPages } from '../declare/collections.ts';
import { collections, timeZone } from '../site.ts';
import type { ContentClient } from './contentful/client.ts';
import { ContentServiceError } from './contentful/failure.ts';
import { toLocale, type Listing } from './contentful/wire.ts';
import { remoteMedia, type MediaStore } from './files/asset.ts';
import { getCollectionWithPages } from './find-collection.ts';
import { applyRules, composeRecords } from './pull/apply.ts';
import { createReceived } from './pull/received.ts';
import { getDay } from './records/dates.ts';
import { failedList, findSlugProblem } from './records/records.ts';
import { createFinders, type Finders } from './snapshot/answers.ts';
import { openSnapshotInMemory, createRecordWriter } from './snapshot/database.ts';
import type { Answers, QueryOf } from './snapshot/queries.ts';

/** What the page of a live item reads in place of the snapshot. */
type LiveAnswers = Partial<Answers>;

/** The path that each entry had last, by id: an address survives a slip of its slug. */
export type LastPaths = ReadonlyMap<string, string>;

const noEntries: Listing = { items: [], linked: { entries: new Map(), assets: new Map() } };

/** Longer than a picture takes that is there. */
const askMs = 2000;

/** Asks for each picture, because a build leaves out one that its host has no more. Without an answer all are shown. */
function createAskedMedia({ pictureOrigin }: ContentClient): MediaStore {
  let answers = true;
  const statuses = new Map<string, number | undefined>();
  const askForStatus = async (url: string) => {
    if (!answers || statuses.has(url)) return statuses.get(url);
    const signal = AbortSignal.timeout(askMs);
    const response = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
    answers = response !== null;
    statuses.set(url, response?.status);
    return response?.status;
  };
  return {
    async prepare(asset, now, isNew) {
      const made = await remoteMedia.prepare(asset, now, isNew);
      const isAsked = made.isPicture && new URL(asset.url).origin === pictureOrigin;
      const status = isAsked ? await askForStatus(asset.url) : undefined;
      const isMissing = status === 404 || status === 410;
      return isMissing ? { ...made, fault: `its host answered with status ${status}` } : made;
    },
  };
}

/** @returns a function that resolves to null for an unknown item, and may throw a ContentServiceError */
export function createFetchLive(
  client: ContentClient,
  siteUrl: string,
  getNow: () => Date,
  getLastPaths: () => Promise<LastPaths> = () => Promise.resolve(new Map()),
) {
  /** Puts the entries of a listing, with what they link to, into a snapshot, and reads the answers there. */
  const readFrom = async <T>(
    { items, linked }: Listing,
    lastPaths: LastPaths,
    readAnswers: (find: Finders) => T,
    mediaStore = remoteMedia,
  ): Promise<T> => {
    const database = openSnapshotInMemory();
    try {
      const received = createReceived(database, { findLastPath: (id) => lastPaths.get(id) });
      // Only the items have the marks of drafts, so they come last.
      for (const item of [...linked.entries.values(), ...items]) received.save(item, linked);
      const now = getNow();
      const { pending } = applyRules(received, now, client.showsDrafts);
      const options = { client, mediaStore, siteUrl, now };
      const writer = createRecordWriter(database);
      await composeRecords(options, received, [...pending.values()], writer, true);
      writer.setMeta('day', getDay(now.getTime(), timeZone));
      return readAnswers(createFinders(database));
    } finally {
      database.close();
    }
  };

  /** Fetches the entry that had this address last, with those that have its slug now. */
  const fetchKept = async (collection: CollectionWithPages, slug: string, lastPaths: LastPaths) => {
    const path = itemPath(collection, slug);
    const [id] = [...lastPaths].find(([, last]) => last === path) ?? [];
    if (id === undefined) return noEntries;
    const kept = await client.fetchEntriesById([id]);
    const taken = kept.items[0]?.fields.slug;
    const isUsable = typeof taken === 'string' && findSlugProblem(taken) === null;
    return isUsable ? client.fetchWithSlug(collection, taken) : kept;
  };

  /** Finds a built-in item when the service lacks the slug or fails. */
  const fetchItem = async ({ collection, slug }: QueryOf<'item'>): Promise<LiveAnswers | null> => {
    const declared = getCollectionWithPages(collection);
    const isBuiltIn = (declared.pages.builtIn ?? []).some((one) => one.slug === slug);
    const lastPaths = await getLastPaths();
    const asked = await client.fetchWithSlug(declared, slug).catch((error: unknown) => {
      if (error instanceof ContentServiceError && isBuiltIn) return noEntries;
      throw error;
    });
    const listing =
      asked.items.length > 0 || isBuiltIn ? asked : await fetchKept(declared, slug, lastPaths);
    const item = await readFrom(
      listing,
      lastPaths,
      (find) => find.item({ collection, slug }),
      createAskedMedia(client),
    );
    // Only a build knows other items.
    const neighbours = { previous: null, next: null, related: [] };
    const locale = toLocale(listing.items[0]?.locale || client.locale || '');
    return item && { item, 'has-item': true, neighbours, list: failedList, locale };
  };

  /** The entries that any page may show once. A page does without them while the service fails. */
  const fetchSingles = async (): Promise<Answers['singles']> => {
    const all = collections
      .filter(({ isSingle }) => isSingle)
      .map(async (one) => {
        const listing = await client.fetchEntries(one);
        return readFrom(listing, new Map(), (find) => find.singles({}));
      });
    return Object.fromEntries((await Promise.all(all)).flatMap((one) => Object.entries(one)));
  };

  return async (item: QueryOf<'item'>): Promise<LiveAnswers | null> => {
    const [found, singles] = await Promise.all([
      fetchItem(item),
      fetchSingles().catch((error: unknown) => {
        if (error instanceof ContentServiceError) return {};
        throw error;
      }),
    ]);
    const day = getDay(getNow().getTime(), timeZone);
    // Its findings are in the next pull.
    const note = { locale: client.locale ?? '', address: null, problems: [], version: '' };
    return found && { ...found, singles, 'editor-note': note, year: day.slice(0, 4), day };
  };
}
