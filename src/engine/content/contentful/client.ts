/** Reads the content service. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SyncQuery } from 'contentful';
import type { ContentfulAccount } from './account.ts';
import { createDraftReads } from './drafts.ts';
import { ContentServiceError, Failure, mendable } from './failure.ts';
import { createRequests, type Page, type Query } from './requests.ts';
import { getWireName, toSiteFields } from './site-fields.ts';
import {
  getWireType,
  parseItem,
  type Changes,
  type ContentType,
  type Listing,
  type TypeState,
} from './wire.ts';

/** Entries in one answer of the Delivery API, at most. */
const pageLimit = 1000;
/** Ids in one query, at most: an address may have about 8,000 characters. */
const idLimit = 100;
/** Depth of included links: an embedded entry appears with its title, text and picture. */
const include = 1;
/** Attempts to read a listing that changes meanwhile. */
const attempts = 4;

const toListing = ({ items, includes }: Page): Listing => {
  const all = new Map([...includes.Entry, ...items].map((item) => [item.id, item]));
  const ownItems = items.map((item) => toSiteFields(item, all));
  const linkedEntries = includes.Entry.map((item) => toSiteFields(item, all));
  return {
    items: ownItems,
    linked: {
      entries: new Map([...linkedEntries, ...ownItems].map((item) => [item.id, item])),
      assets: new Map(includes.Asset.map((asset) => [asset.id, asset])),
    },
  };
};

/** Joins pages of a listing, or listings. */
const joinListings = (listings: readonly Listing[]): Listing => ({
  items: listings.flatMap(({ items }) => items),
  linked: {
    entries: new Map(listings.flatMap(({ linked }) => [...linked.entries])),
    assets: new Map(listings.flatMap(({ linked }) => [...linked.assets])),
  },
});

/** Pages of a listing without an order overlap and leave gaps; an account may lack any field. */
const toListQuery = (contentType: ContentType) => ({
  content_type: getWireType(contentType),
  order: ['sys.id'],
  include,
});

function createReads(account: ContentfulAccount, deadlineMs: number) {
  const { insecure, showsDrafts } = account;
  const { host, fetchPage, fetchSyncPage, explain } = createRequests(account, deadlineMs);

  /** Fetches a listing page by page, again if it changes meanwhile. @returns the ids in received order */
  async function fetchListing(
    query: Query,
    onPage: (page: Listing, isFirst: boolean) => void,
    most = Infinity,
  ): Promise<string[]> {
    for (let attempt = 1; ; attempt++) {
      const ids: string[] = [];
      let limit = Math.min(pageLimit, most);
      let expected = Infinity;
      for (let skip = 0; skip < expected; skip += limit) {
        const page = await fetchPage(query, skip, limit);
        ({ limit } = page);
        if (skip === 0) expected = Math.min(page.total, most);
        ids.push(...page.items.map(({ id }) => id));
        onPage(toListing(page), skip === 0);
      }
      const different = new Set(ids.map((id, index) => id || index)).size;
      // Otherwise somebody published or unpublished between two pages, or the order differs between pages.
      if (ids.length === expected && different === expected) return ids;
      if (attempt === attempts)
        throw explain(new Failure(`gave ${different} different entries of ${expected}`));
      await wait(2 ** attempt * 250);
    }
  }

  async function fetchWhole(query: Query, most?: number): Promise<Listing> {
    const pages: Listing[] = [];
    const collect = (page: Listing, isFirst: boolean) => {
      if (isFirst) pages.length = 0;
      pages.push(page);
    };
    await fetchListing(query, collect, most);
    return joinListings(pages);
  }

  async function fetchAllChanges(token: string | null, limit: number): Promise<Changes> {
    const entries = new Map<string, { contentType: ContentType | null; revision: number } | null>();
    const assets = new Map<string, number | null>();
    let query: SyncQuery = token === null ? { initial: true, limit } : { nextSyncToken: token };
    for (;;) {
      const { page, next, isLast } = await fetchSyncPage(query);
      // One page may list an id as changed and as deleted; the read of the entry by its id decides.
      for (const { sys } of page.deletedEntries) entries.set(sys.id, null);
      for (const { sys } of page.deletedAssets) assets.set(sys.id, null);
      for (const { id, contentType, revision } of page.entries.map(parseItem))
        entries.set(id, { contentType, revision });
      for (const { id, revision } of page.assets.map(parseItem)) assets.set(id, revision);
      if (isLast) return { token: next, entries, assets };
      query = { nextPageToken: next };
    }
  }

  async function fetchChanges(token: string | null, limit = pageLimit): Promise<Changes | null> {
    try {
      return await fetchAllChanges(token, limit);
    } catch (error) {
      if (!(error instanceof ContentServiceError)) throw error;
      const { kind } = error;
      if (kind === 'too big' && token === null && limit > 1)
        return fetchChanges(token, Math.ceil(limit / 2));
      if (mendable.includes(kind) && kind !== 'strange') throw error;
      return null;
    }
  }

  return {
    /** Host of the service, for messages. */
    host,
    /** Whether the reads return entries as last saved, with drafts marked, instead of as published. */
    showsDrafts,
    /** Address of the space and environment, which identifies the content. */
    account: `${insecure ? 'http' : 'https'}://${host}/spaces/${account.spaceId}/environments/${account.environment}`,
    /** Protocol for asset addresses, which the service sends without one. */
    assetProtocol: insecure ? ('http:' as const) : ('https:' as const),
    /** Fetches all entries of a type. */
    fetchEntries: (contentType: ContentType) => fetchWhole(toListQuery(contentType)),
    /**
     * Fetches all entries of a type page by page, so that the memory does not grow with their number. The
     * links of a page are in the page.
     * @param onPage gets each page; when the listing changes meanwhile, all pages come again
     * @returns the ids of the entries
     */
    fetchPages: (
      contentType: ContentType,
      onPage: (page: Listing) => void,
    ): Promise<readonly string[]> => fetchListing(toListQuery(contentType), (page) => onPage(page)),
    /** Fetches the entry with a slug, the oldest of several; an empty listing when there is none. */
    fetchEntry: (contentType: ContentType, slug: string) => {
      const field = `fields.${getWireName(contentType, 'slug')}`;
      return fetchWhole(
        {
          content_type: getWireType(contentType),
          [field]: slug,
          order: ['sys.createdAt', 'sys.id'],
          include,
        },
        1,
      );
    },
    /** Fetches entries by id. Unpublished entries are missing from the result. */
    fetchEntriesById: async (ids: readonly string[]) => {
      const listings: Listing[] = [];
      for (let start = 0; start < ids.length; start += idLimit) {
        const some = ids.slice(start, start + idLimit).join(',');
        listings.push(await fetchWhole({ 'sys.id[in]': some, order: ['sys.id'], include }));
      }
      return joinListings(listings);
    },
    /**
     * Fetches the changes since a token; without a token, everything. Resolves to null when the token is
     * too old or the service has no Sync API.
     */
    fetchChanges: (token: string | null) => fetchChanges(token),
    /** Fetches the number of entries of a type, and the time of the last change. */
    fetchState: async (contentType: ContentType): Promise<TypeState> => {
      const order = ['-sys.updatedAt'];
      const query = { content_type: getWireType(contentType), order, select: ['sys.updatedAt'] };
      const { total, items } = await fetchPage(query, 0, 1);
      return { total, updatedAt: items[0]?.updatedAt ?? '' };
    },
  };
}

/** Every method may throw a {@link ContentServiceError}. */
export type ContentClient = ReturnType<typeof createReads>;

/** @param deadlineMs milliseconds for one page, with all attempts and the waits between them */
export function createContentClient(
  account: ContentfulAccount,
  { deadlineMs = 45_000 }: { deadlineMs?: number } = {},
): ContentClient {
  const client = createReads(account, deadlineMs);
  if (!account.showsDrafts) return client;
  const published = createReads({ ...account, showsDrafts: false }, deadlineMs);
  return { ...client, ...createDraftReads(client, published) };
}
