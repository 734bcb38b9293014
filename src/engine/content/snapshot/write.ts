/**
 * Changes records of the snapshot and notes the queries that may have new answers, so that a publish
 * compares only those. A superfluous note costs one comparison; a missing note leaves a stale page.
 */
import { randomUUID } from 'node:crypto';
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
import { nameQuery, type Query } from './queries.ts';
import type { Body, PostSummary, ResourceCard, ResourceSummary } from '../articles/records.ts';

export type RecordType = 'post' | 'resource' | 'built-in';

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
/** The fields that decide the place of a record in the lists. */
type Placed = Pick<v.InferOutput<typeof recordRow>, 'slug' | 'rank' | 'tags'>;

/** The integers from `first` to `last`. */
const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

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

/**
 * Creates a writer of records.
 * @param database the snapshot's database, within a transaction
 */
export function createRecordWriter(database: Database) {
  const { select, prepare } = database;
  const getMeta = select('SELECT value AS slug FROM meta WHERE key = ?', slugRow);
  const setMeta = prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const find = select(
    'SELECT slug, rank, summary, body, content, tags FROM record LEFT JOIN body USING (type, id) WHERE type = ? AND id = ?',
    recordRow,
  );
  const countAll = select('SELECT count(*) AS count FROM record WHERE type = ?', countRow);
  const countOlder = select(
    'SELECT count(*) AS count FROM record WHERE type = ? AND rank < ?',
    countRow,
  );
  const countTagged = select('SELECT count(*) AS count FROM tagged WHERE tag = ?', countRow);
  const countOlderTagged = select(
    'SELECT count(*) AS count FROM tagged WHERE tag = ? AND rank < ?',
    countRow,
  );
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

  const count = (rows: readonly { count: number }[]) => rows[0]?.count ?? 0;

  let hasChanged = false;
  let differences = 0;
  /** null: any answer may have changed, as in a new snapshot. */
  let noted: Map<string, Query> | null = getMeta('epoch').length === 0 ? null : new Map();

  const note = (...queries: readonly Query[]) => {
    for (const query of queries) noted?.set(nameQuery(query), query);
  };

  const tagsOf = (type: RecordType, tags: readonly string[]) =>
    type === 'post' ? getTagLabels(tags) : new Map<string, string>();

  /** Notes the queries whose answers include a record at its current place. */
  function noteRecord(type: RecordType, { slug, rank, tags }: Placed) {
    if (type !== 'post') {
      const place = count(countOlder('resource', rank));
      note({ type: 'resource', slug });
      note({ type: 'resource-archive', page: getArchivePageOf(place) });
      return;
    }
    note({ type: 'post', slug }, { type: 'post-surroundings', slug });
    const place = count(countOlder('post', rank));
    note({ type: 'post-archive', page: getArchivePageOf(place) });
    const near = [...around(rank), ...(place <= relatedReach ? oldest() : [])];
    for (const one of near) note({ type: 'post-surroundings', slug: one.slug });
    for (const tag of getTagLabels(tags).keys()) {
      const page = getArchivePageOf(count(countOlderTagged(tag, rank)));
      note({ type: 'tag', tag }, { type: 'tag-archive', tag, page });
    }
  }

  /** Lowest place of a record that came or left, by list; all newer records move with it. */
  const moved = new Map<string, { type: RecordType; tag: string | null; place: number }>();
  const noteMove = (key: string, type: RecordType, tag: string | null, place: number) => {
    const before = moved.get(key)?.place ?? Infinity;
    moved.set(key, { type, tag, place: Math.min(before, place) });
  };
  function noteMoves(type: RecordType, { rank, tags }: Placed) {
    if (type === 'built-in') return;
    noteMove(type, type, null, count(countOlder(type, rank)));
    for (const tag of tagsOf(type, tags).keys())
      noteMove(`tag ${tag}`, type, tag, count(countOlderTagged(tag, rank)));
  }
  const totalOf = ({ type, tag }: { type: RecordType; tag: string | null }) =>
    count(tag === null ? countAll(type) : countTagged(tag));

  /** Notes the archive pages from the oldest place that moved. */
  function noteMoved(totals: ReadonlyMap<string, number>) {
    for (const [key, list] of moved) {
      const { type, tag, place } = list;
      const shownFirst = type === 'post' && tag === null ? shownPosts : pageSize;
      const [before, after] = [totals.get(key) ?? 0, totalOf(list)];
      const pages = [before, after].map((total) => countArchivePages(total, shownFirst));
      // The last archive page looks different from the others.
      const first = Math.max(1, Math.min(getArchivePageOf(place), ...pages));
      // Every page of a tag shows the oldest post's label.
      for (const page of range(tag !== null && place === 0 ? 1 : first, Math.max(...pages))) {
        if (tag !== null) note({ type: 'tag-archive', tag, page });
        else if (type === 'post') note({ type: 'post-archive', page });
        else note({ type: 'resource-archive', page });
      }
    }
  }

  return {
    replace(changes: readonly RecordChange[]): void {
      const differing = changes.flatMap(({ type, id, record }) => {
        const [before] = find(type, id);
        const content = record && JSON.stringify(record.body);
        const after = record && {
          slug: record.summary.slug,
          rank: record.rank,
          summary: JSON.stringify(record.summary),
          body: digest(content ?? ''),
          tags: 'tags' in record.summary ? [...record.summary.tags] : [],
        };
        const isSame =
          before === undefined || after === null
            ? before === undefined && after === null
            : before.slug === after.slug &&
              before.rank === after.rank &&
              before.summary === after.summary &&
              before.body === after.body &&
              // A body that the disk damaged is written again.
              before.content === content;
        const updatedAt = record?.summary.updatedAt ?? '';
        return isSame ? [] : [{ type, id, before, after, content, updatedAt }];
      });
      if (differing.length === 0) return;
      hasChanged = true;
      differences += differing.length;
      if (differences > mostNoted) noted = null;

      const isPlaced = ({ before, after }: (typeof differing)[number]) =>
        before?.rank === after?.rank && before?.tags.join('\n') === after?.tags.join('\n');
      if (noted) {
        for (const { type, before } of differing) if (before) noteRecord(type, before);
        for (const one of differing)
          if (one.before && !isPlaced(one)) noteMoves(one.type, one.before);
      }
      // Includes lists that only the new records are in.
      const lists = new Map(moved);
      for (const { type, after } of differing)
        if (after && noted && type !== 'built-in')
          for (const tag of [null, ...tagsOf(type, after.tags).keys()])
            lists.set(tag === null ? type : `tag ${tag}`, { type, tag, place: 0 });
      const totals = new Map([...lists].map(([key, list]) => [key, totalOf(list)]));

      for (const { type, id, before } of differing) {
        if (!before) continue;
        removeRecord(type, id);
        removeBody(type, id);
        for (const tag of tagsOf(type, before.tags).keys()) removeTag(tag, before.rank, id);
      }
      for (const { type, id, after, content, updatedAt } of differing) {
        if (!after) continue;
        const { slug, rank, tags, summary, body } = after;
        addRecord(type, id, slug, rank, updatedAt, JSON.stringify(tags), summary, body);
        addBody(type, id, content);
        for (const [tag, label] of tagsOf(type, tags)) addTag(tag, rank, id, label);
      }
      if (!noted) return;
      for (const one of differing) {
        if (one.after) noteRecord(one.type, one.after);
        if (one.after && !isPlaced(one)) noteMoves(one.type, one.after);
      }
      // The neighbours of a record that left are now each other's neighbours.
      for (const { type, before } of differing) if (before) noteRecord(type, before);
      noteMoved(totals);
    },

    setCards(cards: readonly ResourceCard[]): void {
      const text = JSON.stringify(cards);
      if (getMeta('cards')[0]?.slug === text) return;
      setMeta('cards', text);
      hasChanged = true;
      note({ type: 'resource-list' });
    },

    /** Sets a fact about the whole snapshot. */
    setMeta(key: 'status' | 'revision' | 'nextDue' | 'report', value: string): void {
      if ((getMeta(key)[0]?.slug ?? '') === value) return;
      setMeta(key, value);
      hasChanged = true;
      if (key === 'status') noted = null;
    },

    /**
     * Saves the notes with the snapshot.
     * @returns whether a page may have changed
     */
    finish(): boolean {
      if (!hasChanged) return false;
      const version = Number(getMeta('version')[0]?.slug ?? 0) + 1;
      setMeta('version', String(version));
      if (noted) {
        note(...always);
        for (const name of noted.keys()) addTouched(name, version);
      } else {
        setMeta('epoch', randomUUID());
        database.run('DELETE FROM touched');
      }
      return true;
    },
  };
}

export type RecordWriter = ReturnType<typeof createRecordWriter>;

const metaRow = v.object({ value: v.string() });
const touchedRow = v.object({ query: v.string() });

/** A point in the snapshot's history; notes after this point are the changes since. */
export interface SnapshotState {
  /** A different epoch means that anything may have changed. */
  epoch: string;
  version: number;
}

/** Reads the changes since an earlier state of the snapshot. */
export function createChangeReader(database: Database) {
  const { select } = database;
  const getMeta = select('SELECT value FROM meta WHERE key = ?', metaRow);
  const touched = select('SELECT query FROM touched WHERE version > ?', touchedRow);
  return {
    getState: (): SnapshotState => ({
      epoch: getMeta('epoch')[0]?.value ?? '',
      version: Number(getMeta('version')[0]?.value ?? 0),
    }),
    /** Names of queries that may have new answers; null: any query. */
    listTouched(since: SnapshotState | null): string[] | null {
      if (since?.epoch !== (getMeta('epoch')[0]?.value ?? '')) return null;
      return touched(since.version).map(({ query }) => query);
    },
  };
}
