/** Changes records of the snapshot. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { postPath, resourcePath } from '#data/routes.ts';
import { type Database, digest, jsonColumn } from '../../disk/index.ts';
import { getTagLabels } from '../articles/lists.ts';
import type { Body, PostSummary, ResourceSummary } from '../articles/records.ts';
import { openMeta } from './database.ts';

type RecordType = 'post' | 'resource';

/** The addresses of the entries that a pull changed or removed. */
export interface ChangedAddresses {
  changed: readonly string[];
  removed: readonly string[];
  /** Whether an address is new, has another owner or is gone, those of tags included. */
  hasMoved: boolean;
}

/** The new state of a record; null: no longer shown. */
export interface RecordChange {
  type: RecordType;
  id: string;
  /** `rank` is text that sorts from the oldest to the newest. */
  record: { summary: PostSummary | ResourceSummary; body: Body; rank: string } | null;
}

const recordRow = v.object({
  slug: v.string(),
  rank: v.string(),
  summary: v.string(),
  body: v.string(),
  content: v.nullable(v.string()),
  tags: jsonColumn(v.array(v.string())),
});
type RecordRow = v.InferOutput<typeof recordRow>;

const toPath = (type: RecordType, slug: string) =>
  type === 'post' ? postPath(slug) : resourcePath(slug);

function toRow({ summary, body, rank }: NonNullable<RecordChange['record']>): RecordRow {
  const content = JSON.stringify(body);
  return {
    slug: summary.slug,
    rank,
    summary: JSON.stringify(summary),
    body: digest(content),
    content,
    tags: 'tags' in summary ? summary.tags : [],
  };
}

/** @param database the snapshot's database, within a transaction */
export function createRecordWriter(database: Database) {
  const { select, prepare } = database;
  const meta = openMeta(database);
  const find = select(
    'SELECT slug, rank, summary, body, content, tags FROM record LEFT JOIN body USING (type, id) WHERE type = ? AND id = ?',
    recordRow,
  );
  const removeRecord = prepare('DELETE FROM record WHERE type = ? AND id = ?');
  const removeBody = prepare('DELETE FROM body WHERE type = ? AND id = ?');
  const removeTag = prepare('DELETE FROM tagged WHERE tag = ? AND rank = ? AND id = ?');
  const addRecord = prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const addBody = prepare('INSERT OR REPLACE INTO body VALUES (?, ?, ?)');
  const addTag = prepare('INSERT INTO tagged VALUES (?, ?, ?, ?)');

  let hasChanged = false;
  let hasMoved = false;
  const changed = new Set<string>();
  const removed = new Set<string>();

  return {
    replace(changes: readonly RecordChange[]): void {
      const differing = changes.flatMap(({ type, id, record }) => {
        const before = find(type, id)[0] ?? null;
        const after = record && toRow(record);
        // A body that the disk damaged differs, too.
        if (isDeepStrictEqual(before, after)) return [];
        hasMoved ||= before?.slug !== after?.slug || !isDeepStrictEqual(before?.tags, after?.tags);
        const updatedAt = record?.summary.updatedAt ?? '';
        return [{ type, id, before, after, updatedAt }];
      });
      if (differing.length === 0) return;
      hasChanged = true;
      for (const { type, id, before } of differing) {
        if (!before) continue;
        removed.add(toPath(type, before.slug));
        removeRecord(type, id);
        removeBody(type, id);
        for (const tag of getTagLabels(before.tags).keys()) removeTag(tag, before.rank, id);
      }
      for (const { type, id, after, updatedAt } of differing) {
        if (!after) continue;
        const { slug, rank, tags, summary, body, content } = after;
        changed.add(toPath(type, slug));
        addRecord(type, id, slug, rank, updatedAt, JSON.stringify(tags), summary, body);
        addBody(type, id, content);
        for (const [tag, label] of getTagLabels(tags)) addTag(tag, rank, id, label);
      }
    },

    setMeta(key: 'status' | 'revision' | 'nextDue' | 'report' | 'month', value: string): void {
      if (meta.get(key) === value) return;
      meta.set(key, value);
      hasChanged = true;
    },

    /**
     * Makes a new version of the snapshot.
     * @param now the time of the pull
     * @returns null when nothing changed
     */
    finish(now: Date): ChangedAddresses | null {
      if (!hasChanged) return null;
      meta.set('version', randomUUID());
      meta.set('builtAt', now.toISOString());
      // An entry that changed had a record before, too.
      return {
        changed: [...changed],
        removed: [...removed].filter((path) => !changed.has(path)),
        hasMoved,
      };
    },
  };
}

export type RecordWriter = ReturnType<typeof createRecordWriter>;
