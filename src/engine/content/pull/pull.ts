/**
 * A pull, told in order: reads the content service into the snapshot, in one transaction, so that a failed one keeps the
 * last good content. An entry passes through three forms: as it was sent (`WireItem`), parsed and kept in the tables
 * (`StoredEntry`), and composed for pages (`ContentRecord`).
 */
import { globSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { digest, type Database } from '../../disk/index.ts';
import { getProjectRoot } from '../../declare/project.ts';
import { collections, timeZone } from '../../site.ts';
import type { ComposeOptions } from '../records/compose.ts';
import { getDay } from '../records/dates.ts';
import { formatHeld, type Held, type Problem, type Report } from '../records/report.ts';
import { getEntriesAddress } from '../../account.ts';
import { formatReadUpTo, type ContentClient } from '../contentful/client.ts';
import { ContentServiceError } from '../contentful/failure.ts';
import type { WireItem } from '../contentful/wire.ts';
import { parseAsset } from '../files/asset.ts';
import {
  openMeta,
  openSnapshotForReading,
  readReport,
  removeOldSnapshots,
  writeSnapshot,
  createRecordWriter,
  type ChangedAddresses,
} from '../snapshot/database.ts';
import { applyRules, composeRecords } from './apply.ts';
import { fetchContent, type FetchOptions } from './fetch.ts';
import { createReceived, type Received } from './received.ts';

export interface PullOptions extends FetchOptions, ComposeOptions {
  client: ContentClient;
  directory: string;
  /** What a failing service leads to (`CONTENT_ON_FAILURE`). */
  onFailure: 'stale' | 'fail' | 'degrade';
  /** Whether a content type may lose more than half of its entries in this pull. */
  acceptFewer?: boolean;
  /** Whether everything is read again, and not the changes alone. */
  everything?: boolean;
  /** Called after each entry, pictures included, with the number of entries to compose. */
  onComposed?: (total: number) => void;
  /** Finds the path at which an entry was last seen, for a snapshot that does not know the entry. */
  findLastPath?: (id: string) => string | undefined;
  /** Folder of the snapshot of the live site on this machine: drafts are told what that site holds back. */
  liveDirectory?: string;
}

export interface PullResult {
  /** fresh: equals the content service. stale: the last good snapshot stays. degraded: pages show errors. */
  outcome: 'fresh' | 'stale' | 'degraded';
  /** The version of the content that is in the snapshot now, and when it was pulled (ISO 8601). */
  version: string;
  pulledAt: string;
  /** null: the snapshot stays as it was. */
  changes: ChangedAddresses | null;
  mode: 'everything' | 'changes';
  fetched: number;
  /** Number of events that the content service did not show yet. */
  unseen: number;
  /** Why the pull could not use the service, in one sentence; null after success. */
  failure: string | null;
  /** What is held back, and what to do, in one line; null when nothing is. */
  held: string | null;
  /** The number of items by the name of their collection; none while the lists cannot be read. */
  counts: Readonly<Record<string, number>>;
  /** When the next withheld entry becomes due, in epoch milliseconds; null when none is withheld. */
  nextDue: number | null;
  problems: readonly Problem[];
}

type Fresh = Pick<PullResult, 'changes' | 'mode' | 'fetched' | 'unseen'>;

/** Brings the snapshot up to date. @throws {ContentServiceError} under `fail`, and under `stale` without a good one */
export async function pullContent(options: PullOptions): Promise<PullResult> {
  const { directory } = options;
  await mkdir(directory, { recursive: true });
  const { start, stop } = createPreparation(options);
  return writeSnapshot(directory, async (database) => {
    const done = await pullHolding({ ...options, onAssets: start }, database).then(
      (fresh) => ({ outcome: 'fresh', failure: null, ...fresh }) as const,
      (error: unknown) => keepLast(options, database, error),
    );
    if (done.outcome === 'fresh' && done.mode === 'everything') removeOldSnapshots(directory);
    const { held } = readReport(database);
    const received = createReceived(database, { held });
    const meta = openMeta(database);
    return {
      ...done,
      version: meta.get('version'),
      pulledAt: meta.get('pulledAt'),
      counts: done.outcome === 'degraded' ? {} : getCounts(received),
      nextDue: received.getNextDue(),
      held: held.length > 0 ? formatHeld(held) : null,
      problems: done.outcome === 'fresh' ? received.listProblems() : [],
    };
  }).finally(stop);
}

/** Pulls, and again without the types that lost too much: the others are published. */
async function pullHolding(options: PullOptions, database: Database): Promise<Fresh> {
  let held: readonly Held[] = [];
  for (;;)
    try {
      return await database.transact(() => pullFresh(options, database, held));
    } catch (error) {
      if (!(error instanceof SuddenLoss)) throw error;
      held = [...held, ...error.held];
      if (options.onFailure === 'fail')
        throw new ContentServiceError(
          `The content service at ${options.client.host} lost most of its entries. ${formatHeld(held)}`,
        );
    }
}

async function pullFresh(
  options: PullOptions,
  database: Database,
  held: readonly Held[],
): Promise<Fresh> {
  const { client, siteUrl, now, findLastPath, everything = false, events = [] } = options;
  const received = createReceived(database, { held, findLastPath });
  const meta = openMeta(database);

  // 1. What was read before counts for the same account, site and code alone.
  const owner = `${client.account} ${siteUrl} ${digestCode()}`;
  const model = await client.fetchModel();
  const isModelNew = meta.get('readUpTo').split(' ')[0] !== model.state;
  // A token is of the environment that gave it.
  const isTurned = events.some(({ kind }) => kind === 'EnvironmentAlias');
  const isKnown = meta.get('owner') === owner && !isModelNew && !isTurned && !everything;
  const token = (isKnown && meta.get('token')) || null;

  // 2. The changes, or everything, are fetched and saved in the tables (fetch.ts, received.ts).
  const before = getCounts(received);
  const fetched = await fetchContent(received, { ...options, isModelNew }, token);
  const { mode, unseen } = fetched;
  const done = { mode, unseen, fetched: fetched.fetched };
  const day = getDay(now.getTime(), timeZone);
  const isOther = meta.get('status') === 'failed' || meta.get('day') !== day;
  const isDue = received.listDue(now).length > 0 || received.listLacking().length > 0;
  if (!fetched.hasNews && !isDue && !isOther) return { ...done, changes: null };

  // 3. The rules choose which entries are shown, and at which addresses (apply.ts).
  const { pending, gone } = applyRules(received, now, client.showsDrafts);
  checkLoss(options, before, getCounts(received), readReport(database).held);

  // 4. Records are composed with their pictures, and written (apply.ts, snapshot/database.ts).
  const writer = createRecordWriter(database);
  for (const { collection, id } of gone) writer.replace({ collection, id, record: null });
  const entries = [...pending.values()];
  await composeRecords(options, received, entries, writer, mode === 'everything');

  // 5. The state is noted, and what editors are told. Whatever changed makes a new version.
  const nextDue = received.getNextDue();
  writer.setMeta('status', 'loaded');
  writer.setMeta('day', day);
  writer.setMeta('locale', model.locale);
  writer.setMeta('readUpTo', formatReadUpTo(model.state, fetched.token));
  writer.setMeta('nextDue', nextDue === null ? '' : new Date(nextDue).toISOString());
  const report: Report = {
    locale: model.code,
    entriesAddress: getEntriesAddress(client.account),
    problems: received.listProblems(),
    held: client.showsDrafts ? readHeld(options) : [...held],
  };
  writer.setMeta('report', JSON.stringify(report));
  meta.set('owner', owner);
  meta.set('siteUrl', siteUrl);
  // The changes of what is held back are read again until they are accepted.
  meta.set('token', (held.length > 0 ? token : fetched.token) ?? '');
  return { ...done, changes: writer.finish(now) };
}

/** Keeps the last good content, or has the pages say what failed. @throws what `onFailure` does not allow for */
async function keepLast({ onFailure, now }: PullOptions, database: Database, error: unknown) {
  const hasContent = openMeta(database).get('owner') !== '';
  const isHelped = onFailure === 'degrade' || (onFailure === 'stale' && hasContent);
  if (!(error instanceof ContentServiceError) || !isHelped) throw error;
  const isStale = onFailure === 'stale';
  const changes = await database.transact(() => {
    const writer = createRecordWriter(database);
    writer.setMeta('status', isStale ? 'loaded' : 'failed');
    return writer.finish(now);
  });
  const outcome = isStale ? 'stale' : 'degraded';
  const nothing = { mode: 'everything', fetched: 0, unseen: 0 } as const;
  return { outcome, failure: error.message, changes, ...nothing } as const;
}

/** Reads what the live site on this machine holds back. */
function readHeld({ liveDirectory = '' }: PullOptions): Held[] {
  const database = openSnapshotForReading(liveDirectory);
  try {
    return database ? readReport(database).held : [];
  } finally {
    database?.close();
  }
}

const getCounts = ({ countShown }: Received): Readonly<Record<string, number>> =>
  Object.fromEntries(collections.map(({ name }) => [name, countShown(name)]));

/** Ends a pull whose types lost too much: the next one holds them back. */
class SuddenLoss extends Error {
  readonly held: readonly Held[];
  constructor(held: readonly Held[]) {
    super('More than half of the entries of a type went at once.');
    this.held = held;
  }
}

/** Checks that each type kept half of its entries: a greater loss is rather an accident. @throws {SuddenLoss} */
function checkLoss(
  { client, acceptFewer = false, onFailure, now }: PullOptions,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  known: readonly Held[],
): void {
  if (client.showsDrafts || onFailure === 'degrade' || acceptFewer) return;
  const lost = collections.flatMap(({ name: collection, isSingle = false }): Held[] => {
    const had = before[collection] ?? 0;
    const has = after[collection] ?? 0;
    const since = known.find((one) => one.collection === collection)?.since ?? now.toISOString();
    return has * 2 < had && !isSingle ? [{ collection, had, has, since }] : [];
  });
  if (lost.length > 0) throw new SuddenLoss(lost);
}

/** The code that turns entries into records: other code makes other records from the same entry. */
const sources = ['package-lock.json', 'src/**/*.ts'];
function digestSources(root: string): string {
  const readSource = (file: string) => readFileSync(join(root, file), 'utf8');
  return digest(globSync(sources, { cwd: root }).sort().map(readSource).join('\0'));
}
let code: string | undefined;
/** Digest of the code; computed once, because a process runs the code with which it started. */
const digestCode = () => (code ??= digestSources(getProjectRoot()));

/** Files that are made at once before an entry needs them. */
const preparedAtOnce = 4;

/** Makes files of assets while entries are still read, so that composing seldom waits for them. */
function createPreparation({ client, mediaStore, now }: PullOptions) {
  const limit = pLimit(preparedAtOnce);
  return {
    start: (assets: Iterable<WireItem>): void => {
      for (const item of assets) {
        const asset = parseAsset(item, client.assetProtocol);
        if (asset) void limit(() => mediaStore.prepare(asset, now, false));
      }
    },
    /** Leaves what no composed entry has waited for. */
    stop: () => limit.clearQueue(),
  };
}
