/**
 * Reads the Delivery API. The only import of `contentful`: what the official client leaves open
 * (a deadline, complete answers, bounded retries, errors without the token) is settled here.
 */
import { Agent } from 'node:https';
import { createClient } from 'contentful';
import type { ContentfulConfig } from '../config.ts';
import { hasKey, isRecord } from './unknown.ts';

export type ContentType = 'blogPost' | 'resource';

/** What a listing brought, in received order; `linked` are all entries and assets by id. */
export interface RawListing {
  items: readonly unknown[];
  linked: { entries: ReadonlyMap<string, unknown>; assets: ReadonlyMap<string, unknown> };
}

export interface ContentClient {
  /** Host of the service, for messages. */
  host: string;
  /** Protocol of asset addresses, which come protocol-relative (spec §3). */
  assetProtocol: 'https:' | 'http:';
  /** All entries of a type. @throws {ContentServiceError} */
  fetchEntries(contentType: ContentType): Promise<RawListing>;
  /** The entry with a slug, or none. @throws {ContentServiceError} */
  fetchEntry(contentType: ContentType, slug: string): Promise<RawListing>;
}

/** The content service could not be read; the message is one sentence, without the token. */
export class ContentServiceError extends Error {
  override name = 'ContentServiceError';
}

interface Options {
  /** Milliseconds for one read, retries and waits included. */
  deadline: number;
}

/** Most entries in one answer (Delivery API). */
const pageLimit = 1000;
const attempts = 4;
const includeDepth = 2;
/** Unordered paging gives duplicates and gaps, so every listing has an order (spec §7). */
const order = {
  blogPost: ['-fields.publishedDate', 'sys.id'],
  resource: ['sys.createdAt', 'sys.id'],
} as const;

/** Retrying cannot help: the request itself is refused. */
class Refused extends Error {}
class TooBig extends Error {}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One sentence for what went wrong; never the error itself, which may hold the token. */
function describe(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  const text = error instanceof Error ? error.message : '';
  const code = hasKey(error, 'code') && typeof error.code === 'string' ? error.code : '';
  if (text.includes('Response size too big')) return new TooBig();
  if (name === 'AccessTokenInvalid' || name === 'AccessDenied' || /"status":\s*40[13]/.test(text))
    return new Refused('refused the token; check CONTENTFUL_DELIVERY_TOKEN');
  if (name === 'NotFound')
    return new Refused(
      'knows no such space or environment; check CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT',
    );
  if (name === 'BadRequest' || name === 'InvalidQuery' || name === 'ValidationFailed')
    return new Refused(`refused the query (${name}); check the content model`);
  if (name === 'RateLimitExceeded') return new Error('is over its rate limit');
  if (code === 'ECONNREFUSED') return new Error('refused the connection');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Error('was not found (DNS)');
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return new Error('did not answer in time');
  if (code) return new Error(`could not be reached (${code})`);
  const status = /"status":\s*(\d{3})/.exec(text)?.[1];
  return new Error(status ? `answered with status ${status}` : 'gave an answer that is not usable');
}

interface Answer {
  total: number;
  items: unknown[];
  includes: unknown;
}

/** The answer's shape and completeness: a cut or empty success must not pass as an empty list. */
function parseAnswer(answer: unknown, skip: number, limit: number): Answer {
  if (
    !hasKey(answer, 'items') ||
    !Array.isArray(answer.items) ||
    !hasKey(answer, 'total') ||
    typeof answer.total !== 'number'
  )
    throw new Error('gave an answer that is not a list');
  const items: unknown[] = answer.items;
  const expected = Math.max(0, Math.min(limit, answer.total - skip));
  if (items.length !== expected)
    throw new Error(
      `gave ${String(items.length)} of ${String(expected)} entries that it says it has`,
    );
  return {
    total: answer.total,
    items,
    includes: hasKey(answer, 'includes') ? answer.includes : undefined,
  };
}

const getId = (item: unknown) =>
  hasKey(item, 'sys') && hasKey(item.sys, 'id') && typeof item.sys.id === 'string'
    ? item.sys.id
    : null;

export function createContentClient(
  config: ContentfulConfig,
  { deadline }: Options = { deadline: 50_000 },
): ContentClient {
  const { host, insecure } = config;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const api = createClient({
    space: config.spaceId,
    environment: config.environment,
    accessToken: config.deliveryToken,
    host,
    insecure,
    httpsAgent: agent,
    retryOnError: false, // its waits have no bound; ours are below
    timeout: Math.min(30_000, deadline), // spec §9
    logHandler: () => undefined, // it would print the token
  }).withoutLinkResolution;

  const getPage = async (query: Record<string, unknown>, skip: number, limit: number) => {
    try {
      return parseAnswer(await api.getEntries({ ...query, skip, limit }), skip, limit);
    } catch (error) {
      throw error instanceof Error && error.message.startsWith('gave ') ? error : describe(error);
    }
  };

  /** One page, tried again while that can help; halved while it is over the 7 MB of the API. */
  const fetchPage = async (
    query: Record<string, unknown>,
    skip: number,
    limit: number,
  ): Promise<Answer & { limit: number }> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return { ...(await getPage(query, skip, limit)), limit };
      } catch (error) {
        if (error instanceof TooBig && limit > 1)
          return fetchPage(query, skip, Math.ceil(limit / 2));
        if (error instanceof Refused || error instanceof TooBig || attempt === attempts)
          throw error;
        await wait(2 ** attempt * 250);
      }
    }
  };

  const fetchListing = async (
    query: Record<string, unknown>,
    most: number,
  ): Promise<RawListing> => {
    const items = new Map<string, unknown>();
    const linked = { entries: new Map<string, unknown>(), assets: new Map<string, unknown>() };
    let limit = Math.min(pageLimit, most);
    let total = most;
    for (let skip = 0; skip < Math.min(total, most); skip += limit) {
      const page = await fetchPage(query, skip, limit);
      ({ limit, total } = page);
      for (const item of page.items) {
        const id = getId(item);
        if (id !== null && !items.has(id)) items.set(id, item);
      }
      for (const [kind, target] of [
        ['Entry', linked.entries],
        ['Asset', linked.assets],
      ] as const) {
        const included = isRecord(page.includes) ? page.includes[kind] : undefined;
        for (const item of Array.isArray(included) ? included : []) {
          const id = getId(item);
          if (id !== null) target.set(id, item);
        }
      }
    }
    if (items.size < Math.min(total, most))
      throw new Error(`gave ${String(items.size)} different entries of ${String(total)}`);
    for (const [id, item] of items) linked.entries.set(id, item);
    return { items: [...items.values()], linked };
  };

  /** The whole read within one deadline: the client's own timeout only watches for idle sockets. */
  const read = async (query: Record<string, unknown>, most = Infinity): Promise<RawListing> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        agent.destroy();
        reject(new Error(`did not finish within ${String(Math.round(deadline / 1000))} seconds`));
      }, deadline);
    });
    try {
      return await Promise.race([fetchListing(query, most), late]);
    } catch (error) {
      const reason =
        error instanceof TooBig
          ? 'has an entry over its own limit of 7 MB'
          : error instanceof Error
            ? error.message
            : 'failed';
      throw new ContentServiceError(`The content service at ${host} ${reason}.`);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    host,
    assetProtocol: insecure ? 'http:' : 'https:',
    fetchEntries: (contentType) =>
      read({ content_type: contentType, order: order[contentType], include: includeDepth }),
    fetchEntry: (contentType, slug) =>
      read({ content_type: contentType, 'fields.slug': slug, include: includeDepth }, 1),
  };
}
