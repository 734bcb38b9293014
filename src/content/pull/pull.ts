/**
 * Content service → snapshot. Everything that can go wrong with a network or an editor goes wrong
 * here, and the last good snapshot stays.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeBuiltIn, createComposer, type Composed, type Findings } from './compose.ts';
import { getDueTime } from '../snapshot/lists.ts';
import { fetchChanged, fetchAll, type FetchedContent } from './fetch.ts';
import type { Body, Listed } from '../snapshot/records.ts';
import { createReport, reportSchema, type ContentReport, type Problem } from './report.ts';
import {
  createBodyWriter,
  readLastGood,
  writeIndex,
  type LastGood,
  type SnapshotIndex,
} from '../snapshot/store.ts';
import { readSyncState, writeSyncState, type SyncState, type SyncedEntry } from './sync-state.ts';
import {
  ContentServiceError,
  type ContentClient,
  type ContentType,
  type ContentEvent,
} from '../contentful/contract.ts';
import type { MediaStore } from './media-store.ts';
import { writeDurably } from '../../disk/write-file.ts';
import { parseJson } from '../../rules/schemas.ts';
import { getFields } from '../contentful/wire.ts';

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
  /** What was announced: it is waited for until the service shows it, as long as there is patience. */
  events?: readonly ContentEvent[];
  /** Milliseconds. */
  patience?: number;
  /** Told after each entry, with its pictures, of how many. */
  onComposed?: (total: number) => void;
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
/** Milliseconds for the service to show what was announced. */
const usualPatience = 60_000;
const reportFile = 'report.json';

/** `Promise.all` over `items` with `lanes` at work at once; results in the order of the items. */
async function mapInLanes<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  onDone: () => void,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const runLane = async () => {
    for (const [index, item] of queue) {
      results[index] = await work(item);
      onDone();
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}

const itemsOf = <T>(list: Listed<T> | undefined) => (list?.status === 'loaded' ? list.items : []);

/** Lost all, or more than half, of what the last good snapshot had: rather an accident than an edit. */
function checkCliff(
  { client, acceptFewer = [] }: PullOptions,
  contentType: ContentType,
  before: number,
  after: number,
): void {
  const isExpected = client.showsDrafts || acceptFewer.includes(contentType);
  if (before === 0 || after * 2 >= before || isExpected) return;
  throw new ContentServiceError(
    `The content service at ${client.host} lost most of its ${contentType} entries: usable now ${after}, in the last good snapshot ${before}. If that is right, run 'npm run build -- --accept-fewer=${contentType}'.`,
  );
}

const findLatest = (times: readonly string[]) =>
  times.reduce((latest, time) => (time > latest ? time : latest), '');

/** Whether pages differ from the last good ones even if the service has nothing new. */
const isDue = ({ index, isInForce }: LastGood, source: SyncState, now: Date) =>
  !isInForce ||
  (index.nextDue !== null && Date.parse(index.nextDue) <= now.getTime()) ||
  source.entries.some(({ lacksFiles }) => lacksFiles);

/** What changed since the last pull; 'unknown' when that cannot be told. */
async function readSince(
  last: LastGood,
  { client, directory, now }: Pick<PullOptions, 'client' | 'directory' | 'now'>,
  waiting: { events: readonly ContentEvent[]; patienceEnd: number },
): Promise<FetchedContent | 'unchanged' | 'unknown'> {
  const source = await readSyncState(directory, { account: client.account, index: last.digest });
  if (!source) return 'unknown';
  return fetchChanged({
    client,
    now,
    base: source,
    standing: { posts: itemsOf(last.index.posts), resources: itemsOf(last.index.resources) },
    isDue: isDue(last, source, now),
    ...waiting,
  });
}

/** What changed since the last pull; everything when that cannot be told. */
async function readService(
  options: PullOptions,
  last: LastGood | null,
): Promise<FetchedContent | 'unchanged'> {
  const { client, now, whole = false, events = [], patience = usualPatience } = options;
  const patienceEnd = performance.now() + patience;
  if (last && !whole) {
    const reading = await readSince(last, options, { events, patienceEnd });
    if (reading !== 'unknown') return reading;
  }
  const base = await fetchAll(client, now);
  if (events.length === 0) return base;
  const standing = { posts: [], resources: [] };
  const changed = { client, now, base, standing, isDue: true, events, patienceEnd };
  const reading = await fetchChanged(changed);
  return typeof reading === 'string' ? base : reading;
}

/** Makes records of what was read and puts them in force. */
async function store(
  options: PullOptions,
  last: LastGood | null,
  reading: FetchedContent,
): Promise<Pick<PullResult, 'changed' | 'report'>> {
  const { client, mediaStore: media, directory } = options;
  const { posts, withheld, resources, problems } = reading.selected;
  if (options.onFailure !== 'degrade') {
    checkCliff(options, 'blogPost', itemsOf(last?.index.posts).length, posts.length);
    checkCliff(options, 'resource', itemsOf(last?.index.resources).length, resources.length);
  }

  const composer = createComposer({
    posts,
    resources,
    assets: reading.rawAssets,
    assetProtocol: client.assetProtocol,
    media,
  });
  const writeBody = await createBodyWriter(directory);
  const findings = new Map<string, Findings>();
  for (const { id, problems, lacksFiles } of reading.entries)
    findings.set(id, { problems, lacksFiles });
  const write = async <T extends { id: string; body: Body }>(composed: Composed<T>) => {
    const { problems, lacksFiles } = composed;
    const { body, ...summary } = composed.record;
    findings.set(composed.record.id, { problems, lacksFiles });
    return { ...summary, body: await writeBody(body) };
  };
  const { raws } = reading;
  const getContent = (id: string) => getFields(raws.get(id)).content;
  /** What stands and was not read again. */
  const getKept = <T extends { id: string }>(list: Listed<T> | undefined) =>
    new Map(itemsOf(list).flatMap((record) => (raws.has(record.id) ? [] : [[record.id, record]])));
  const keptPosts = getKept(last?.index.posts);
  const keptResources = getKept(last?.index.resources);
  const tellComposed = () => options.onComposed?.(posts.length + resources.length);
  const storedPosts = await mapInLanes(
    posts,
    async (post) =>
      keptPosts.get(post.id) ??
      write(await composer.composePost({ ...post, content: getContent(post.id) })),
    tellComposed,
  );
  const storedResources = await mapInLanes(
    resources,
    async (resource) =>
      keptResources.get(resource.id) ??
      write(await composer.composeResource({ ...resource, content: getContent(resource.id) })),
    tellComposed,
  );

  const shown = new Set([...posts, ...resources].map(({ id }) => id));
  for (const id of findings.keys()) if (!shown.has(id)) findings.delete(id);
  const report = createReport([
    ...problems,
    ...[...shown].flatMap((id) => findings.get(id)?.problems ?? []),
  ]);
  const dueTimes = withheld.map(({ publishedDate }) => getDueTime(publishedDate) ?? Infinity);
  await writeDurably(directory, reportFile, `${JSON.stringify(report, null, 2)}\n`);
  const { changed, digest } = await writeIndex(directory, {
    revision: findLatest(reading.entries.map(({ updatedAt }) => updatedAt)),
    nextDue: dueTimes.length > 0 ? new Date(Math.min(...dueTimes)).toISOString() : null,
    posts: { status: 'loaded', items: storedPosts },
    resources: { status: 'loaded', items: storedResources },
    builtIn: await storeBuiltIn(directory),
  });
  // After the index: a crash in between leaves a source that goes with no index, and all is read.
  const { token, assets, entries } = reading;
  const withFindings = (entry: SyncedEntry): SyncedEntry => ({
    ...entry,
    ...(findings.get(entry.id) ?? { problems: [], lacksFiles: false }),
  });
  await writeSyncState(
    directory,
    { account: client.account, index: digest },
    {
      token,
      assets,
      entries: entries.map(withFindings),
    },
  );
  return { changed, report };
}

/** The report of the last pull; an empty one when it is gone. */
async function readReport(directory: string): Promise<ContentReport> {
  const text = await readFile(join(directory, reportFile), 'utf8').catch(() => '');
  return parseJson(reportSchema, text) ?? createReport([]);
}

/** Reads the service and puts what it has in force. */
async function pullFresh(options: PullOptions, last: LastGood | null): Promise<PullResult> {
  const reading = await readService(options, last);
  if (reading === 'unchanged') {
    const report = await readReport(options.directory);
    return {
      outcome: 'fresh',
      changed: false,
      mode: 'changes',
      fetched: 0,
      failure: null,
      posts: itemsOf(last?.index.posts).length,
      resources: itemsOf(last?.index.resources).length,
      report,
      problems: report.problems,
    };
  }
  const { mode, fetched, selected } = reading;
  const { changed, report } = await store(options, last, reading);
  return {
    outcome: 'fresh',
    changed,
    mode,
    fetched,
    failure: null,
    posts: selected.posts.length,
    resources: selected.resources.length,
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
        ? last.index
        : {
            revision: '',
            nextDue: null,
            posts: { status: 'failed' },
            resources: { status: 'failed' },
            builtIn: await storeBuiltIn(directory),
          };
    return {
      outcome: onFailure === 'stale' ? 'stale' : 'degraded',
      changed: (await writeIndex(directory, index)).changed,
      mode: 'whole',
      fetched: 0,
      failure: error.message,
      posts: itemsOf(index.posts).length,
      resources: itemsOf(index.resources).length,
      report: createReport([]),
      problems: [],
    };
  }
}

/** Asks for changes as a pull does and keeps nothing: the pull that comes next finds its code loaded. */
export async function rehearsePull(
  options: Pick<PullOptions, 'client' | 'directory' | 'now'>,
): Promise<void> {
  const last = await readLastGood(options.directory);
  if (last) await readSince(last, options, { events: [], patienceEnd: 0 });
}
