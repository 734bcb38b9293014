/** Live content as JSON (contract, Endpoints), for pages that are older than the content. */
import { ContentServiceError, type LiveContent } from '../content/index.ts';
import { messages } from '../../data/messages.ts';
import type { Endpoint } from './app.ts';
import { createBudget } from './budget.ts';
import { Refusal } from './http.ts';
import { describeError, type Log } from '../log.ts';

interface ContentApiOptions {
  live: LiveContent;
  /** Called with the path of an item that was found. */
  onItem?: (path: string) => void;
  log: Log;
  now: () => number;
}

/**
 * Milliseconds for which an answer is shared, so that a rush of visitors causes one request to the
 * content service.
 */
const freshFor = 5000;
/** Most answers in memory; the oldest is removed first. */
const mostAnswers = 200;
/** Requests to the content service for all visitors: a tenth of an account's rate limit. */
const questions = { burst: 20, perSecond: 5 };

/** The budget for requests to the content service is spent. */
class BudgetSpent extends Error {}

export function createContentApi({ live, onItem, log, now }: ContentApiOptions): Endpoint[] {
  const answers = new Map<string, { until: number; answer: Promise<unknown> }>();
  const budget = createBudget({ ...questions, tick: now });

  /**
   * Shares one request per key while the request runs and while its answer is fresh. Failures are not
   * kept.
   */
  const remember = (key: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const known = answers.get(key);
    if (known && known.until > now()) return known.answer;
    if (!budget.take()) return Promise.reject(new BudgetSpent());
    const answer = ask();
    answers.delete(key);
    answers.set(key, { until: now() + freshFor, answer });
    answer.catch(() => answers.delete(key));
    const [oldest] = answers.keys();
    if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    return answer;
  };

  const endpoint = (
    path: string,
    texts: { failed: string; notFound: string },
    ask: (slug: string) => Promise<unknown>,
  ): Endpoint => ({
    method: 'GET',
    path,
    handle: async (request) => {
      const { pathname } = new URL(request.url);
      let answer: unknown;
      try {
        answer = await remember(pathname, () => ask(pathname.slice(pathname.lastIndexOf('/') + 1)));
      } catch (error) {
        if (error instanceof BudgetSpent)
          throw new Refusal(502, texts.failed, { 'retry-after': '5' });
        if (!(error instanceof ContentServiceError)) throw error;
        log({ event: 'content.failed', ...describeError(error) });
        throw new Refusal(502, texts.failed);
      }
      if (answer === null) throw new Refusal(404, texts.notFound);
      if (path.endsWith('/:slug')) onItem?.(pathname.slice('/api'.length));
      return Response.json(answer);
    },
  });

  const { blog, resources } = messages;
  return [
    endpoint('/api/blog', { failed: blog.listFailed, notFound: blog.notFound }, () =>
      live.fetchPosts(),
    ),
    endpoint('/api/blog/:slug', { failed: blog.postFailed, notFound: blog.notFound }, (slug) =>
      live.fetchPost(slug),
    ),
    endpoint('/api/resources', { failed: resources.listFailed, notFound: resources.notFound }, () =>
      live.fetchResources(),
    ),
    endpoint(
      '/api/resources/:slug',
      { failed: resources.resourceFailed, notFound: resources.notFound },
      (slug) => live.fetchResource(slug),
    ),
  ];
}
