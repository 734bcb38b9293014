/**
 * Reads the Delivery API. The only import of `contentful`: what the official client leaves open
 * (a deadline, complete answers, bounded retries, errors without the token) is settled here.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { SyncQuery } from 'contentful';
import * as v from 'valibot';
import {
  lenientList,
  lenientObject,
  lenientText,
  nullableNumber,
  nullableText,
} from '../../rules/schemas.ts';
import { createDraftReads } from './drafts.ts';
import { type ContentfulAccount, getContentAccess } from './account.ts';
import {
  type ContentType,
  type RawListing,
  type Changes,
  type Order,
  type ContentClient,
  ContentServiceError,
} from './contract.ts';
import { getContentType, getId, getRevision, getUpdatedAt } from './wire.ts';

interface Options {
  /** Milliseconds for one read, retries and waits included. */
  deadlineMs?: number;
}

/** Most entries in one answer (Delivery API). */
const pageLimit = 1000;
/** Ids in one query: an address may have about 8,000 characters. */
const idLimit = 100;
/** Of one page, and of a whole listing that changed while it was read. */
const attempts = 4;
const requestTimeout = 30_000; // milliseconds (spec §9)
const longestWait = 10_000; // milliseconds
/** Unordered paging gives duplicates and gaps, so every listing has an order (spec §7). */
const order = {
  blogPost: ['-fields.publishedDate', 'sys.id'],
  resource: ['-sys.createdAt', 'sys.id'],
} as const;

/** An entry's own links are enough: what it embeds is shown by title, text and picture. */
const include = 1;

type FailureKind = 'passing' | 'strange' | 'rate limit' | 'too big' | 'moved' | 'refused' | 'token';
/** What another try may mend. */
const mendable: readonly FailureKind[] = ['passing', 'strange', 'rate limit'];

/**
 * Why a read failed, as the end of 'The content service at … .'; never the client's own error, which
 * may hold the token.
 */
class Failure extends Error {
  readonly kind: FailureKind;

  constructor(reason: string, kind: FailureKind = 'passing') {
    super(reason);
    this.kind = kind;
  }
}

/** By the code of a network error; goes on after the name of the host. */
export const reachability: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'was not found (DNS)',
  EAI_AGAIN: 'was not found (DNS)',
  ECONNABORTED: 'did not answer in time',
  ETIMEDOUT: 'did not answer in time',
};

const resetHeader = 'x-contentful-ratelimit-reset';

/** An error of the client or of its network library, with the answer if there was one. */
const clientError = lenientObject({
  name: lenientText,
  message: lenientText,
  code: nullableText,
  response: lenientObject({
    status: nullableNumber,
    data: lenientObject({ message: nullableText }),
    /** Seconds until the rate limit is over. */
    headers: lenientObject({
      [resetHeader]: v.fallback(v.pipe(v.unknown(), v.transform(Number)), NaN),
    }),
  }),
});

/** The client puts the answer into the message, as JSON; not so for the Sync API. */
function parseError(error: unknown) {
  const { name, message, code, response } = v.parse(clientError, error);
  return {
    name,
    message: response.data.message ?? message,
    status: String(response.status ?? /"status":\s*(\d{3})/.exec(message)?.[1] ?? ''),
    code,
  };
}

function describe(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { name, message, status, code } = parseError(error);
  if (message.includes('Response size too big'))
    return new Failure('has an entry over its own limit of 7 MB', 'too big');
  if (status === '429') return new Failure('is over its rate limit', 'rate limit');
  if (status === '401' || status === '403') return new Failure('refused the token', 'token');
  if (status === '404')
    return new Failure(
      'knows no such space or environment; check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT',
      'refused',
    );
  if (status.startsWith('4'))
    return new Failure(
      `refused the query (${/^\w+$/.test(name) ? name : status}); check the content model`,
      'refused',
    );
  if (status.startsWith('5')) return new Failure(`answered with status ${status}`);
  if (code !== null) return new Failure(reachability[code] ?? `could not be reached (${code})`);
  return new Failure('gave an answer that cannot be read', 'strange');
}

const pageSchema = v.object({
  total: v.number(),
  items: v.array(v.unknown()),
  includes: lenientObject({ Entry: lenientList, Asset: lenientList }),
});
type Page = v.InferOutput<typeof pageSchema>;

/** The answer's shape and completeness: a cut or empty success must not pass as an empty list. */
function parsePage(answer: unknown, skip: number, limit: number): Page {
  const { success, output: page } = v.safeParse(pageSchema, answer);
  if (!success) throw new Failure('gave an answer that is not a list');
  const expected = Math.max(0, Math.min(limit, page.total - skip));
  if (page.items.length !== expected)
    throw new Failure(`gave ${page.items.length} of ${expected} entries that it says it has`);
  return page;
}

/** A page of the Sync API and how to go on from it. @throws {Failure} for one that leads nowhere */
function parseSyncPage<T extends { nextSyncToken?: string; nextPageToken?: string }>(page: T) {
  const { nextSyncToken, nextPageToken } = page;
  const next = nextSyncToken ?? nextPageToken;
  if (!next) throw new Failure('gave an answer that cannot be continued', 'strange');
  return { page, next, isLast: nextSyncToken !== undefined };
}

/** One read of the service, from its first request to its last. */
async function createReading(config: ContentfulAccount) {
  const { host, token } = getContentAccess(config);
  // Only now: most servers rest without a question to ask, and the client takes 30 MB.
  const { createClient } = await import('contentful');
  const agent = config.insecure
    ? new HttpAgent({ keepAlive: true })
    : new HttpsAgent({ keepAlive: true });
  let closed = false;
  let reset = NaN;
  const api = createClient({
    space: config.spaceId,
    environment: config.environment,
    accessToken: token,
    host,
    insecure: config.insecure,
    [config.insecure ? 'httpAgent' : 'httpsAgent']: agent,
    retryOnError: false, // its waits have no bound; ours are below
    timeout: requestTimeout,
    responseLogger: (response) => {
      reset = v.parse(clientError, response).response.headers[resetHeader];
    },
    logHandler: () => undefined, // it would print the token
  }).withoutLinkResolution;

  const pause = (failure: Failure, attempt: number) => {
    const asked = failure.kind === 'rate limit' ? reset * 1000 : NaN;
    const wait = Number.isNaN(asked) ? 2 ** attempt * 250 : Math.max(asked, 100);
    return new Promise((resolve) => setTimeout(resolve, Math.min(wait, longestWait)));
  };

  /** Tries again after failures of the given kinds. */
  const retry = async <T>(kinds: readonly FailureKind[], task: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await task();
      } catch (error) {
        const failure = describe(error);
        if (!kinds.includes(failure.kind) || attempt === attempts || closed) throw failure;
        await pause(failure, attempt);
      }
    }
  };

  /** One page, halved while it is over the 7 MB of the API. */
  const fetchPage = async (
    query: Record<string, unknown>,
    skip: number,
    limit: number,
  ): Promise<Page & { limit: number }> => {
    try {
      const page = await retry(mendable, async () =>
        parsePage(await api.getEntries({ ...query, skip, limit }), skip, limit),
      );
      return { ...page, limit };
    } catch (error) {
      const failure = describe(error);
      if (failure.kind !== 'too big' || limit === 1) throw failure;
      return fetchPage(query, skip, Math.ceil(limit / 2));
    }
  };

  const fetchListing = async (query: Record<string, unknown>, most: number) => {
    const items = new Map<string, unknown>();
    const linked = { entries: new Map<string, unknown>(), assets: new Map<string, unknown>() };
    let limit = Math.min(pageLimit, most);
    let expected: number | null = null;
    let skip = 0;
    do {
      const page = await fetchPage(query, skip, limit);
      expected ??= Math.min(page.total, most);
      for (const item of page.items) items.set(getId(item) ?? `${skip}:${items.size}`, item);
      for (const entry of page.includes.Entry) linked.entries.set(getId(entry) ?? '', entry);
      for (const asset of page.includes.Asset) linked.assets.set(getId(asset) ?? '', asset);
      ({ limit } = page);
      skip += limit;
    } while (skip < expected);
    // Entries came or went between two pages, or the order is not the same in both.
    if (items.size !== expected)
      throw new Failure(`gave ${items.size} different entries of ${expected}`, 'moved');
    for (const [id, item] of items) linked.entries.set(id, item);
    return { items: [...items.values()], linked };
  };

  const fetchById = async (ids: readonly string[]): Promise<RawListing> => {
    const items: unknown[] = [];
    const linked = { entries: new Map<string, unknown>(), assets: new Map<string, unknown>() };
    for (let start = 0; start < ids.length; start += idLimit) {
      const chunk = ids.slice(start, start + idLimit);
      const query = { 'sys.id[in]': chunk.join(','), order: ['sys.id'], include };
      const listing = await retry(['moved'], () => fetchListing(query, Infinity));
      items.push(...listing.items);
      for (const [id, entry] of listing.linked.entries) linked.entries.set(id, entry);
      for (const [id, asset] of listing.linked.assets) linked.assets.set(id, asset);
    }
    return { items, linked };
  };

  const fetchOrder = async (
    contentType: ContentType,
    wanted: ReadonlySet<string>,
  ): Promise<Order> => {
    const query = {
      content_type: contentType,
      order: order[contentType],
      select: ['sys.id', 'sys.revision'],
    };
    const revisions = new Map<string, number>();
    const missing = new Set(wanted);
    for (let skip = 0; ; skip += pageLimit) {
      const { items, total } = await fetchPage(query, skip, pageLimit);
      for (const item of items) {
        const id = getId(item) ?? '';
        revisions.set(id, getRevision(item));
        missing.delete(id);
      }
      if (missing.size === 0 || skip + pageLimit >= total)
        return { total, entries: [...revisions].map(([id, revision]) => ({ id, revision })) };
    }
  };

  /** All pages of the Sync API from a token on, or from the beginning in pages of `limit`. */
  const fetchSync = async (token: string | null, limit: number): Promise<Changes> => {
    const entries = new Map<string, { contentType: string; revision: number }>();
    const assets = new Map<string, number>();
    const lostEntries = new Set<string>();
    const lostAssets = new Set<string>();
    let query: SyncQuery = token === null ? { initial: true, limit } : { nextSyncToken: token };
    for (;;) {
      const { page, next, isLast } = await retry(mendable, async () =>
        parseSyncPage(await api.sync(query, { paginate: false })),
      );
      // Of what is in both, the read by id decides: it is asked for what is published.
      for (const item of page.deletedEntries) {
        lostEntries.add(item.sys.id);
        entries.delete(item.sys.id);
      }
      for (const item of page.deletedAssets) {
        lostAssets.add(item.sys.id);
        assets.delete(item.sys.id);
      }
      for (const item of page.entries) {
        entries.set(item.sys.id, {
          contentType: getContentType(item),
          revision: getRevision(item),
        });
        lostEntries.delete(item.sys.id);
      }
      for (const item of page.assets) {
        assets.set(item.sys.id, getRevision(item));
        lostAssets.delete(item.sys.id);
      }
      if (isLast) return { token: next, entries, assets, lostEntries, lostAssets };
      query = { nextPageToken: next };
    }
  };

  const fetchChanges = async (token: string | null, limit = pageLimit): Promise<Changes | null> => {
    try {
      return await fetchSync(token, limit);
    } catch (error) {
      const failure = describe(error);
      if (failure.kind === 'too big' && token === null && limit > 1)
        return fetchChanges(token, Math.ceil(limit / 2));
      if (mendable.includes(failure.kind) && failure.kind !== 'strange') throw failure;
      return null;
    }
  };

  return {
    fetchById,
    fetchOrder,
    fetchChanges,
    run: (query: Record<string, unknown>, most: number): Promise<RawListing> =>
      retry(['moved'], () => fetchListing(query, most)),
    fetchNewest: (contentType: ContentType): Promise<Page> =>
      fetchPage(
        { content_type: contentType, order: ['-sys.updatedAt'], select: ['sys.updatedAt'] },
        0,
        1,
      ),
    close: () => {
      closed = true;
      agent.destroy();
    },
  };
}

export function createContentClient(
  config: ContentfulAccount,
  { deadlineMs = 45_000 }: Options = {},
): ContentClient {
  const { insecure, showsDrafts } = config;
  const { host, tokenName } = getContentAccess(config);

  /** Within one deadline: the client's own timeout only watches for idle sockets. */
  const within = async <T>(
    task: (reading: Awaited<ReturnType<typeof createReading>>) => Promise<T>,
  ): Promise<T> => {
    const reading = await createReading(config);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const seconds = Math.round(deadlineMs / 1000);
      timer = setTimeout(
        () => reject(new Failure(`did not finish within ${seconds} seconds`)),
        deadlineMs,
      );
    });
    try {
      return await Promise.race([task(reading), late]);
    } catch (error) {
      const { kind, message } = describe(error);
      const advice = kind === 'token' ? `; check ${tokenName}` : '';
      throw new ContentServiceError(`The content service at ${host} ${message}${advice}.`);
    } finally {
      clearTimeout(timer);
      reading.close();
    }
  };

  const read = (query: Record<string, unknown>, most = Infinity): Promise<RawListing> =>
    within((reading) => reading.run(query, most));

  const client: ContentClient = {
    host,
    showsDrafts,
    account: `${insecure ? 'http' : 'https'}://${host}/spaces/${config.spaceId}/environments/${config.environment}`,
    assetProtocol: insecure ? 'http:' : 'https:',
    fetchEntries: (contentType) =>
      read({ content_type: contentType, order: order[contentType], include }),
    fetchEntry: (contentType, slug) =>
      read({ content_type: contentType, 'fields.slug': slug, include }, 1),
    fetchEntriesById: (ids) => within((reading) => reading.fetchById(ids)),
    fetchOrder: (contentType, wanted) =>
      within((reading) => reading.fetchOrder(contentType, wanted)),
    fetchChanges: (token) => within((reading) => reading.fetchChanges(token)),
    fetchState: async (contentType) => {
      const { total, items } = await within((reading) => reading.fetchNewest(contentType));
      return { total, updatedAt: getUpdatedAt(items[0]) };
    },
  };
  if (!showsDrafts) return client;
  const published = createContentClient({ ...config, showsDrafts: false }, { deadlineMs });
  return { ...client, ...createDraftReads(client, published) };
}
