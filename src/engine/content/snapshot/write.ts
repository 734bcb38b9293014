/**
 * Changes records of the snapshot and notes the queries that may have new answers, so that a publish
 * compares only those. A superfluous note costs one comparison; a missing note leaves a stale page.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Database, digest, jsonColumn } from '../../disk/index.ts';
import {
  countArchivePages,
  getArchivePageOf,
  getTagLabels,
  pageSize,
  relatedReach,
  shownPosts,
} from '../articles/lists.ts';
import type { Body, PostSummary, ResourceSummary } from '../articles/records.ts';
import { openMeta } from './database.ts';
import { nameQuery, type Query } from './queries.ts';

type RecordType = 'post' | 'resource';

/** The new state of a record; null: no longer shown. */
export interface RecordChange {
  type: RecordType;
  id: string;
  /** `rank` is text that sorts from the oldest to the newest. */
  record: { summary: PostSummary | ResourceSummary; body: Body; rank: string } | null;
}

/** Above this number of changed records, comparing all pages is cheaper. */
const mostNoted = 500;

const countRow = v.object({ count: v.number() });
const slugRow = v.object({ slug: v.string() });
const recordRow = v.object({
  slug: v.string(),
  rank: v.string(),
  summary: v.string(),
  body: v.string(),
  content: v.nullable(v.string()),
  tags: jsonColumn(v.array(v.string())),
});
type RecordRow = v.InferOutput<typeof recordRow>;
/** The fields that decide the place of a record in the lists. */
type Placed = Pick<RecordRow, 'slug' | 'rank' | 'tags'>;

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

/** Queries whose answers any change may alter. */
const always: readonly Query[] = [
  { type: 'post-list' },
  { type: 'resource-list' },
  { type: 'feed' },
  { type: 'newest' },
  { type: 'slugs' },
  { type: 'tags' },
  { type: 'search-parts' },
  { type: 'overview' },
  { type: 'report' },
];

/** @param database the snapshot's database, within a transaction */
export function createRecordWriter(database: Database) {
  const { select, prepare } = database;
  const meta = openMeta(database);
  const find = select(
    'SELECT slug, rank, summary, body, content, tags FROM record LEFT JOIN body USING (type, id) WHERE type = ? AND id = ?',
    recordRow,
  );
  const counter = (rows: string) => {
    const count = select(`SELECT count(*) AS count FROM ${rows}`, countRow);
    return (...parameters: string[]) => count(...parameters)[0]?.count ?? 0;
  };
  const createCounts = (list: string) => ({
    countAll: counter(`${list} = ?`),
    countOlder: counter(`${list} = ? AND rank < ?`),
  });
  const ofType = createCounts('record WHERE type');
  const ofTag = createCounts('tagged WHERE tag');
  const around = select(
    `SELECT slug FROM (SELECT slug FROM record WHERE type = 'post' AND rank > ?1 ORDER BY rank LIMIT ${relatedReach})
    UNION SELECT slug FROM (SELECT slug FROM record WHERE type = 'post' AND rank < ?1 ORDER BY rank DESC LIMIT 1)`,
    slugRow,
  );
  const oldest = select(
    `SELECT slug FROM record WHERE type = 'post' ORDER BY rank LIMIT ${relatedReach + 1}`,
    slugRow,
  );
  const removeRecord = prepare('DELETE FROM record WHERE type = ? AND id = ?');
  const removeBody = prepare('DELETE FROM body WHERE type = ? AND id = ?');
  const removeTag = prepare('DELETE FROM tagged WHERE tag = ? AND rank = ? AND id = ?');
  const addRecord = prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const addBody = prepare('INSERT OR REPLACE INTO body VALUES (?, ?, ?)');
  const addTag = prepare('INSERT INTO tagged VALUES (?, ?, ?, ?)');
  const addTouched = prepare('INSERT OR REPLACE INTO touched VALUES (?, ?)');

  let hasChanged = false;
  let differences = 0;
  /** null: any answer may have changed, as in a new snapshot. */
  let noted: Map<string, Query> | null = meta.get('epoch') === '' ? null : new Map();

  const note = (...queries: readonly Query[]) => {
    for (const query of queries) noted?.set(nameQuery(query), query);
  };

  /**
   * Notes the queries whose answers include a record at its current place. When it came, left or moved, the
   * archive pages of newer records too.
   */
  function noteRecord(type: RecordType, { slug, rank, tags }: Placed, isMoved: boolean) {
    const notePages = (
      { countAll, countOlder }: typeof ofType,
      list: string,
      shownFirst: number,
      toQuery: (page: number) => Query,
    ) => {
      const place = countOlder(list, rank);
      // The page before may be the last one now, and the first item too many makes all pages.
      const first = getArchivePageOf(isMoved ? Math.max(0, place - shownFirst) : place);
      const last = isMoved ? countArchivePages(countAll(list), shownFirst) : first;
      for (let page = first; page <= last; page++) note(toQuery(page));
    };
    if (type !== 'post') {
      note({ type: 'resource', slug });
      notePages(ofType, type, pageSize, (page) => ({ type: 'resource-archive', page }));
      return;
    }
    note({ type: 'post', slug }, { type: 'post-surroundings', slug });
    for (const near of [...around(rank), ...oldest()])
      note({ type: 'post-surroundings', slug: near.slug });
    notePages(ofType, type, shownPosts, (page) => ({ type: 'post-archive', page }));
    for (const tag of getTagLabels(tags).keys()) {
      note({ type: 'tag', tag });
      notePages(ofTag, tag, pageSize, (page) => ({ type: 'tag-archive', tag, page }));
    }
  }

  return {
    replace(changes: readonly RecordChange[]): void {
      const differing = changes.flatMap(({ type, id, record }) => {
        const before = find(type, id)[0] ?? null;
        const after = record && toRow(record);
        // A body that the disk damaged differs, too.
        if (isDeepStrictEqual(before, after)) return [];
        const isMoved =
          before?.rank !== after?.rank || !isDeepStrictEqual(before?.tags, after?.tags);
        const updatedAt = record?.summary.updatedAt ?? '';
        return [{ type, id, before, after, isMoved, updatedAt }];
      });
      if (differing.length === 0) return;
      hasChanged = true;
      differences += differing.length;
      if (differences > mostNoted) noted = null;
      const noteAll = (when: 'before' | 'after') => {
        for (const { type, isMoved, [when]: placed } of differing)
          if (placed && noted) noteRecord(type, placed, isMoved);
      };

      noteAll('before');
      for (const { type, id, before } of differing) {
        if (!before) continue;
        removeRecord(type, id);
        removeBody(type, id);
        for (const tag of getTagLabels(before.tags).keys()) removeTag(tag, before.rank, id);
      }
      for (const { type, id, after, updatedAt } of differing) {
        if (!after) continue;
        const { slug, rank, tags, summary, body, content } = after;
        addRecord(type, id, slug, rank, updatedAt, JSON.stringify(tags), summary, body);
        addBody(type, id, content);
        for (const [tag, label] of getTagLabels(tags)) addTag(tag, rank, id, label);
      }
      noteAll('after');
    },

    setMeta(key: 'status' | 'revision' | 'nextDue' | 'report', value: string): void {
      if (meta.get(key) === value) return;
      meta.set(key, value);
      hasChanged = true;
      if (key === 'status') noted = null;
    },

    /** Saves the notes with the snapshot. @returns whether a page may have changed */
    finish(): boolean {
      if (!hasChanged) return false;
      const version = Number(meta.get('version')) + 1;
      meta.set('version', String(version));
      if (noted) {
        note(...always);
        for (const name of noted.keys()) addTouched(name, version);
      } else {
        meta.set('epoch', randomUUID());
      }
      return true;
    },
  };
}

export type RecordWriter = ReturnType<typeof createRecordWriter>;

const touchedRow = v.object({ query: v.string() });

/** A point in the snapshot's history; notes after this point are the changes since. */
export interface SnapshotState {
  /** A different epoch means that anything may have changed. */
  epoch: string;
  version: number;
}

/** Reads the changes since an earlier state of the snapshot. */
export function createChangeReader(database: Database) {
  const meta = openMeta(database);
  const touched = database.select('SELECT query FROM touched WHERE version > ?', touchedRow);
  return {
    getState: (): SnapshotState => ({
      epoch: meta.get('epoch'),
      version: Number(meta.get('version')),
    }),
    /** Names of queries that may have new answers; null: any query. */
    listTouched: (since: SnapshotState | null): string[] | null =>
      since?.epoch === meta.get('epoch') ? touched(since.version).map(({ query }) => query) : null,
  };
}
