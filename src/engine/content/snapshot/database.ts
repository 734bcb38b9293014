/** The snapshot is one database: its tables, who opens it, and how a pull changes its records. Each pull is one transaction. */
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import {
  createDatabase,
  jsonColumn,
  openForReading,
  openForWriting,
  removeDatabase,
  type Database,
} from '../../disk/index.ts';
import { bodySchema, hasPages, itemPath, tagPath, type Body } from '../../declare/collections.ts';
import { collections } from '../../site.ts';
import { getTagLabels, getTags, recordSchema, type ContentRecord } from '../records/records.ts';
import { reportSchema } from '../records/report.ts';
import { listMedia } from '../files/media-store.ts';
import { getCollection } from '../find-collection.ts';

/**
 * Entries may exchange their addresses, so two records have one slug within a transaction. For an index by type and
 * slug that is not unique, SQLite would read all records of the type. `entry.is_shown` is a real column, because SQLite
 * counts real columns in their index alone. `seen` has the newest revision of each entry and asset of the space;
 * `link.is_copied` says that the source has text or pictures of the target.
 */
const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE record (
    collection TEXT NOT NULL, id TEXT NOT NULL, slug TEXT NOT NULL, time INTEGER NOT NULL,
    updated_at TEXT NOT NULL, tags TEXT NOT NULL, summary TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  CREATE INDEX record_slug ON record (slug);
  CREATE INDEX record_time ON record (collection, time, id DESC, slug, updated_at, tags);
  CREATE TABLE body (collection TEXT NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (collection, id));
  CREATE TABLE tagged (
    collection TEXT NOT NULL, tag TEXT NOT NULL, time INTEGER NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL,
    PRIMARY KEY (collection, tag, id)
  ) WITHOUT ROWID;
  CREATE INDEX tagged_time ON tagged (collection, tag, time, id DESC, label);
  CREATE TABLE media (
    name TEXT NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (name, collection, id)
  ) WITHOUT ROWID;

  CREATE TABLE entry (
    id TEXT PRIMARY KEY, collection TEXT NOT NULL, time INTEGER NOT NULL, slug TEXT, title TEXT NOT NULL, record TEXT NOT NULL, parse_findings TEXT NOT NULL,
    is_shown INTEGER NOT NULL, due INTEGER, findings TEXT NOT NULL,
    file_findings TEXT NOT NULL, lacks_files INTEGER NOT NULL, address TEXT
  ) WITHOUT ROWID;
  CREATE INDEX entry_slug ON entry (collection, slug, time);
  CREATE INDEX entry_address ON entry (collection, address);
  CREATE INDEX entry_shown ON entry (collection, is_shown);
  CREATE INDEX entry_due ON entry (due) WHERE due IS NOT NULL;
  CREATE INDEX entry_lacking ON entry (id) WHERE lacks_files = 1;
  CREATE INDEX entry_findings ON entry (collection, time) WHERE findings <> '[]' OR file_findings <> '[]';
  CREATE TABLE content (id TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE asset (id TEXT PRIMARY KEY, fields TEXT NOT NULL);
  CREATE TABLE seen (kind TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE TABLE link (
    target TEXT NOT NULL, source TEXT NOT NULL, is_copied INTEGER NOT NULL, PRIMARY KEY (target, source)
  ) WITHOUT ROWID;
  CREATE INDEX link_source ON link (source);
`;

const shapes = [
  bodySchema,
  recordSchema,
  reportSchema,
  collections.map(({ name, fields }) => [
    name,
    Object.entries(fields).map(([key, { kind }]) => [key, kind]),
  ]),
];
/** Names the shape of tables and records, in 31 bits, which fit https://www.sqlite.org/pragma.html#pragma_user_version */
const version = crc32(schema + JSON.stringify(shapes)) >>> 1;

/** Code of another shape has a file of its own: a server may show the pages of earlier code meanwhile. */
export const snapshotFile = `snapshot.${version}.sqlite`;

/** Removes the snapshots of other shapes but the newest, which earlier code may still show. */
export function removeOldSnapshots(directory: string): void {
  const others = readdirSync(directory)
    .filter((name) => /^snapshot\b.*\.sqlite$/.test(name) && name !== snapshotFile)
    .map((name) => ({ file: join(directory, name), at: statSync(join(directory, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { file } of others.slice(1)) removeDatabase(file);
}

const metaRow = v.object({ value: v.string() });

export function openMeta({ select, prepare }: Database) {
  const rows = select('SELECT value FROM meta WHERE key = ?', metaRow);
  return {
    get: (key: string): string => rows(key)[0]?.value ?? '',
    set: prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)'),
  };
}

const reportColumn = v.fallback(jsonColumn(reportSchema), {
  locale: '',
  entriesAddress: null,
  problems: [],
  held: [],
});
/** What the last pull told editors. */
export const readReport = (database: Database) =>
  v.parse(reportColumn, openMeta(database).get('report'));

/** The version of the content of a snapshot; '' without one that is finished and can be read. */
export function readVersion(directory: string): string {
  const database = openForReading(join(directory, snapshotFile), version);
  try {
    return database ? openMeta(database).get('version') : '';
  } catch {
    // The file is damaged, or its disk fails: the next pull says so.
    return '';
  } finally {
    database?.close();
  }
}

/** Opens the snapshot for reading; null when the folder has none that is finished and can be read. */
export const openSnapshotForReading = (directory: string): Database | null =>
  readVersion(directory) === '' ? null : openForReading(join(directory, snapshotFile), version);

export const openSnapshotForWriting = (directory: string): Database =>
  openForWriting(join(directory, snapshotFile), version, schema);

/** Writes the snapshot of a folder. Nobody sees a new one before `write` is done. */
export async function writeSnapshot<T>(
  directory: string,
  write: (database: Database) => Promise<T>,
): Promise<T> {
  const file = join(directory, snapshotFile);
  if (!statSync(file, { throwIfNoEntry: false })?.size) {
    removeDatabase(file); // a log of changes without its file would change the new one
    return createDatabase(file, version, schema, write);
  }
  const database = openSnapshotForWriting(directory);
  return write(database).finally(() => database.close());
}

/** Opens a snapshot for what is asked once, such as a live item. */
export const openSnapshotInMemory = (): Database => openForWriting(':memory:', version, schema);

function selectValues(directory: string, sql: string): string[] {
  const snapshot = openSnapshotForReading(directory);
  try {
    return (snapshot?.select(sql, metaRow)() ?? []).map(({ value }) => value);
  } finally {
    snapshot?.close();
  }
}

/** Lists the file names under `/media/` that the snapshot names. An editor's own link may be among them. */
export const listMediaNames = (directory: string): ReadonlySet<string> =>
  new Set(selectValues(directory, 'SELECT DISTINCT name AS value FROM media'));

/** The addresses of the entries that a pull changed or removed. */
export interface ChangedAddresses {
  changed: readonly string[];
  removed: readonly string[];
  /** The addresses that are new or have another owner, each with the id of its entry, those of tags with the address. */
  live: ReadonlyMap<string, string>;
}

/** The new state of a record; null: no longer shown. */
interface RecordChange {
  collection: string;
  id: string;
  /** `time` in epoch milliseconds, by which lists sort. */
  record: { summary: ContentRecord; body: Body; time: number } | null;
}

const recordRow = v.object({
  slug: v.string(),
  time: v.number(),
  updatedAt: v.string(),
  summary: v.string(),
  content: v.nullable(v.string()),
  tags: jsonColumn(v.array(v.string())),
});
type RecordRow = v.InferOutput<typeof recordRow>;

/** The address of a record, if its type has pages. */
function listPaths(name: string, slug: string): string[] {
  const collection = getCollection(name);
  return hasPages(collection) ? [itemPath(collection, slug)] : [];
}

function toRow(
  { summary, body, time }: NonNullable<RecordChange['record']>,
  collection: string,
): RecordRow {
  return {
    slug: summary.slug,
    time,
    updatedAt: summary.updatedAt,
    summary: JSON.stringify(summary),
    content: JSON.stringify(body),
    tags: [...getTags(summary, getCollection(collection).pages?.tags)],
  };
}

/** @param database the snapshot's database, within a transaction */
export function createRecordWriter(database: Database) {
  const { select, prepare } = database;
  const meta = openMeta(database);
  const find = select(
    `SELECT slug, time, updated_at AS updatedAt, summary, content, tags
    FROM record LEFT JOIN body USING (collection, id) WHERE collection = ? AND id = ?`,
    recordRow,
  );
  const removeRecord = prepare('DELETE FROM record WHERE collection = ? AND id = ?');
  const removeBody = prepare('DELETE FROM body WHERE collection = ? AND id = ?');
  const removeTag = prepare('DELETE FROM tagged WHERE collection = ? AND tag = ? AND id = ?');
  const removeMedia = prepare('DELETE FROM media WHERE name = ? AND collection = ? AND id = ?');
  const addMedia = prepare('INSERT INTO media VALUES (?, ?, ?)');
  const addRecord = prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)');
  const addBody = prepare('INSERT OR REPLACE INTO body VALUES (?, ?, ?)');
  const addTag = prepare('INSERT INTO tagged VALUES (?, ?, ?, ?, ?)');

  let hasChanged = false;
  const changed = new Set<string>();
  const removed = new Set<string>();
  const live = new Map<string, string>();

  return {
    replace({ collection, id, record }: RecordChange): void {
      const before = find(collection, id)[0] ?? null;
      const after = record && toRow(record, collection);
      if (isDeepStrictEqual(before, after)) return;
      hasChanged = true;
      const { pages } = getCollection(collection);
      const hadTags = getTagLabels(before?.tags ?? []);
      if (before) {
        for (const path of listPaths(collection, before.slug)) removed.add(path);
        removeRecord(collection, id);
        removeBody(collection, id);
        for (const tag of hadTags.keys()) removeTag(collection, tag, id);
        for (const name of listMedia(`${before.summary} ${before.content}`))
          removeMedia(name, collection, id);
      }
      if (!after) return;
      const { slug, time, updatedAt, tags, summary, content } = after;
      for (const path of listPaths(collection, slug)) {
        changed.add(path);
        if (before?.slug !== slug) live.set(path, id);
      }
      addRecord(collection, id, slug, time, updatedAt, JSON.stringify(tags), summary);
      addBody(collection, id, content);
      for (const [tag, label] of getTagLabels(tags)) {
        const path = pages && tagPath({ pages }, tag);
        if (path && !hadTags.has(tag)) live.set(path, path);
        addTag(collection, tag, time, id, label);
      }
      for (const name of listMedia(`${summary} ${content}`)) addMedia(name, collection, id);
    },

    setMeta(key: 'status' | 'readUpTo' | 'nextDue' | 'report' | 'day' | 'locale', value: string) {
      if (meta.get(key) === value) return;
      meta.set(key, value);
      hasChanged = true;
    },

    /** Makes a new version of the snapshot, unless nothing changed: then null. */
    finish(now: Date): ChangedAddresses | null {
      if (!hasChanged) return null;
      meta.set('version', randomUUID());
      meta.set('pulledAt', now.toISOString());
      // An entry that changed had a record before, too.
      return {
        changed: [...changed],
        removed: [...removed].filter((path) => !changed.has(path)),
        live,
      };
    },
  };
}

export type RecordWriter = ReturnType<typeof createRecordWriter>;
