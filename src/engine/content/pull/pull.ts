/**
 * Reads the content service into the snapshot. Network errors and editors' mistakes are handled here; a
 * pull is one transaction, so a failed pull keeps the last good snapshot.
 */
import { mkdir } from 'node:fs/promises';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { type Database, writeFile } from '../../disk/index.ts';
import { composeBuiltIn, createComposer } from './compose.ts';
import { openSnapshotForWriting } from '../snapshot/database.ts';
import { createRecordWriter, type RecordChange } from '../snapshot/write.ts';
import { applyContent, digestCode } from './apply.ts';
import { fetchAll, fetchChanged, type FetchedContent } from './fetch.ts';
import { createReport, type ContentReport, type Problem } from './report.ts';
import { createSyncState, type SyncState } from './sync-state.ts';
import { createTexts, type Texts } from './texts.ts';
import {
  ContentServiceError,
  type ContentClient,
  type ContentEvent,
  type ContentType,
} from '../contentful/contract.ts';
import { getEntriesAddress } from '../contentful/account.ts';
import type { MediaStore } from './media/types.ts';

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
  /** Reads everything again, changed or not. */
  whole?: boolean;
  /** Events to wait for, until the service shows them or `patience` ends. */
  events?: readonly ContentEvent[];
  /** Milliseconds to wait for `events`. */
  patience?: number;
  /** Called with events that the service does not show yet. */
  onUnseen?: (events: readonly ContentEvent[]) => void;
  /** Called after each entry, pictures included, with the number of entries to compose. */
  onComposed?: (total: number) => void;
}

export interface PullResult {
  /**
   * fresh: equals the content service. stale: the last good snapshot stays. degraded: pages show error
   * states.
   */
  outcome: 'fresh' | 'stale' | 'degraded';
  /** Whether the snapshot changed. */
  changed: boolean;
  /** Whether the pull read everything or only the changes. */
  mode: 'whole' | 'changes';
  /** Number of entries read. */
  fetched: number;
  /** Why the pull could not use the service, in one sentence; null after success. */
  failure: string | null;
  posts: number;
  resources: number;
  /** Also written to `report.json` beside the index. */
  report: ContentReport;
  problems: readonly Problem[];
}

/** Entries composed in parallel, so that work on one entry fills the wait for images of another. */
const composedAtOnce = 4;
/** Most composed entries in memory. */
const portion = 250;
/** Milliseconds to wait for the service to show events, unless `patience` is set. */
const usualPatience = 60_000;
const reportFile = 'report.json';

/**
 * Checks that a type kept at least half of its entries. A greater loss is more likely an accident than
 * an edit.
 * @throws {ContentServiceError}
 */
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

/** The state of earlier pulls, with its tables. */
interface Known {
  database: Database;
  state: SyncState;
  texts: Texts;
  /** Account and code of a pull; the state of another owner cannot be used. */
  owner: string;
  /** Whether any pull has read the lists. */
  hasContent: boolean;
  isFailed: boolean;
}

const metaRow = v.object({ value: v.string() });

async function openKnown({ client, directory }: PullOptions): Promise<Known> {
  await mkdir(directory, { recursive: true });
  const database = openSnapshotForWriting(directory);
  const getMeta = database.select('SELECT value FROM meta WHERE key = ?', metaRow);
  const state = createSyncState(database);
  return {
    database,
    state,
    texts: createTexts(database),
    owner: `${client.account} ${await digestCode()}`,
    hasContent: getMeta('owner').length > 0,
    isFailed: getMeta('status')[0]?.value === 'failed',
  };
}

/** Reads the changes since the last pull, or everything when the changes cannot be found. */
async function readService(
  options: PullOptions,
  { state, texts, owner, isFailed }: Known,
  findMissing: (content: FetchedContent) => readonly string[],
): Promise<FetchedContent | 'unchanged'> {
  const { client, now, whole = false, events = [], patience = usualPatience } = options;
  const { onUnseen = () => undefined } = options;
  const patienceEnd = performance.now() + patience;
  const waiting = { client, texts, findMissing, events, patienceEnd, onUnseen };
  if (state.isOwner(owner) && !whole) {
    const isDue =
      isFailed || state.listDue(now.getTime()).length > 0 || state.listLacking().length > 0;
    const listIds = () => state.listIds().map(({ id }) => id);
    const listAssetIds = () => state.listAssetIds().map(({ id }) => id);
    const base = { ...state, token: state.getToken(owner) || null, listIds, listAssetIds };
    const reading = await fetchChanged({ ...waiting, base, isDue });
    if (reading !== 'unknown') return reading;
  }
  const base = await fetchAll(client, texts);
  // Also gets the token with which the next pull reads changes only.
  const reading = await fetchChanged({ ...waiting, base, isDue: true });
  return typeof reading === 'string' ? base : reading;
}

/** Lists the site's built-in resources, which fill in for slugs that the service lacks. */
function listBuiltIn(): {
  changes: RecordChange[];
  cards: ReturnType<typeof composeBuiltIn>['cards'];
} {
  const { resources, cards } = composeBuiltIn();
  const changes = resources.map(({ body, ...summary }, index) => ({
    type: 'built-in' as const,
    id: summary.id,
    record: { summary, body, rank: -index },
  }));
  return { changes, cards };
}

/**
 * Writes the records of a reading.
 * @returns whether the snapshot changed
 */
async function store(
  options: PullOptions,
  { database, state, owner }: Known,
  content: FetchedContent,
): Promise<boolean> {
  const { client, mediaStore: media, now } = options;
  const before = { blogPost: state.countShown('blogPost'), resource: state.countShown('resource') };
  const { pending, gone, moved, isRenumbered, getSelected, getTarget } = applyContent(
    database,
    content,
    now,
    client.showsDrafts,
  );
  if (options.onFailure !== 'degrade') {
    checkCliff(options, 'blogPost', before.blogPost, state.countShown('blogPost'));
    checkCliff(options, 'resource', before.resource, state.countShown('resource'));
  }

  const { texts, rawAssets: assets } = content;
  const { assetProtocol } = client;
  const composer = createComposer({ getTarget, getText: texts.get, assets, assetProtocol, media });
  const total = state.countShown('blogPost') + state.countShown('resource');
  const limit = pLimit(composedAtOnce);
  const compose = async (id: string): Promise<RecordChange | null> => {
    const selected = getSelected(id);
    const rank = state.getEntry(id)?.rank;
    if (!selected || rank === undefined) return null;
    const { record: composed, ...findings } =
      selected.contentType === 'blogPost'
        ? await composer.composePost(selected.record)
        : await composer.composeResource(selected.record);
    state.saveFindings(id, findings);
    options.onComposed?.(total);
    const { body, ...summary } = composed;
    const type = selected.contentType === 'blogPost' ? 'post' : 'resource';
    return { type, id, record: { summary, body, rank } };
  };
  const writer = createRecordWriter(database);
  if (isRenumbered) writer.touchAll();
  // The built-in resources change with the code only, and a pull with new code reads everything.
  const builtIn = content.mode === 'whole' ? listBuiltIn() : null;
  if (builtIn) writer.setCards(builtIn.cards);
  // One portion of entries must not take the address of an entry in a later portion.
  const freed = pending.size > portion ? [...gone, ...moved] : gone;
  writer.replace([
    ...(builtIn?.changes ?? []),
    ...freed.flatMap((id) => [
      { type: 'post' as const, id, record: null },
      { type: 'resource' as const, id, record: null },
    ]),
  ]);
  const ids = [...pending];
  for (let start = 0; start < ids.length; start += portion) {
    const some = ids.slice(start, start + portion);
    const composed = await Promise.all(some.map((id) => limit(() => compose(id))));
    writer.replace(composed.filter((change) => change !== null));
  }
  const nextDue = state.getNextDue();
  writer.setMeta('status', 'loaded');
  writer.setMeta('revision', state.getRevision());
  writer.setMeta('nextDue', nextDue === null ? '' : new Date(nextDue).toISOString());
  if (client.showsDrafts) {
    const { problems } = createReport(state.listProblems());
    const entriesAddress = getEntriesAddress(client.account);
    writer.setMeta('report', JSON.stringify({ entriesAddress, problems }));
  }
  state.setToken(owner, content.token);
  return writer.finish();
}

const getCounts = ({ state }: Known) => ({
  posts: state.countShown('blogPost'),
  resources: state.countShown('resource'),
});

/** Reads the service and puts its content in force. */
async function pullFresh(options: PullOptions, known: Known): Promise<PullResult> {
  const { database, state } = known;
  const { client, now } = options;
  /** Applies a reading and rolls the result back. */
  const findMissing = (content: FetchedContent) => {
    database.run('SAVEPOINT trial');
    try {
      const { pending } = applyContent(database, content, now, client.showsDrafts);
      return [...pending].filter((id) => !content.texts.has(id));
    } finally {
      database.run('ROLLBACK TO trial; RELEASE trial');
    }
  };
  const { changed, mode, fetched, hasChanges } = await database.transactAsync(async () => {
    const content = await readService(options, known, findMissing);
    if (content === 'unchanged')
      return { changed: false, mode: 'changes' as const, fetched: 0, hasChanges: false };
    const isChanged = await store(options, known, content);
    return { changed: isChanged, mode: content.mode, fetched: content.fetched, hasChanges: true };
  });
  const report = createReport(state.listProblems());
  // An entry that was never shown may be gone: no record changes, but its problems leave the report.
  if (hasChanges)
    await writeFile(options.directory, reportFile, `${JSON.stringify(report, null, 2)}\n`);
  return {
    outcome: 'fresh',
    changed,
    mode,
    fetched,
    failure: null,
    ...getCounts(known),
    report,
    problems: report.problems,
  };
}

/** Hides the service's content ('failed') or shows the content again. */
const setStatus = ({ database }: Known, status: 'loaded' | 'failed'): boolean =>
  database.transact(() => {
    const writer = createRecordWriter(database);
    const builtIn = listBuiltIn();
    writer.setCards(builtIn.cards);
    writer.replace(builtIn.changes);
    writer.setMeta('status', status);
    return writer.finish();
  });

/**
 * Brings the snapshot up to date. When that fails, applies `CONTENT_ON_FAILURE`.
 * @throws {ContentServiceError} under `fail`, and under `stale` without a good snapshot
 */
export async function pull(options: PullOptions): Promise<PullResult> {
  const { onFailure } = options;
  const known = await openKnown(options);
  try {
    return await pullFresh(options, known);
  } catch (error) {
    const isHelped = onFailure === 'degrade' || (onFailure === 'stale' && known.hasContent);
    if (!(error instanceof ContentServiceError) || !isHelped) throw error;
    const isStale = onFailure === 'stale';
    return {
      outcome: isStale ? 'stale' : 'degraded',
      changed: setStatus(known, isStale ? 'loaded' : 'failed'),
      mode: 'whole',
      fetched: 0,
      failure: error.message,
      ...(isStale ? getCounts(known) : { posts: 0, resources: 0 }),
      report: createReport([]),
      problems: [],
    };
  } finally {
    known.database.close();
  }
}
