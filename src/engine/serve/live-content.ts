/** Content newer than the build, for the content API and for live pages. */
import {
  ContentServiceError,
  fetchLive,
  findSlugProblem,
  formatLiveAddress,
  type FoundLive,
  type LiveAddress,
  type LiveContent,
} from '../content/index.ts';
import { messages } from '../../data/messages.ts';
import { describeError, type Log } from '../log.ts';
import { createBudget } from './budget.ts';
import { Refusal } from './http.ts';

/** @throws {Refusal} with the sentence for visitors when the content service fails */
export type AskLive = (address: LiveAddress) => Promise<FoundLive | null>;

interface LiveOptions {
  live: LiveContent;
  /** Called with everything that was found. */
  onFound?: (address: LiveAddress) => void;
  log: Log;
  now: () => number;
}

/** Milliseconds for which an answer is shared. */
const freshFor = 5000;
/** Most answers in memory; the oldest is removed first. */
const mostAnswers = 50;
/** Requests to the content service for all visitors: a tenth of an account's rate limit. */
const questions = { burst: 20, perSecond: 5 };

/** Shares one answer per key while it is made and while it is fresh. Failures are not kept. */
export function createSharedAnswers<T>(now: () => number) {
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

const getFailure = ({ list, slug }: LiveAddress) => {
  if (slug === null) return messages[list].listFailed;
  return list === 'blog' ? messages.blog.postFailed : messages.resources.resourceFailed;
};

/** Asks the content service at most once for a crowd of visitors, and never for an impossible slug. */
export function createAskLive({ live, onFound, log, now }: LiveOptions): AskLive {
  const share = createSharedAnswers<FoundLive | null>(now);
  const budget = createBudget({ ...questions, tick: now });

  return async (address) => {
    const { slug } = address;
    if (slug !== null && findSlugProblem(slug) !== null) return null;
    try {
      const found = await share(formatLiveAddress(address), () => {
        if (budget.take()) return fetchLive(live, address);
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
