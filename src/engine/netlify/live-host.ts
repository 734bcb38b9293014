/** The content of a function on Netlify: an item that the build lacks, which the content service is asked for. */
import { createContentClient, ContentServiceError } from '../content/contentful/index.ts';
import { createFetchLive } from '../content/index.ts';
import { answerWith, readWith, type QueryOf } from '../content/read.ts';
import { parseConfig } from '../config.ts';
import { describeError } from '../base/log.ts';
import { UnreadError, type Host } from '../origin/index.ts';
import { createRateLimit, getClientKey } from '../endpoints/index.ts';
import { openAddressStore, readLastBlobPaths } from './addresses.ts';
import { fetchBuiltPage, log } from './endpoint.ts';

/** Time that a visitor waits for the content service at most. */
const deadlineMs = 10_000;
/** Time for which an answer is shared. */
const freshForMs = 5000;
/** Questions to the content service in four seconds: the whole is a quarter of an account's rate limit. */
const questions = { ofOneClient: 20, ofAll: 60, windowMs: 4000 };

type Fetch = ReturnType<typeof createFetchLive>;

/** Asks for an item at most once for a crowd of visitors. @param now monotonic, in ms */
export function createAsk(fetchItem: Fetch, now = () => performance.now()) {
  const answers = new Map<string, { until: number; answer: ReturnType<Fetch> }>();
  const shares = createRateLimit(now, questions.ofOneClient, questions.windowMs);
  const all = createRateLimit(now, questions.ofAll, questions.windowMs);

  return (item: QueryOf<'item'>, client: string): ReturnType<Fetch> => {
    for (const [old, { until }] of answers) if (until <= now()) answers.delete(old);
    const name = `${item.collection}/${item.slug}`;
    const known = answers.get(name);
    if (known) return known.answer;
    if (!shares.take(getClientKey(client)) || !all.take(''))
      return Promise.reject(new UnreadError());
    const answer = fetchItem(item);
    answers.set(name, { until: now() + freshForMs, answer });
    answer.catch(() => answers.delete(name));
    return answer;
  };
}

/** Opens the account when the first visitor asks: an instance that starts must not wait. */
function openAccount() {
  const config = parseConfig(process.env);
  const { contentful, site } = config;
  if (!contentful) throw new UnreadError();
  const client = createContentClient(contentful, { deadlineMs });
  const getLastPaths = () => {
    const blobs = openAddressStore(config);
    return blobs ? readLastBlobPaths(blobs, contentful) : Promise.resolve(new Map());
  };
  return createAsk(createFetchLive(client, site.url, () => new Date(), getLastPaths));
}
let ask: ReturnType<typeof createAsk> | undefined;

export const host: Host = {
  answerKnown: () => Promise.resolve(null),
  look: async ({ clientAddress }, item) => {
    ask ??= openAccount();
    const answers = await ask(item, clientAddress).catch((error: unknown) => {
      if (!(error instanceof ContentServiceError)) throw error;
      log({ event: 'content.failed', ...describeError(error) });
      throw new UnreadError();
    });
    if (!answers) return () => Promise.resolve(null);
    const read = answerWith(answers);
    return (answer) => readWith(read, () => answer(read, ''));
  },
  isPerVisitor: () => false,
  isCodePage: () => false,
  findPast: () => Promise.resolve(null),
  getPage: async ({ url }, path) => {
    const page = await fetchBuiltPage(new URL(path, url.origin));
    return new Response(page?.html, { headers: { 'content-type': 'text/html', ...page?.headers } });
  },
};
