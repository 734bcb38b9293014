/** Fetches whole listings of entries, page by page. */
import type { ContentType, Order, Listing, TypeState } from './contract.ts';
import { Failure } from './failure.ts';
import type { Page, Query, Session } from './session.ts';
import { getWireName, toSiteFields } from './site-fields.ts';

/** Most entries in one response of the Delivery API. */
export const pageLimit = 1000;
/** Entries in the first response about the order of a type. */
const firstPage = 100;
/** Most ids in one query, because an address may have about 8,000 characters. */
const idLimit = 100;
/** Pages of an unordered listing overlap and leave gaps, so every listing has an order (spec §7). */
const getOrder = (contentType: ContentType) =>
  contentType === 'blogPost'
    ? [`-fields.${getWireName(contentType, 'publishedDate')}`, 'sys.id']
    : ['-sys.createdAt', 'sys.id'];

/** Depth of included links: an embedded entry appears with its title, text and picture. */
const include = 1;

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

/** Fetches a listing page by page. @returns the ids in received order */
async function fetchOnce(
  { fetchPage }: Session,
  query: Query,
  most: number,
  onPage: (page: Listing) => void,
): Promise<string[]> {
  const ids: string[] = [];
  let limit = Math.min(pageLimit, most);
  let expected: number | null = null;
  let skip = 0;
  do {
    const page = await fetchPage(query, skip, limit);
    expected ??= Math.min(page.total, most);
    ids.push(...page.items.map(({ id }) => id));
    onPage(toListing(page));
    ({ limit } = page);
    skip += limit;
  } while (skip < expected);
  const different = new Set(ids.map((id, index) => id || index)).size;
  // Somebody published or unpublished between two pages, or the order differs between pages.
  if (ids.length !== expected || different !== expected)
    throw new Failure(`gave ${different} different entries of ${expected}`, 'moved');
  return ids;
}

/** Joins pages of a listing, or listings. */
const joinListings = (listings: readonly Listing[]): Listing => ({
  items: listings.flatMap(({ items }) => items),
  linked: {
    entries: new Map(listings.flatMap(({ linked }) => [...linked.entries])),
    assets: new Map(listings.flatMap(({ linked }) => [...linked.assets])),
  },
});

/** Fetches a listing, again if the listing changed meanwhile. @throws {Failure} */
const fetchListing = (session: Session, query: Query, most = Infinity): Promise<Listing> =>
  session.retry(['moved'], async () => {
    const pages: Listing[] = [];
    await fetchOnce(session, query, most, (page) => pages.push(page));
    return joinListings(pages);
  });

const toListQuery = (contentType: ContentType) => ({
  content_type: contentType,
  order: getOrder(contentType),
  include,
});

/** Fetches all entries of a type page by page (contract.ts). @throws {Failure} */
export const fetchPages = (
  session: Session,
  contentType: ContentType,
  onPage: (page: Listing) => void,
): Promise<string[]> =>
  session.retry(['moved'], () => fetchOnce(session, toListQuery(contentType), Infinity, onPage));

/** Fetches all entries of a type, in received order. @throws {Failure} */
export const fetchEntries = (session: Session, contentType: ContentType) =>
  fetchListing(session, toListQuery(contentType));

/** Fetches the entry with a slug; an empty listing when there is none. @throws {Failure} */
export const fetchEntry = (session: Session, contentType: ContentType, slug: string) =>
  fetchListing(
    session,
    { content_type: contentType, [`fields.${getWireName(contentType, 'slug')}`]: slug, include },
    1,
  );

/** Fetches entries by id. Unpublished entries are missing from the result. @throws {Failure} */
export async function fetchEntriesById(session: Session, ids: readonly string[]): Promise<Listing> {
  const listings: Listing[] = [];
  for (let start = 0; start < ids.length; start += idLimit) {
    const some = ids.slice(start, start + idLimit).join(',');
    listings.push(await fetchListing(session, { 'sys.id[in]': some, order: ['sys.id'], include }));
  }
  return joinListings(listings);
}

/** Fetches the order of a type's entries until all `wanted` ids are found. @throws {Failure} */
export async function fetchOrder(
  { fetchPage }: Session,
  contentType: ContentType,
  wanted: ReadonlySet<string>,
): Promise<Order> {
  const query = {
    content_type: contentType,
    order: getOrder(contentType),
    select: ['sys.id', 'sys.revision'],
  };
  const revisions = new Map<string, number>();
  const missing = new Set(wanted);
  // Most changes are among the newest entries, so the first page is short.
  for (let skip = 0, limit = firstPage; ; skip += limit, limit = pageLimit) {
    const { items, total } = await fetchPage(query, skip, limit);
    for (const { id, revision } of items) {
      revisions.set(id, revision);
      missing.delete(id);
    }
    if (missing.size === 0 || skip + limit >= total)
      return { total, entries: [...revisions].map(([id, revision]) => ({ id, revision })) };
  }
}

/** Fetches the number of a type's entries and the time of their last change. @throws {Failure} */
export async function fetchState(
  { fetchPage }: Session,
  contentType: ContentType,
): Promise<TypeState> {
  const query = {
    content_type: contentType,
    order: ['-sys.updatedAt'],
    select: ['sys.updatedAt'],
  };
  const { total, items } = await fetchPage(query, 0, 1);
  return { total, updatedAt: items[0]?.updatedAt ?? '' };
}
