/** Asks for one page. The official client neither checks that an answer is complete nor limits its retries. */
import type { ContentfulAccount } from '../../config.ts';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { SyncQuery } from 'contentful';
import * as v from 'valibot';
import { lenientObject } from '../../base/schemas.ts';
import { getContentAccess } from './account.ts';
import { contentTypesSchema, type ContentTypes } from './content-types.ts';
import { ContentServiceError, Failure, mendable, toFailure } from './failure.ts';
import { itemSchema } from './wire.ts';

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
export function createRequests(account: ContentfulAccount, deadlineMs: number) {
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
          if (!mendable.includes(failure.kind) || attempt === attempts) throw failure;
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
      if (!next) throw new Failure('gave an answer that cannot be continued', 'strange');
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
      if (!(error instanceof ContentServiceError) || error.kind === 'passing') throw error;
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
