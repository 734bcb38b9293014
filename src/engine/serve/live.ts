/** Content newer than the build: as JSON, and as pages made by the renderer that makes the built pages. */
import { messages } from '../../data/messages.ts';
import {
  ContentServiceError,
  createContentClient,
  createFetchLive,
  findSlugProblem,
  formatLiveAddress,
  type ContentfulAccount,
  type FetchLive,
  type FoundLive,
  type LiveAddress,
} from '../content/index.ts';
import type { Answers } from '../content/read.ts';
import { describeError, type Log } from '../log.ts';
import type { Renderer } from '../publish/index.ts';
import type { Endpoint } from './app.ts';
import type { FileHeaders } from './headers.ts';
import { Refusal } from './http.ts';

/** @throws {Refusal} with the sentence for visitors when the content service fails */
export type AskLive = (address: LiveAddress) => Promise<FoundLive | null>;

interface AskOptions {
  /** Called with everything that was found. */
  onFound?: (address: LiveAddress) => void;
  log: Log;
  /** Monotonic clock in milliseconds: setting the time of day must not refill the budget. */
  now: () => number;
}

/** Milliseconds that a visitor waits for the content service at most. */
const deadlineMs = 10_000;
/** Milliseconds for which an answer is shared. */
const freshFor = 5000;
/** Answers in memory at most; the oldest is removed first. */
const mostAnswers = 50;
/** Questions to the content service for all visitors: a tenth of an account's rate limit. */
const questions = { burst: 20, perSecond: 5 };

/** Shares one answer per key while it is made and while it is fresh. Failures are not kept. */
function createSharedAnswers<T>(now: () => number) {
  const answers = new Map<string, { until: number; answer: Promise<T> }>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(key);
    if (known && known.until > now()) return known.answer;
    const answer = ask();
    answers.delete(key);
    answers.set(key, { until: now() + freshFor, answer });
    answer.catch(() => answers.delete(key));
    const [oldest] = answers.keys();
    if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}

/** Creates a token bucket. The function takes one question from it, and returns false when it is empty. */
function createBudget(now: () => number) {
  const { burst, perSecond } = questions;
  let left = burst;
  let filledAt = now();
  return (): boolean => {
    left = Math.min(burst, left + ((now() - filledAt) / 1000) * perSecond);
    filledAt = now();
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

const getFailure = ({ list, slug }: LiveAddress) => {
  if (slug === null) return messages[list].listFailed;
  return list === 'blog' ? messages.blog.postFailed : messages.resources.resourceFailed;
};

/** Asks the content service at most once for a crowd of visitors, and never for an impossible slug. */
export function createAskLive(fetchLive: FetchLive, { onFound, log, now }: AskOptions): AskLive {
  const share = createSharedAnswers<FoundLive | null>(now);
  const takeQuestion = createBudget(now);

  return async (address) => {
    const { slug } = address;
    if (slug !== null && findSlugProblem(slug) !== null) return null;
    try {
      const found = await share(formatLiveAddress(address), () => {
        if (takeQuestion()) return fetchLive(address);
        return Promise.reject(new Refusal(502, getFailure(address), { 'retry-after': '5' }));
      });
      if (found) onFound?.(address);
      return found;
    } catch (error) {
      if (!(error instanceof ContentServiceError)) throw error;
      log({ event: 'content.failed', ...describeError(error) });
      throw new Refusal(502, getFailure(address));
    }
  };
}

/** Like {@link createAskLive}, for the content of an account. */
export const createAskAccount = (
  account: ContentfulAccount,
  siteUrl: string,
  options: AskOptions,
): AskLive =>
  createAskLive(
    createFetchLive(createContentClient(account, { deadlineMs }), siteUrl, () => new Date()),
    options,
  );

/** Live content as JSON, for pages that are older than the content. */
export const createContentApi = (ask: AskLive): Endpoint[] =>
  (['blog', 'resources'] as const).flatMap((list) =>
    [`/api/${list}`, `/api/${list}/:slug`].map((path) => ({
      method: 'GET' as const,
      path,
      handle: async (request: Request) => {
        const [, , , slug = null] = new URL(request.url).pathname.split('/');
        const found = await ask({ list, slug });
        if (!found) throw new Refusal(404, messages[list].notFound);
        return Response.json(found.content);
      },
    })),
  );

/**
 * Renders a page from these answers, in this thread.
 * @throws when the page was not rendered well
 */
export async function renderLive(
  renderer: Pick<Renderer, 'renderWith'>,
  path: string,
  answers: Partial<Answers>,
): Promise<string> {
  const { status, content } = await renderer.renderWith(path, answers);
  if (status !== 200) throw new Error(`${path} was rendered with status ${status}.`);
  return content.toString();
}

/** A page with its response headers. */
export interface ServedPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

interface LivePagesOptions {
  ask: AskLive;
  /** Renders the page at a path from these answers. */
  render: (path: string, answers: Partial<Answers>) => Promise<string>;
  getFileHeaders: FileHeaders;
  log: Log;
  now: () => number;
}

/**
 * Creates a function that makes the page of live content, once for a crowd of visitors. It resolves to null
 * when there is no such content or the page cannot be made.
 */
export function createLivePages({ ask, render, getFileHeaders, log, now }: LivePagesOptions) {
  const share = createSharedAnswers<ServedPage | null>(now);
  const make = async (address: LiveAddress, path: string): Promise<ServedPage | null> => {
    const found = await ask(address);
    if (!found) return null;
    const html = await render(path, found.answers);
    const type = 'text/html; charset=utf-8';
    const headers = getFileHeaders({ address: path, type }, html);
    return { html, headers: { 'cache-control': 'no-store', ...headers, 'content-type': type } };
  };
  return async (address: LiveAddress): Promise<ServedPage | null> => {
    const path = formatLiveAddress(address);
    try {
      return await share(path, () => make(address, path));
    } catch (error) {
      if (!(error instanceof Refusal)) log({ event: 'page.failed', ...describeError(error) });
      return null;
    }
  };
}
