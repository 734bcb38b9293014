/** The snapshot is one database; each pull is one transaction. */
import { join } from 'node:path';
import * as v from 'valibot';
import { type Database, openForReading, openForWriting } from '../../disk/index.ts';

export const snapshotFile = 'snapshot.sqlite';
const version = 3;

/**
 * Ranks order the items of a type: the highest is the newest. `entry.shown` says whether `selected` is
 * there: SQLite counts a real column in its index alone. For a generated column each edit read all 10,000
 * rows (182 ms instead of 25).
 */
const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE record (
    type TEXT NOT NULL, id TEXT NOT NULL, slug TEXT NOT NULL, rank REAL NOT NULL,
    updated_at TEXT NOT NULL, tags TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (type, id)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX record_slug ON record (type, slug);
  CREATE INDEX record_rank ON record (type, rank, id, slug, updated_at, tags);
  CREATE TABLE body (type TEXT NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (type, id));
  CREATE TABLE tagged (
    tag TEXT NOT NULL, rank REAL NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL,
    PRIMARY KEY (tag, rank, id)
  ) WITHOUT ROWID;

  CREATE TABLE touched (query TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX touched_version ON touched (version);

  CREATE TABLE entry (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, revision INTEGER NOT NULL, updated_at TEXT NOT NULL,
    order_key TEXT NOT NULL, rank REAL NOT NULL, slug TEXT, parsed TEXT NOT NULL,
    selected TEXT, problems TEXT NOT NULL, findings TEXT NOT NULL, lacks_files INTEGER NOT NULL,
    due INTEGER, shown INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX entry_rank ON entry (type, rank, id);
  CREATE INDEX entry_slug ON entry (type, slug, rank);
  CREATE INDEX entry_shown ON entry (type, shown);
  CREATE INDEX entry_updated ON entry (updated_at);
  CREATE INDEX entry_due ON entry (due) WHERE due IS NOT NULL;
  CREATE INDEX entry_lacking ON entry (id) WHERE lacks_files = 1;
  CREATE INDEX entry_problems ON entry (type, rank) WHERE problems <> '[]' OR findings <> '[]';
  CREATE TABLE link (
    target TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
    PRIMARY KEY (target, kind, source)
  ) WITHOUT ROWID;
  CREATE INDEX link_source ON link (source);
  CREATE TABLE asset (id TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Opens the snapshot for reading; null when the folder has no finished snapshot. */
export function openSnapshotForReading(directory: string): Database | null {
  const database = openForReading(join(directory, snapshotFile), version);
  if (!database) return null;
  const row = v.object({ value: v.string() });
  if (database.select("SELECT value FROM meta WHERE key = 'epoch'", row)().length > 0)
    return database;
  database.close();
  return null;
}

export const openSnapshotForWriting = (directory: string): Database =>
  openForWriting(join(directory, snapshotFile), version, schema);
