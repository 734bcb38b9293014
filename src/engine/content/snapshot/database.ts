/** The snapshot is one database; each pull is one transaction. */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { type Database, openForReading, openForWriting } from '../../disk/index.ts';
import { bodySchema, parsedPostSchema, postSchema, resourceSchema } from '../articles/records.ts';
import { problemSchema } from '../articles/report.ts';

export const snapshotFile = 'snapshot.sqlite';

/**
 * Entries may exchange their addresses, so two records have one slug within a transaction. For an index by type and
 * slug that is not unique, SQLite would read all records of the type.
 * A rank is text that sorts the items of a type from the oldest to the newest. `entry.is_shown` is a real
 * column, because SQLite counts real columns in their index alone: for an expression each edit would read
 * all rows.
 */
const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE record (
    type TEXT NOT NULL, id TEXT NOT NULL, slug TEXT NOT NULL, rank TEXT NOT NULL,
    updated_at TEXT NOT NULL, tags TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (type, id)
  ) WITHOUT ROWID;
  CREATE INDEX record_slug ON record (slug);
  CREATE INDEX record_rank ON record (type, rank, id, slug, updated_at, tags);
  CREATE TABLE body (type TEXT NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (type, id));
  CREATE TABLE tagged (
    tag TEXT NOT NULL, rank TEXT NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL,
    PRIMARY KEY (tag, rank, id)
  ) WITHOUT ROWID;

  CREATE TABLE entry (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, revision INTEGER NOT NULL, updated_at TEXT NOT NULL,
    rank TEXT NOT NULL, slug TEXT, title TEXT NOT NULL, record TEXT NOT NULL, parse_findings TEXT NOT NULL,
    is_shown INTEGER NOT NULL, due INTEGER, findings TEXT NOT NULL,
    file_findings TEXT NOT NULL, lacks_files INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX entry_slug ON entry (type, slug, rank);
  CREATE INDEX entry_shown ON entry (type, is_shown);
  CREATE INDEX entry_updated ON entry (updated_at);
  CREATE INDEX entry_due ON entry (due) WHERE due IS NOT NULL;
  CREATE INDEX entry_lacking ON entry (id) WHERE lacks_files = 1;
  CREATE INDEX entry_findings ON entry (type, rank) WHERE findings <> '[]' OR file_findings <> '[]';
  CREATE TABLE content (id TEXT PRIMARY KEY, content TEXT NOT NULL);
  CREATE TABLE asset (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, fields TEXT NOT NULL);
  CREATE TABLE link (target TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (target, source)) WITHOUT ROWID;
  CREATE INDEX link_source ON link (source);
`;

const shapes = [bodySchema, parsedPostSchema, postSchema, resourceSchema, problemSchema];
/** Code whose tables or records have another shape starts with an empty snapshot. SQLite keeps 31 bits. */
const version = crc32(schema + JSON.stringify(shapes)) >>> 1;

const metaRow = v.object({ value: v.string() });

export function openMeta({ select, prepare }: Database) {
  const rows = select('SELECT value FROM meta WHERE key = ?', metaRow);
  return {
    get: (key: string): string => rows(key)[0]?.value ?? '',
    set: prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)'),
  };
}

/** Opens the snapshot for reading; null when the folder has no finished snapshot. */
export function openSnapshotForReading(directory: string): Database | null {
  const database = openForReading(join(directory, snapshotFile), version);
  if (!database) return null;
  if (openMeta(database).get('version')) return database;
  database.close();
  return null;
}

export const openSnapshotForWriting = (directory: string): Database =>
  openForWriting(join(directory, snapshotFile), version, schema);

/** Opens a snapshot for what is asked once, such as a live item. */
export const openSnapshotInMemory = (): Database => openForWriting(':memory:', version, schema);
