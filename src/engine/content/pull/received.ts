/**
 * Keeps what pulls remember of the content service, in the database of the snapshot: enough to apply
 * every rule to changes without reading all entries again.
 */
import * as v from 'valibot';
import { type Database, jsonColumn } from '../../disk/index.ts';
import type { Findings } from './compose.ts';
import {
  parsePost,
  parseResource,
  type ParsedEntry,
  type ParsedPost,
  type ParsedResource,
} from './entries.ts';
import { parseLink, type Item } from '../contentful/wire.ts';
import { contentTypes, type ContentType } from '../contentful/contract.ts';
import type { Problem } from './report.ts';

interface Common {
  id: string;
  revision: number;
  updatedAt: string;
  /** The value by which the service sorts; ids decide between equal values. */
  orderKey: string;
  /** Ids of the entries and assets that the image and the text link to. */
  links: { entries: readonly string[]; assets: readonly string[] };
}

/** An entry without the long text of its `content`. */
export type SyncedEntry = Common &
  (
    | { contentType: 'blogPost'; parsed: ParsedEntry<ParsedPost> }
    | { contentType: 'resource'; parsed: ParsedEntry<ParsedResource> }
  );

/** The shown part of an entry: the record before pictures and text. */
export type Selected =
  | { contentType: 'blogPost'; record: ParsedPost }
  | { contentType: 'resource'; record: ParsedResource };

/** Finds the ids of all links in a value, at any depth. */
function findLinks(value: unknown): SyncedEntry['links'] {
  const entries = new Set<string>();
  const assets = new Set<string>();
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { id, linkType } = parseLink(next);
    if (id === null) {
      for (const child of Object.values(next)) pending.push(child);
      continue;
    }
    if (linkType !== 'Asset') entries.add(id);
    if (linkType !== 'Entry') assets.add(id);
  }
  return { entries: [...entries], assets: [...assets] };
}

/** Parses an entry for the sync state. */
export function toSyncedEntry(contentType: ContentType, item: Item): SyncedEntry {
  const { publishedDate, featuredImage, content } = item.fields;
  const common: Common = {
    id: item.id,
    revision: item.revision,
    updatedAt: item.updatedAt,
    orderKey: typeof publishedDate === 'string' ? publishedDate : '',
    links: findLinks([featuredImage, content, item.linkedFields]),
  };
  return contentType === 'blogPost'
    ? { ...common, contentType, parsed: parsePost(item) }
    : { ...common, contentType, parsed: parseResource(item), orderKey: item.createdAt };
}

const baseRow = v.object({
  contentType: v.picklist(contentTypes),
  revision: v.number(),
  orderKey: v.string(),
});
const entryRow = v.object({
  id: v.string(),
  contentType: v.picklist(contentTypes),
  rank: v.number(),
  slug: v.nullable(v.string()),
  parsed: v.string(),
  selected: v.nullable(v.string()),
  lacksFiles: v.number(),
});
const idRow = v.object({ id: v.string() });
const numberRow = v.object({ number: v.nullable(v.number()) });
const textRow = v.object({ text: v.nullable(v.string()) });
const rankRow = v.object({ id: v.string(), rank: v.number() });
const problemsRow = v.object({
  problems: jsonColumn<Problem[]>(),
  findings: jsonColumn<Problem[]>(),
});

export type EntryRow = v.InferOutput<typeof entryRow>;

/** Where changed entries belong in the order of their type, newest first. */
export interface Placement {
  /** Ids at the beginning of the list, in received order. */
  first: readonly string[];
  /** Entries that are new or moved within `first`. */
  moved: ReadonlySet<string>;
}

/**
 * Opens the sync state.
 * @param database the snapshot's database; writes need a transaction
 */
export function createSyncState(database: Database) {
  const { select, prepare } = database;
  const columns = `id, type AS contentType, rank, slug, parsed, selected, lacks_files AS lacksFiles`;
  const meta = select('SELECT value AS text FROM meta WHERE key = ?', textRow);
  const setMeta = prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const base = select(
    'SELECT type AS contentType, revision, order_key AS orderKey FROM entry WHERE id = ?',
    baseRow,
  );
  const entry = select(`SELECT ${columns} FROM entry WHERE id = ?`, entryRow);
  const bySlug = select(
    `SELECT ${columns} FROM entry WHERE type = ? AND slug = ? ORDER BY rank DESC`,
    entryRow,
  );
  const asset = select('SELECT revision AS number FROM asset WHERE id = ?', numberRow);
  const countType = select('SELECT count(*) AS number FROM entry WHERE type = ?', numberRow);
  const countShown = select(
    'SELECT count(*) AS number FROM entry WHERE type = ? AND shown = 1',
    numberRow,
  );
  const rankOf = select('SELECT id, rank FROM entry WHERE id = ?', rankRow);
  const sources = select('SELECT source AS id FROM link WHERE target = ? AND kind = ?', idRow);
  const insert = prepare(
    `INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, '[]', '[]', 0, NULL, 0)
    ON CONFLICT (id) DO UPDATE SET type = excluded.type, revision = excluded.revision,
      updated_at = excluded.updated_at, order_key = excluded.order_key, rank = excluded.rank,
      slug = excluded.slug, parsed = excluded.parsed`,
  );
  const removeEntry = prepare('DELETE FROM entry WHERE id = ?');
  const removeLinks = prepare('DELETE FROM link WHERE source = ?');
  const addLink = prepare('INSERT OR IGNORE INTO link VALUES (?, ?, ?)');
  const setRank = prepare('UPDATE entry SET rank = ? WHERE id = ?');

  return {
    /**
     * The Sync API's token; null when everything has to be read, as after a change of account or code.
     */
    getToken: (owner: string): string | null =>
      meta('owner')[0]?.text === owner ? (meta('token')[0]?.text ?? null) : null,
    setToken(owner: string, token: string | null): void {
      setMeta('owner', owner);
      setMeta('token', token ?? '');
    },
    isOwner: (owner: string): boolean => meta('owner')[0]?.text === owner,

    getBase: (id: string) => base(id)[0],
    getEntry: (id: string) => entry(id)[0],
    getAsset: (id: string) => asset(id)[0]?.number ?? undefined,
    listIds: select('SELECT id FROM entry', idRow),
    listAssetIds: select('SELECT id FROM asset', idRow),
    count: (type: ContentType) => countType(type)[0]?.number ?? 0,
    countShown: (type: ContentType) => countShown(type)[0]?.number ?? 0,
    listBySlug: bySlug,
    listLinkingTo: (kind: 'Entry' | 'Asset', target: string) =>
      sources(target, kind).map(({ id }) => id),
    /** Shown entries whose files could not be fetched. */
    listLacking: select('SELECT id FROM entry WHERE lacks_files = 1', idRow),
    /** Withheld entries that are due at a time in epoch milliseconds. */
    listDue: select('SELECT id FROM entry WHERE due <= ?', idRow),
    getNextDue: () =>
      select('SELECT min(due) AS number FROM entry WHERE due IS NOT NULL', numberRow)()[0]
        ?.number ?? null,
    getRevision: () =>
      select('SELECT max(updated_at) AS text FROM entry', textRow)()[0]?.text ?? '',
    listProblems: (): Problem[] =>
      select(
        `SELECT problems, findings FROM entry WHERE problems <> '[]' OR findings <> '[]'
        ORDER BY type, rank DESC`,
        problemsRow,
      )().flatMap(({ problems, findings }) => [...problems, ...findings]),

    save(synced: SyncedEntry, rank: number): void {
      const { id, contentType, revision, updatedAt, orderKey, parsed, links } = synced;
      const slug = parsed.record?.slug ?? null;
      insert(id, contentType, revision, updatedAt, orderKey, rank, slug, JSON.stringify(parsed));
      removeLinks(id);
      for (const target of links.entries) addLink(target, 'Entry', id);
      for (const target of links.assets) addLink(target, 'Asset', id);
    },
    remove(id: string): void {
      removeEntry(id);
      removeLinks(id);
    },
    saveAsset: prepare('INSERT OR REPLACE INTO asset VALUES (?, ?)'),
    removeAsset: prepare('DELETE FROM asset WHERE id = ?'),
    saveSelection: prepare(
      'UPDATE entry SET selected = ?1, shown = ?1 IS NOT NULL, problems = ?2, due = ?3 WHERE id = ?4',
    ),
    saveFindings: (id: string, { problems, lacksFiles }: Findings) =>
      prepare('UPDATE entry SET findings = ?, lacks_files = ? WHERE id = ?')(
        JSON.stringify(problems),
        lacksFiles ? 1 : 0,
        id,
      ),

    /**
     * Finds ranks for the entries of `moved` that bring the type into received order.
     * @returns null when other entries moved too; then the whole type needs new ranks
     */
    place(type: ContentType, { first, moved }: Placement): Map<string, number> | null {
      const unmoved = first.flatMap((id) => (moved.has(id) ? [] : (rankOf(id)[0]?.rank ?? [])));
      const others = select(
        'SELECT id, rank FROM entry WHERE type = ? AND rank < ? ORDER BY rank DESC LIMIT ?',
        rankRow,
      );
      const below = others(type, unmoved.at(-1) ?? Number.MAX_VALUE, moved.size + 1);
      let lower = below.find(({ id }) => !moved.has(id))?.rank;
      const ranks = new Map<string, number>();
      let waiting: string[] = [];
      for (const id of [...first].reverse()) {
        if (moved.has(id)) {
          waiting.push(id);
          continue;
        }
        const upper = rankOf(id)[0]?.rank;
        if (upper === undefined || (lower !== undefined && upper <= lower)) return null;
        const start = lower ?? upper - waiting.length - 1;
        const step = (upper - start) / (waiting.length + 1);
        for (const [index, one] of waiting.entries()) {
          const rank = start + step * (index + 1);
          if (!(rank > (lower ?? -Infinity) && rank < upper)) return null;
          ranks.set(one, rank);
          lower = rank;
        }
        waiting = [];
        lower = upper;
      }
      for (const one of waiting) {
        lower = Math.floor(lower ?? 0) + 1;
        ranks.set(one, lower);
      }
      return ranks;
    },

    /** Gives a type new ranks: `first`, then the other entries in their order. */
    renumber(type: ContentType, first: readonly string[]): void {
      const known = select('SELECT id, rank FROM entry WHERE type = ? ORDER BY rank DESC', rankRow);
      const order = new Set([...first, ...known(type).map(({ id }) => id)]);
      let rank = order.size;
      for (const id of order) setRank(rank--, id);
      database.run(`
        UPDATE record SET rank = (SELECT rank FROM entry WHERE entry.id = record.id)
          WHERE type <> 'built-in' AND id IN (SELECT id FROM entry);
        UPDATE tagged SET rank = (SELECT rank FROM entry WHERE entry.id = tagged.id)
          WHERE id IN (SELECT id FROM entry);
      `);
    },
  };
}

export type SyncState = ReturnType<typeof createSyncState>;
