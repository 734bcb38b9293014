/** Items newer than the build, as pages made by the renderer that makes the built pages. */
import {
  createContentClient,
  getPictureOrigin,
  type ContentfulAccount,
} from '../content/contentful/index.ts';
import {
  createFetchLive,
  findSlugProblem,
  formatLiveAddress,
  type LastPaths,
  type LiveAddress,
} from '../content/index.ts';
import { answerWith } from '../content/read.ts';
import { createFileHeaders, openToEditor, unstoredPage } from '../headers/index.ts';
import { OwnError } from '../log.ts';
import type { InlineParts } from '../headers/index.ts';
import type { Renderer } from '../render/index.ts';
import { createRateLimit, getClientKey, type ServedPage } from '../serve/index.ts';

/** Creates a function that gives the page of an address its headers. */
export function createServedPages(siteUrl: string, contentful: ContentfulAccount | null) {
  const getFileHeaders = createFileHeaders(siteUrl, getPictureOrigin(contentful));
  const type = 'text/html; charset=utf-8';
  return (address: string, html: string, inlineParts: InlineParts): ServedPage => {
    const headers = { ...getFileHeaders({ address, type }, inlineParts), 'content-type': type };
    return { html, headers: contentful?.showsDrafts ? openToEditor(headers) : headers };
  };
}

/** Resolves to null for an unknown item. @throws what describes the failure of the content service or of the page */
type MakeLive = (address: LiveAddress) => Promise<ServedPage | null>;

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

interface LiveSite {
  account: ContentfulAccount;
  siteUrl: string;
  loadRenderer: () => Promise<Renderer>;
  getLastPaths: () => Promise<LastPaths>;
}

/** Creates the maker of the pages of an account. */
export function createMakeLive({
  account,
  siteUrl,
  loadRenderer,
  getLastPaths,
}: LiveSite): MakeLive {
  const client = createContentClient(account, { deadlineMs });
  const fetchLive = createFetchLive(client, siteUrl, () => new Date(), getLastPaths);
  const toServed = createServedPages(siteUrl, account);

  return async (address): Promise<ServedPage | null> => {
    const answers = await fetchLive(address);
    if (!answers) return null;
    const path = formatLiveAddress(address);
    const { inlineParts, render } = await loadRenderer();
    const { status, bytes } = await render(path, answerWith(answers));
    if (status !== 200) throw new Error(`${path} was rendered with status ${status}.`);
    const { html, headers } = toServed(path, String(bytes), inlineParts);
    return { html, headers: { ...headers, ...unstoredPage } };
  };
}

/** Makes a page at most once for a crowd of visitors, and never for an impossible slug. @param now monotonic, in ms */
export function createAskLive(make: MakeLive, now = () => performance.now()) {
  const share = createSharedAnswers<ServedPage | null>(now);
  const shares = createRateLimit(now, questions.ofOneClient, questions.windowMs);
  const all = createRateLimit(now, questions.ofAll, questions.windowMs);

  return async (address: LiveAddress, clientAddress: string): Promise<ServedPage | null> => {
    const { slug } = address;
    if (slug !== null && findSlugProblem(slug) !== null) return null;
    return share(formatLiveAddress(address), async () => {
      if (!shares.take(getClientKey(clientAddress)) || !all.take(''))
        throw new OwnError('Too many visitors ask for items that the build lacks.');
      return make(address);
    });
  };
}
