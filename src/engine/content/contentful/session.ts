/**
 * Opens a connection to the content service for all requests of one read. No other file imports
 * `contentful`: the official client neither checks that a response is complete nor limits its retries.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { SyncQuery } from 'contentful';
import * as v from 'valibot';
import { lenientObject } from '../../schemas.ts';
import { type ContentfulAccount, getContentAccess } from './account.ts';
import { Failure, getSecondsToReset, mendable, toFailure } from './failure.ts';
import { parseItem } from './wire.ts';

/** Most attempts to fetch one page, and to fetch a listing that changes meanwhile. */
const attempts = 4;
const requestTimeout = 30_000; // milliseconds (spec §9)
const longestWait = 10_000; // milliseconds

const parsedItem = v.pipe(v.unknown(), v.transform(parseItem));
const linkedItems = v.fallback(v.array(parsedItem), []);
const pageSchema = v.object({
  total: v.number(),
  items: v.array(parsedItem),
  includes: lenientObject({ Entry: linkedItems, Asset: linkedItems }),
});
/** One page of a listing, with the entries and assets that the items link to. */
export type Page = v.InferOutput<typeof pageSchema>;

/** Parses one page. @throws {Failure} for an incomplete page, which must not count as a shorter list */
function parsePage(answer: unknown, skip: number, limit: number): Page {
  const { success, output: page } = v.safeParse(pageSchema, answer);
  if (!success) throw new Failure('gave an answer that is not a list');
  const expected = Math.max(0, Math.min(limit, page.total - skip));
  if (page.items.length !== expected)
    throw new Failure(`gave ${page.items.length} of ${expected} entries that it says it has`);
  return page;
}

export type Query = Readonly<Record<string, unknown>>;

export async function openSession(account: ContentfulAccount) {
  const { host, token } = getContentAccess(account);
  // Imported here, because an idle server makes no request, and the client takes 30 MB.
  const { createClient } = await import('contentful');
  const agent = account.insecure
    ? new HttpAgent({ keepAlive: true })
    : new HttpsAgent({ keepAlive: true });
  let closed = false;
  let secondsToReset = NaN;
  const api = createClient({
    space: account.spaceId,
    environment: account.environment,
    accessToken: token,
    host,
    insecure: account.insecure,
    [account.insecure ? 'httpAgent' : 'httpsAgent']: agent,
    retryOnError: false, // the client's waits have no limit; `retry` has one
    timeout: requestTimeout,
    responseLogger: (response) => {
      secondsToReset = getSecondsToReset(response);
    },
    logHandler: () => undefined, // the client's log would contain the token
  }).withoutLinkResolution;

  const pause = (failure: Failure, attempt: number) => {
    const asked = failure.kind === 'rate limit' ? secondsToReset * 1000 : NaN;
    const milliseconds = Number.isNaN(asked) ? 2 ** attempt * 250 : Math.max(asked, 100);
    return wait(Math.min(milliseconds, longestWait));
  };

  /** Repeats a task after failures of the given kinds. @throws {Failure} the last failure */
  const retry = async <T>(
    kinds: readonly Failure['kind'][],
    task: () => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await task();
      } catch (error) {
        const failure = toFailure(error);
        if (!kinds.includes(failure.kind) || attempt === attempts || closed) throw failure;
        await pause(failure, attempt);
      }
    }
  };

  /**
   * Fetches a page of a listing, and half of the page while the response exceeds the API's limit of 7 MB.
   * @returns the page, and the number of items in the final request
   * @throws {Failure}
   */
  const fetchPage = async (
    query: Query,
    skip: number,
    limit: number,
  ): Promise<Page & { limit: number }> => {
    try {
      const page = await retry(mendable, async () =>
        parsePage(await api.getEntries({ ...query, skip, limit }), skip, limit),
      );
      return { ...page, limit };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind !== 'too big' || limit === 1) throw failure;
      return fetchPage(query, skip, Math.ceil(limit / 2));
    }
  };

  /**
   * Fetches a page of the Sync API, with the token of the next page or the next pull.
   * @throws {Failure}
   */
  const fetchSyncPage = (query: SyncQuery) =>
    retry(mendable, async () => {
      const page = await api.sync(query, { paginate: false });
      const next = page.nextSyncToken ?? page.nextPageToken;
      if (!next) throw new Failure('gave an answer that cannot be continued', 'strange');
      return { page, next, isLast: page.nextSyncToken !== undefined };
    });

  return {
    retry,
    fetchPage,
    fetchSyncPage,
    close: () => {
      closed = true;
      agent.destroy();
    },
  };
}

export type Session = Awaited<ReturnType<typeof openSession>>;
