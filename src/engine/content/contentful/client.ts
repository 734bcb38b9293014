/** Asks the content service. The official client neither checks that an answer is complete nor limits its retries. */
import { hash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SyncQuery } from 'contentful';
import * as v from 'valibot';
import { getContentAccess, getPictureOrigin, type ContentfulAccount } from '../../account.ts';
import { lenientObject } from '../../base/schemas.ts';
import {
  contentTypesSchema,
  getWireName,
  getWireType,
  itemSchema,
  linksRead,
  parseItem,
  toLocale,
  type Changes,
  type ContentTypes,
  type Listing,
  type WireItem,
} from './wire.ts';
import { ContentServiceError, Failure, retryable, toFailure } from './failure.ts';
import type { Collection } from '../../declare/collections.ts';
import { isOfPages } from '../find-collection.ts';
import { nameFields, parseSiteEntry } from './site-entry.ts';

/** Attempts of one request. */
const attempts = 4;
const requestTimeoutMs = 30_000;
/** Bytes of an answer, which has 7 MB at most: https://www.contentful.com/developers/docs/technical-limits/. The client's types lack this option. */
const limits = { maxContentLength: 16_000_000 };

const linkedItems = v.fallback(v.array(itemSchema), []);
const pageSchema = v.object({
  total: v.number(),
  items: v.array(itemSchema),
  includes: lenientObject({ Entry: linkedItems, Asset: linkedItems }),
});
const localesSchema = v.object({
  items: v.array(v.object({ code: v.string(), default: v.fallback(v.boolean(), false) })),
});
export type Query = Readonly<Record<string, unknown>>;

/** Parses one page. @throws {Failure} for an incomplete page, which must not count as a shorter list */
function parsePage(answer: unknown, skip: number, limit: number) {
  const { success, output: page } = v.safeParse(pageSchema, answer);
  if (!success) throw new Failure('gave an answer that is not a list');
  const expected = Math.max(0, Math.min(limit, page.total - skip));
  if (page.items.length !== expected)
    throw new Failure(`gave ${page.items.length} of ${expected} entries that it says it has`);
  return { ...page, limit };
}

/** A page, with the number of items that was asked for. */
export type Page = ReturnType<typeof parsePage>;

async function connectClient(account: ContentfulAccount) {
  // Imported here, because an idle server makes no request, and the client takes 30 MB.
  const { createClient } = await import('contentful');
  const agent = new (account.insecure ? HttpAgent : HttpsAgent)({
    keepAlive: true,
    proxyEnv: process.env, // as `fetch` reads it for pictures
  });
  const { host, token } = getContentAccess(account);
  const api = createClient({
    space: account.spaceId,
    environment: account.environment,
    accessToken: token,
    host,
    insecure: account.insecure,
    [account.insecure ? 'httpAgent' : 'httpsAgent']: agent,
    retryOnError: false, // the client's waits have no limit; ours have one
    timeout: requestTimeoutMs,
    ...limits,
    logHandler: () => undefined, // the client's log would contain the token
  }).withoutLinkResolution;
  return { api, close: () => agent.destroy() };
}

type Api = Awaited<ReturnType<typeof connectClient>>['api'];

/** @param deadlineMs milliseconds for one page, with all attempts and the waits between them */
function createRequests(account: ContentfulAccount, deadlineMs: number) {
  const { host, setting } = getContentAccess(account);

  const explainFailure = ({ kind, message }: Failure) => {
    const advice = kind === 'token' ? `; check ${setting}` : '';
    return new ContentServiceError(`The content service at ${host} ${message}${advice}.`, kind);
  };

  /** Makes one request, again after failures that may pass. @throws {ContentServiceError} */
  async function requestWithRetries<T>(ask: (api: Api) => Promise<T>): Promise<T> {
    const { api, close } = await connectClient(account);
    // The official client only limits the time without any data.
    const deadline = AbortSignal.timeout(deadlineMs);
    deadline.addEventListener('abort', close);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await ask(api);
        } catch (error) {
          const failure = toFailure(error);
          if (!retryable.includes(failure.kind) || attempt === attempts) throw failure;
          await wait(2 ** attempt * 250, undefined, { signal: deadline });
        }
      }
    } catch (error) {
      const seconds = Math.round(deadlineMs / 1000);
      const late = new Failure(`did not finish within ${seconds} seconds`);
      throw explainFailure(deadline.aborted ? late : toFailure(error));
    } finally {
      close();
    }
  }

  /** Fetches a page, or half of it while the answer exceeds 7 MB. An account without the type has no entries of it. */
  async function fetchPage(query: Query, skip: number, limit: number): Promise<Page> {
    try {
      return await requestWithRetries(async (api) =>
        parsePage(await api.getEntries({ ...query, skip, limit }), skip, limit),
      );
    } catch (error) {
      const kind = error instanceof ContentServiceError && error.kind;
      if (kind === 'no type')
        return { total: 0, items: [], includes: { Entry: [], Asset: [] }, limit };
      if (kind !== 'too big' || (limit === 1 && query.include === 1)) throw error;
      // One entry may lead to many others.
      if (limit === 1) return fetchPage({ ...query, include: 1 }, skip, limit);
      return fetchPage(query, skip, Math.ceil(limit / 2));
    }
  }

  /** Fetches a page of the Sync API, with the token of the next page or the next pull. */
  const fetchSyncPage = (query: SyncQuery) =>
    requestWithRetries(async (api) => {
      const page = await api.sync(query, { paginate: false });
      const next = page.nextSyncToken ?? page.nextPageToken;
      if (!next) throw new Failure('gave an answer that cannot be continued', 'malformed');
      return { page, next, isLast: page.nextSyncToken !== undefined };
    });

  const newest: Readonly<Record<string, string>> = { order: '-sys.updatedAt', limit: '1' };
  const all: Readonly<Record<string, string>> = { limit: '1000' };

  /** The locales, and a text that changes with them, content types and aliases; none where nobody knows the question. */
  const fetchModel = () =>
    requestWithRetries(async (api) => {
      const answers = await Promise.all([api.getLocales(), api.getContentTypes(newest)]);
      const { success, output } = v.safeParse(localesSchema, answers[0]);
      return { locales: success ? output.items : [], text: JSON.stringify(answers) };
    }).catch((error: unknown) => {
      if (!(error instanceof ContentServiceError) || error.kind !== 'refused') throw error;
      return { locales: [], text: '' };
    });

  /** Fetches the content types; none where nobody knows the question. */
  const fetchContentTypes = (): Promise<ContentTypes> =>
    requestWithRetries(async (api): Promise<ContentTypes> => {
      const { success, output } = v.safeParse(contentTypesSchema, await api.getContentTypes(all));
      return success ? output : new Map();
    }).catch((error: unknown) => {
      if (!(error instanceof ContentServiceError) || error.kind === 'transient') throw error;
      return new Map();
    });

  /** Fetches an asset by its id; null for none, or while nobody answers. */
  const fetchAsset = (id: string, locale: string | null) =>
    requestWithRetries(async (api) => {
      const of: Readonly<Record<string, string>> = locale === null ? {} : { locale };
      const { items } = await api.getAssets({ 'sys.id[in]': [id], ...of });
      return items[0] ? v.parse(itemSchema, items[0]) : null;
    }).catch(() => null);

  /** Fetches how many entries and assets there are, and which changed last: every change of any shows there. */
  const fetchState = () =>
    requestWithRetries(async (api) => {
      const lists = await Promise.all([
        api.getEntries({ ...newest, include: 0 }),
        api.getAssets(newest),
      ]);
      return JSON.stringify(lists.map(({ total, items }) => [total, items[0]?.sys.updatedAt]));
    });

  return {
    host,
    fetchPage,
    fetchSyncPage,
    fetchModel,
    fetchContentTypes,
    fetchAsset,
    fetchState,
    explain: explainFailure,
  };
}

/** Entries in one answer of the Delivery API, at most. */
const pageLimit = 1000;
/** Attempts to read a listing that changes meanwhile. */
const listingAttempts = 4;

/** A page of a listing. Its items are parsed as they are taken, once: parsed bodies of a whole page would fill the memory. */
type ListingPage = Pick<Listing, 'linked'> & { items: Iterable<WireItem> };
type OnPage = (page: ListingPage) => void | Promise<void>;

function toListingPage({ items, includes }: Page, types: ContentTypes): ListingPage {
  const all = new Map([...includes.Entry, ...items].map((item) => [item.id, item]));
  const assets = new Map(includes.Asset.map((asset) => [asset.id, asset]));
  const entries = new Map<string, WireItem>();
  for (const [id, item] of all) entries.set(id, nameFields(item, all, types));
  function* parseEntries() {
    for (const item of items) yield parseSiteEntry(item, all, types);
  }
  return { items: parseEntries(), linked: { entries, assets } };
}

function createReads(account: ContentfulAccount, deadlineMs: number) {
  const { insecure, showsDrafts, locale } = account;
  const requests = createRequests(account, deadlineMs);
  const { host, fetchPage, fetchSyncPage, explain } = requests;

  /** Asks for the content types only where entries are shown within others. */
  const readPage = async (page: Page): Promise<ListingPage> => {
    const isAsked = page.includes.Entry.some(({ collection }) => !isOfPages(collection));
    return toListingPage(page, isAsked ? await requests.fetchContentTypes() : new Map());
  };

  /**
   * Fetches a listing page by page, again if it changes meanwhile. The next page is on its way while `onPage` has one.
   * @returns the ids in received order
   */
  async function fetchListing(query: Query, onPage: OnPage): Promise<string[]> {
    for (let attempt = 1; ; attempt++) {
      const ids: string[] = [];
      let next: Promise<Page> | null = fetchPage(query, 0, pageLimit);
      let expected = Infinity;
      let skip = 0;
      while (next) {
        const page: Page = await next;
        if (skip === 0) expected = page.total;
        skip += page.limit;
        next = skip < expected ? fetchPage(query, skip, page.limit) : null;
        next?.catch(() => undefined); // told when it is awaited
        ids.push(...page.items.map(({ id }) => id));
        await onPage(await readPage(page));
      }
      const different = new Set(ids.map((id, index) => id || index)).size;
      // Otherwise somebody published or unpublished between two pages, or the order differs between pages.
      if (ids.length === expected && different === expected) return ids;
      if (attempt === listingAttempts)
        throw explain(new Failure(`gave ${different} different entries of ${expected}`));
      await wait(2 ** attempt * 250);
    }
  }

  async function fetchWhole(
    fetch: (onPage: OnPage) => Promise<readonly string[]>,
  ): Promise<Listing> {
    const found = new Map<string, WireItem>();
    const entries = new Map<string, WireItem>();
    const assets = new Map<string, WireItem>();
    const ids = await fetch(({ items, linked }) => {
      for (const item of items) found.set(item.id, item);
      for (const [id, entry] of linked.entries) entries.set(id, entry);
      for (const [id, asset] of linked.assets) assets.set(id, asset);
    });
    return { items: ids.flatMap((id) => found.get(id) ?? []), linked: { entries, assets } };
  }

  /** How entries are read: Contentful itself falls back from one locale to the next. */
  const shown = { include: linksRead, ...(locale !== null && { locale }) };
  const ofType = (collection: Collection) => ({ content_type: getWireType(collection), ...shown });

  /** Fetches all entries of a type, the newest date first. Pages without a whole order overlap and leave gaps. */
  async function fetchPages(collection: Collection, onPage: OnPage): Promise<readonly string[]> {
    const { date } = collection;
    const byId = { ...ofType(collection), order: ['sys.id'] };
    if (date === undefined) return fetchListing(byId, onPage);
    const newestFirst = `-fields.${getWireName(date, collection.fields[date])}`;
    try {
      return await fetchListing({ ...byId, order: [newestFirst, 'sys.id'] }, onPage);
    } catch (error) {
      // An account may lack any field.
      if (!(error instanceof ContentServiceError) || error.kind !== 'refused') throw error;
      return fetchListing(byId, onPage);
    }
  }

  /** Fetches what shapes all entries: the locale that is shown, and a state that every change of the rest changes. */
  async function fetchModel() {
    const { locales, text } = await requests.fetchModel();
    const codes = locales.map(({ code }) => code);
    if (locale !== null && codes.length > 0 && !codes.includes(locale))
      throw explain(
        new Failure(`has no locale ${locale}: set CONTENTFUL_LOCALE to one of ${codes.join(', ')}`),
      );
    const main = locales.find((one) => one.default)?.code ?? '';
    const state = hash('sha256', `${locale} ${text}`).slice(0, 20);
    return { code: locale ?? main, locale: toLocale(locale ?? main), state };
  }

  async function fetchChanges(token: string | null, limit = pageLimit): Promise<Changes | null> {
    const entries = new Map<string, { collection: string | null; revision: number } | null>();
    const assets = new Map<string, number | null>();
    const tokens = new Set<string>();
    let query: SyncQuery = token === null ? { initial: true, limit } : { nextSyncToken: token };
    try {
      for (;;) {
        const { page, next, isLast } = await fetchSyncPage(query);
        // One page may list an id as changed and as deleted; the read of the entry by its id decides.
        for (const { sys } of page.deletedEntries) entries.set(sys.id, null);
        for (const { sys } of page.deletedAssets) assets.set(sys.id, null);
        for (const { id, collection, revision } of page.entries.map(parseItem))
          entries.set(id, { collection, revision });
        for (const { id, revision } of page.assets.map(parseItem)) assets.set(id, revision);
        if (isLast) return { token: next, entries, assets };
        if (tokens.has(next)) throw explain(new Failure('gave the same page twice'));
        tokens.add(next);
        query = { nextPageToken: next };
      }
    } catch (error) {
      if (!(error instanceof ContentServiceError) || error.kind === 'transient') throw error;
      if (error.kind !== 'too big' || token !== null || limit === 1) return null;
      return fetchChanges(token, Math.ceil(limit / 2));
    }
  }

  return {
    host,
    /** Whether the reads return entries as last saved, with drafts marked, instead of as published. */
    showsDrafts,
    /** The locale that is asked for; null: the default one of the space. */
    locale,
    /** Address of the space and environment, which identifies the content. */
    account: `${insecure ? 'http' : 'https'}://${host}/spaces/${account.spaceId}/environments/${account.environment}`,
    /** Protocol for asset addresses, which the service sends without one. */
    assetProtocol: insecure ? ('http:' as const) : ('https:' as const),
    /** The only host but ours whose pictures a page may show; null for none. */
    pictureOrigin: getPictureOrigin(account),
    fetchEntries: (collection: Collection) =>
      fetchWhole((onPage) => fetchPages(collection, onPage)),
    /** Keeps two pages in memory. When the listing changes meanwhile, `onPage` gets all again. @returns all ids */
    fetchPages,
    /** Fetches the entries with a slug, the oldest first; more than a few are never shown. */
    fetchWithSlug: async (collection: Collection, slug: string): Promise<Listing> => {
      const query = {
        ...ofType(collection),
        [`fields.${getWireName('slug', collection.fields.slug)}`]: slug,
        order: ['sys.createdAt', 'sys.id'],
      };
      const { items, linked } = await readPage(await fetchPage(query, 0, 10));
      return { items: [...items], linked };
    },
    /** Fetches entries by id. Unpublished entries are missing from the result. */
    fetchEntriesById: (ids: readonly string[]) =>
      fetchWhole((onPage) =>
        fetchListing({ 'sys.id[in]': ids.join(','), order: ['sys.id'], ...shown }, onPage),
      ),
    /** The changes since a token (https://www.contentful.com/developers/docs/concepts/sync/), or everything; null when it is too old or there is no Sync API. */
    fetchChanges: (token: string | null) => fetchChanges(token),
    fetchModel,
    /** Whether a pull would read anything new since the last one, which has `readUpTo`. */
    async hasChanged(readUpTo: string): Promise<boolean> {
      const [state, token] = readUpTo.split(' ');
      if (!token) return true;
      const [model, changes] = await Promise.all([fetchModel(), fetchChanges(token)]);
      return model.state !== state || !changes || changes.entries.size + changes.assets.size > 0;
    },
    fetchState: requests.fetchState,
    /** Fetches an asset to which no entry links; null for none. */
    fetchAsset: (id: string) => requests.fetchAsset(id, locale),
  };
}

/** What a pull has read: the state of the model, and all changes up to a token of the Sync API. */
export const formatReadUpTo = (state: string, token: string | null) => `${state} ${token ?? ''}`;

/** Every method may throw a {@link ContentServiceError}. */
export type ContentClient = ReturnType<typeof createReads>;

/** Gives a draft without a slug an address made from its id. */
const addSlug = ({ id, fields }: WireItem): WireItem['fields'] => {
  if ((fields.slug ?? '') !== '') return fields;
  const words = id.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { ...fields, slug: `draft-${words}`.replace(/-$/, '') };
};

function markDrafts(saved: Listing, published: Listing): Listing {
  const publishedById = new Map(published.items.map((item) => [item.id, item]));
  const items = saved.items.map((item): WireItem => {
    const other = publishedById.get(item.id);
    if (other && isDeepStrictEqual([item.fields, item.body], [other.fields, other.body]))
      return item;
    return { ...item, fields: addSlug(item), draft: other ? 'changed' : 'draft' };
  });
  return { ...saved, items };
}

/** The Preview API does not say what is published: a read asks the Delivery API too. Changes are not known. */
function createDraftReads(saved: ContentClient, published: ContentClient): ContentClient {
  const fetchMarked = async (fetch: (client: ContentClient) => Promise<Listing>) =>
    markDrafts(...(await Promise.all([fetch(saved), fetch(published)])));
  const fetchEntries = (collection: Collection) =>
    fetchMarked((client) => client.fetchEntries(collection));
  return {
    ...saved,
    fetchEntries,
    fetchPages: async (collection, onPage) => {
      const listing = await fetchEntries(collection);
      await onPage(listing);
      return listing.items.map(({ id }) => id);
    },
    fetchWithSlug: (collection, slug) =>
      fetchMarked((client) => client.fetchWithSlug(collection, slug)),
    fetchChanges: () => Promise.resolve(null),
  };
}

/** @param deadlineMs milliseconds for one page, with all attempts and the waits between them */
export function createContentClient(
  account: ContentfulAccount,
  { deadlineMs = 45_000 }: { deadlineMs?: number } = {},
): ContentClient {
  const client = createReads(account, deadlineMs);
  if (!account.showsDrafts) return client;
  return createDraftReads(client, createReads({ ...account, showsDrafts: false }, deadlineMs));
}
