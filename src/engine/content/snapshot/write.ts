/** Changes records of the snapshot. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { hasPages, itemPath, tagPath, type Body } from '../../declare/collections.ts';
import { type Database, jsonColumn } from '../../disk/index.ts';
import { listMedia } from '../files/asset.ts';
import { getCollection } from '../find-collection.ts';
import { getTagLabels } from '../records/lists.ts';
import { getTags, type ContentRecord } from '../records/records.ts';
import { openMeta } from './database.ts';

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
