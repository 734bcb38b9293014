/**
 * Content service → snapshot. Everything that can go wrong with a network or an editor goes wrong
 * here, and the last good snapshot stays.
 */
import { mkdir } from 'node:fs/promises';
import {
  ContentServiceError,
  getUpdatedAt,
  type ContentClient,
  type ContentType,
  type RawListing,
} from './client.ts';
import { composeBuiltIn, createComposer, type Composed } from './compose.ts';
import { parsePosts, parseResources } from './entries.ts';
import { getDueTime } from './library.ts';
import type { MediaStore } from './media.ts';
import type { Body, Listed } from './records.ts';
import { createReport, type ContentReport, type Problem } from './report.ts';
import {
  readLastGood,
  createBodyWriter,
  writeIndex,
  writeSafely,
  type SnapshotIndex,
} from './snapshot.ts';

export interface PullOptions {
  client: ContentClient;
  mediaStore: MediaStore;
  /** Folder of the snapshot. */
  directory: string;
  /** `CONTENT_ON_FAILURE` (contract). */
  onFailure: 'stale' | 'fail' | 'degrade';
  now: Date;
  /** Content types that may lose more than half of their entries in this pull. */
  acceptFewer?: readonly ContentType[];
  /** Reads everything again, whatever is known to have changed. */
  whole?: boolean;
  /** What was announced: it is waited for until the service shows it. */
  wanted?: readonly Announcement[];
}

/** Something that was published or taken back, as a webhook announces it. */
export interface Announcement {
  kind: 'Entry' | 'Asset';
  id: string;
  /** `sys.revision`; null when it is not known. */
  revision: number | null;
  deleted: boolean;
}

export interface PullResult {
  /** fresh: as the service has it. stale: the last good snapshot stays. degraded: error states. */
  outcome: 'fresh' | 'stale' | 'degraded';
  /** Whether the index is another one than before. */
  changed: boolean;
  /** Whether everything was read, or what had changed. */
  mode: 'whole' | 'changes';
  /** Entries that were read. */
  fetched: number;
  /** Why the service was not used, one sentence; null when it was. */
  failure: string | null;
  posts: number;
  resources: number;
  /** Also written to `report.json` beside the index. */
  report: ContentReport;
  problems: readonly Problem[];
}

/** Entries that are composed at the same time: the wait for one's images is another's work. */
const lanes = 4;
export const reportFile = 'report.json';

/** `Promise.all` over `items` with `lanes` at work at once; results in the order of the items. */
async function mapInLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const runLane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}

const countItems = (list: Listed<unknown> | undefined) =>
  list?.status === 'loaded' ? list.items.length : 0;

/** Lost all, or more than half, of what the last good snapshot had: rather an accident than an edit. */
function checkCliff(
  { client, acceptFewer = [] }: PullOptions,
  contentType: ContentType,
  before: number,
  after: number,
): void {
  if (before === 0 || after * 2 >= before || acceptFewer.includes(contentType)) return;
  throw new ContentServiceError(
    `The content service at ${client.host} lost most of its ${contentType} entries: usable now ${after}, in the last good snapshot ${before}.`,
  );
}

const findLatest = (times: readonly string[]) =>
  times.reduce((latest, time) => (time > latest ? time : latest), '');

/** Reads the service and puts what it has in force. */
async function pullFresh(options: PullOptions, last: SnapshotIndex | null): Promise<PullResult> {
  const { client, mediaStore: media, directory, now } = options;
  const [postListing, resourceListing] = await Promise.all([
    client.fetchEntries('blogPost'),
    client.fetchEntries('resource'),
  ]);

  const problems: Problem[] = [];
  const addProblem = (problem: Problem) => void problems.push(problem);
  const { posts, withheld } = parsePosts(postListing.items, now, addProblem);
  const resources = parseResources(resourceListing.items, addProblem);
  if (options.onFailure !== 'degrade') {
    checkCliff(options, 'blogPost', countItems(last?.posts), posts.length);
    checkCliff(options, 'resource', countItems(last?.resources), resources.length);
  }

  const listings: readonly RawListing[] = [postListing, resourceListing];
  const { composePost, composeResource } = createComposer({
    posts,
    resources,
    assets: new Map(listings.flatMap(({ linked }) => [...linked.assets])),
    assetProtocol: client.assetProtocol,
    media,
  });
  const writeBody = await createBodyWriter(directory);
  const store = async <T extends { body: Body }>({ record, problems }: Composed<T>) => {
    const { body, ...summary } = record;
    return { stored: { ...summary, body: await writeBody(body) }, problems };
  };
  const storedPosts = await mapInLanes(posts, async (post) => store(await composePost(post)));
  const storedResources = await mapInLanes(resources, async (resource) =>
    store(await composeResource(resource)),
  );
  problems.push(...[...storedPosts, ...storedResources].flatMap((entry) => entry.problems));
  const report = createReport(problems);

  const dueTimes = withheld.map(({ publishedDate }) => getDueTime(publishedDate) ?? Infinity);
  await writeSafely(directory, reportFile, `${JSON.stringify(report, null, 2)}\n`);
  const changed = await writeIndex(directory, {
    revision: findLatest(listings.flatMap(({ items }) => items.map(getUpdatedAt))),
    nextDue: dueTimes.length > 0 ? new Date(Math.min(...dueTimes)).toISOString() : null,
    posts: { status: 'loaded', items: storedPosts.map(({ stored }) => stored) },
    resources: { status: 'loaded', items: storedResources.map(({ stored }) => stored) },
    builtIn: await storeBuiltIn(directory),
  });
  return {
    outcome: 'fresh',
    changed,
    mode: 'whole',
    fetched: postListing.items.length + resourceListing.items.length,
    failure: null,
    posts: posts.length,
    resources: resources.length,
    report,
    problems: report.problems,
  };
}

async function storeBuiltIn(directory: string): Promise<SnapshotIndex['builtIn']> {
  const writeBody = await createBodyWriter(directory);
  const { resources, cards } = composeBuiltIn();
  const stored = resources.map(async ({ body, ...resource }) => ({
    ...resource,
    body: await writeBody(body),
  }));
  return { resources: await Promise.all(stored), cards };
}

/**
 * Brings the snapshot up to date, or does what `CONTENT_ON_FAILURE` says when that cannot be.
 * @throws {ContentServiceError} under `fail`, and under `stale` when there is no good snapshot
 */
export async function pull(options: PullOptions): Promise<PullResult> {
  const { directory, onFailure } = options;
  await mkdir(directory, { recursive: true });
  const last = await readLastGood(directory);
  try {
    return await pullFresh(options, last);
  } catch (error) {
    const isHelped = onFailure === 'degrade' || (onFailure === 'stale' && last !== null);
    if (!(error instanceof ContentServiceError) || !isHelped) throw error;
    const index: Omit<SnapshotIndex, 'version'> =
      onFailure === 'stale' && last
        ? last
        : {
            revision: '',
            nextDue: null,
            posts: { status: 'failed' },
            resources: { status: 'failed' },
            builtIn: await storeBuiltIn(directory),
          };
    return {
      outcome: onFailure === 'stale' ? 'stale' : 'degraded',
      changed: await writeIndex(directory, index),
      mode: 'whole',
      fetched: 0,
      failure: error.message,
      posts: countItems(index.posts),
      resources: countItems(index.resources),
      report: createReport([]),
      problems: [],
    };
  }
}
