/** Content newer than the build: as JSON, and on Netlify as pages made by the renderer that makes the built pages. */
import { collections, contentReportPath } from '../site.ts';
import {
  createContentClient,
  getPictureOrigin,
  type ContentfulAccount,
} from '../content/contentful/index.ts';
import {
  createFetchLive,
  findSlugProblem,
  formatLiveAddress,
  getCollection,
  type LastPaths,
  type LiveAddress,
} from '../content/index.ts';
import { answerWith } from '../content/read.ts';
import { describeError, OwnError, type Log } from '../log.ts';
import type { InlineParts, Renderer } from '../render/index.ts';
import type { Endpoints } from './app.ts';
import { createDoor, type Door } from './draft-access.ts';
import { createFileHeaders, openToEditor, previewHeaders } from '../headers/index.ts';
import { Refusal, type Handler } from './http.ts';
import { createRateLimit, getClientKey } from './rate-limit.ts';

/** A page with its response headers. */
export interface ServedPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** Creates a function that gives the page of an address its headers. */
export function createServedPages(siteUrl: string, contentful: ContentfulAccount | null) {
  const getFileHeaders = createFileHeaders(siteUrl, getPictureOrigin(contentful));
  const type = 'text/html; charset=utf-8';
  return (address: string, html: string, inlineParts: InlineParts | null): ServedPage => {
    const headers = { ...getFileHeaders({ address, type }, inlineParts), 'content-type': type };
    return { html, headers: contentful?.showsDrafts ? openToEditor(headers) : headers };
  };
}

/** Live content in both of its forms. */
export interface LiveAnswer {
  json: string;
  /** null where no renderer was there. */
  page: ServedPage | null;
}

/** Resolves to null for an unknown item. @throws what describes the failure of the content service */
export type MakeLive = (address: LiveAddress) => Promise<LiveAnswer | null>;

/** @throws {Refusal} with the sentence for visitors when no answer could be made */
export type AskLive = (address: LiveAddress, clientAddress: string) => Promise<LiveAnswer | null>;

interface AskOptions {
  /** Called with everything that was found. */
  onFound?: (address: LiveAddress) => Promise<void>;
  log: Log;
  /** Monotonic clock in milliseconds: setting the time of day must not refill the budget. */
  now: () => number;
}

/** Time that a visitor waits for the content service at most. */
const deadlineMs = 10_000;
/** Time for which an answer is shared. */
const freshForMs = 5000;
/** Questions to the content service in four seconds: the whole is a quarter of an account's rate limit. */
const questions = { ofOneClient: 20, ofAll: 60, windowMs: 4000 };

/** Shares one answer per key while it is made and while it is fresh. Failures are not kept. */
function createSharedAnswers<T>(now: () => number) {
  const answers = new Map<string, { until: number; answer: Promise<T> }>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    for (const [old, { until }] of answers) if (until <= now()) answers.delete(old);
    const known = answers.get(key);
    if (known) return known.answer;
    const answer = ask();
    answers.set(key, { until: now() + freshForMs, answer });
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

const getFailure = ({ collection, slug }: LiveAddress) => {
  const { words } = getCollection(collection);
  return slug === null ? words.listFailed : words.failed;
};

/** Makes an answer at most once for a crowd of visitors, and never for an impossible slug. */
export function createAskLive(make: MakeLive, { onFound, log, now }: AskOptions): AskLive {
  const share = createSharedAnswers<LiveAnswer | null>(now);
  const shares = createRateLimit(now, questions.ofOneClient, questions.windowMs);
  const whole = createRateLimit(now, questions.ofAll, questions.windowMs);

  return async (address, clientAddress) => {
    const { slug } = address;
    if (slug !== null && findSlugProblem(slug) !== null) return null;
    const answer = await share(formatLiveAddress(address), async () => {
      if (!shares.take(getClientKey(clientAddress)) || !whole.take(''))
        throw new Refusal(502, getFailure(address), { 'retry-after': '5' });
      return make(address).catch((error: unknown) => {
        const event = error instanceof OwnError ? 'content.failed' : 'page.failed';
        log({ event, ...describeError(error) });
        throw new Refusal(502, getFailure(address));
      });
    });
    if (answer) await onFound?.(address);
    return answer;
  };
}

/** Makes the answers for an account, in this thread. @param loadRenderer null where nobody asks for a page */
export function createMakeLive(
  account: ContentfulAccount,
  siteUrl: string,
  loadRenderer: (() => Promise<Renderer>) | null,
  getLastPaths?: () => Promise<LastPaths>,
): MakeLive {
  const client = createContentClient(account, { deadlineMs });
  const fetchLive = createFetchLive(client, siteUrl, () => new Date(), getLastPaths);
  const toServed = createServedPages(siteUrl, account);

  return async (address) => {
    const found = await fetchLive(address);
    if (!found) return null;
    const json = JSON.stringify(found.content);
    if (!loadRenderer) return { json, page: null };
    const path = formatLiveAddress(address);
    const { inlineParts, render } = await loadRenderer();
    const { status, content } = await render(path, answerWith(found.answers));
    if (status !== 200) throw new Error(`${path} was rendered with status ${status}.`);
    const { html, headers } = toServed(path, content.toString(), inlineParts);
    return { json, page: { html, headers: { ...headers, 'cache-control': 'no-store' } } };
  };
}

/** Live content as JSON, for pages that are older than the content. */
export const createContentApi = (ask: AskLive): Endpoints =>
  Object.fromEntries(
    collections.map(({ name: collection, path, words }) => [
      `GET /api${path}/:slug?`,
      async ({ url }: Request, clientAddress: string) => {
        const slug = new URL(url).pathname.slice(`/api${path}/`.length) || null;
        const found = await ask({ collection, slug }, clientAddress);
        if (!found) throw new Refusal(404, words.notFound);
        return new Response(found.json, { headers: { 'content-type': 'application/json' } });
      },
    ]),
  );

/** `/content-report`: what the site does not show and why, for whoever has the password. */
export function createContentReport(
  door: Door,
  getPage: () => Promise<ServedPage | undefined | null>,
): Endpoints {
  const enter = createDoor(door);
  const answer: Handler = async (request, clientAddress) => {
    const refusal = await enter(request, clientAddress);
    if (refusal) return refusal;
    const page = await getPage();
    if (!page) throw new Refusal(503, 'The pages are not ready yet. Please try again in a minute.');
    return new Response(page.html, { headers: { ...page.headers, ...previewHeaders } });
  };
  return { [`GET ${contentReportPath}`]: answer, [`POST ${contentReportPath}`]: answer };
}
