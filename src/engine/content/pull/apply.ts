/**
 * Turns entries that were read into entries that are shown: applies the rules to all entries that a
 * change can affect.
 */
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Database, jsonColumn } from '../../disk/index.ts';
import { postPath, resourcePath } from '../../../data/routes.ts';
import { contentTypes, type ContentType } from '../contentful/contract.ts';
import { company } from '../../../data/company.ts';
import { getDueTime } from '../due-time.ts';
import type { LinkTarget } from './compose.ts';
import {
  addTitle,
  selectPosts,
  selectResources,
  type ParsedEntry,
  type ParsedPost,
  type ParsedResource,
} from './entries.ts';
import type { FetchedContent } from './fetch.ts';
import type { Problem } from './report.ts';
import { createSyncState, type EntryRow, type Selected, type SyncState } from './sync-state.ts';

const parsedPost = jsonColumn<ParsedEntry<ParsedPost>>();
const parsedResource = jsonColumn<ParsedEntry<ParsedResource>>();
const postRecord = jsonColumn<ParsedPost>();
const resourceRecord = jsonColumn<ParsedResource>();

/** Parses the shown part of an entry; null for an entry that is not shown. */
function parseSelected(row: EntryRow | undefined): Selected | null {
  const selected = row?.selected ?? null;
  if (!row || selected === null) return null;
  const { contentType } = row;
  return contentType === 'blogPost'
    ? { contentType, record: v.parse(postRecord, selected) }
    : { contentType, record: v.parse(resourceRecord, selected) };
}

function toTarget(selected: Selected | null): LinkTarget | null {
  if (!selected) return null;
  const { slug, title } = addTitle<{ slug: string; title: string }>(selected.record);
  return selected.contentType === 'blogPost'
    ? { path: postPath(slug), title, text: selected.record.excerpt }
    : { path: resourcePath(slug), title, text: selected.record.subtitle };
}

const isSameTarget = (one: LinkTarget | null, other: LinkTarget | null) =>
  one?.path === other?.path && one?.title === other?.title && one?.text === other?.text;

/** Chooses the shown entry among entries of one type with the same address. */
function selectShown(
  rows: readonly EntryRow[],
  now: Date,
  showsDrafts: boolean,
): {
  shown: ReadonlyMap<string, object>;
  withheld: ReadonlyMap<string, number>;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  if (rows[0]?.contentType === 'resource') {
    const entries = rows.map(({ parsed }) => v.parse(parsedResource, parsed));
    const shown = selectResources(entries, report).map((record) => [record.id, record] as const);
    return { shown: new Map(shown), withheld: new Map(), problems };
  }
  const entries = rows.map(({ parsed }) => v.parse(parsedPost, parsed));
  const { posts, withheld } = selectPosts(entries, now, report, showsDrafts);
  return {
    shown: new Map(posts.map((post) => [post.id, post])),
    withheld: new Map(
      withheld.map(({ id, publishedDate }) => [
        id,
        getDueTime(publishedDate, company.timeZone) ?? Infinity,
      ]),
    ),
    problems,
  };
}

/** Saves entries at their ranks. Returns whether a type got new ranks. */
function saveEntries(state: SyncState, { mode, entries, order }: FetchedContent): boolean {
  let isRenumbered = false;
  for (const type of contentTypes) {
    const { first, moved } = order[type];
    const known = mode === 'whole' ? new Map(first.map((id) => [id, state.getBase(id)])) : null;
    const placed = known
      ? first.filter(
          (id) =>
            known.get(id)?.contentType !== type ||
            known.get(id)?.orderKey !== entries.get(id)?.orderKey,
        )
      : moved;
    const ranks = state.place(type, { first, moved: new Set(placed) });
    for (const entry of entries.values())
      if (entry?.contentType === type)
        state.save(entry, ranks?.get(entry.id) ?? state.getEntry(entry.id)?.rank ?? 0);
    if (ranks) continue;
    state.renumber(type, first);
    isRenumbered = true;
  }
  return isRenumbered;
}

export interface AppliedContent {
  /** Ids of entries to compose. */
  pending: ReadonlySet<string>;
  /** Ids of entries that are no longer shown. */
  gone: readonly string[];
  /** Ids of entries that are shown at another address now. */
  moved: readonly string[];
  /** Whether unchanged entries moved. */
  isRenumbered: boolean;
  getSelected: (id: string) => Selected | null;
  /** Finds the target of a link to an entry. */
  getTarget: (id: string) => LinkTarget | null;
}

/** Saves a reading into the tables of entries and returns the consequences for the records. */
export function applyContent(
  database: Database,
  content: FetchedContent,
  now: Date,
  showsDrafts: boolean,
): AppliedContent {
  const state = createSyncState(database);
  const before = new Map<string, Selected | null>();
  const groups = new Map<string, { type: ContentType; slug: string | null; id: string }>();
  const addGroup = (row: EntryRow | undefined) => {
    if (!row) return;
    const { contentType: type, slug, id } = row;
    groups.set(`${type} ${slug ?? `/${id}`}`, { type, slug, id });
    const rows = slug === null ? [row] : state.listBySlug(type, slug);
    for (const one of rows) if (!before.has(one.id)) before.set(one.id, parseSelected(one));
  };

  const { entries, assets, mode } = content;
  const isWhole = mode === 'whole';
  const lost = isWhole
    ? state.listIds().flatMap(({ id }) => (entries.has(id) ? [] : [id]))
    : [...entries].flatMap(([id, entry]) => (entry ? [] : [id]));
  const touched = [...lost, ...[...entries].flatMap(([id, entry]) => (entry ? [id] : []))];
  for (const id of touched) addGroup(state.getEntry(id));
  for (const { id } of state.listDue(now.getTime())) addGroup(state.getEntry(id));

  for (const id of lost) state.remove(id);
  const isRenumbered = saveEntries(state, content);
  for (const id of touched) addGroup(state.getEntry(id));
  if (isWhole)
    for (const { id } of state.listAssetIds()) if (!assets.has(id)) state.removeAsset(id);
  for (const [id, revision] of assets) {
    if (revision === null) state.removeAsset(id);
    else state.saveAsset(id, revision);
  }

  for (const { type, slug, id } of groups.values()) {
    const own = slug === null ? state.getEntry(id) : undefined;
    const rows = slug === null ? (own ? [own] : []) : state.listBySlug(type, slug);
    const { shown, withheld, problems } = selectShown(rows, now, showsDrafts);
    for (const row of rows) {
      const selected = shown.get(row.id);
      state.saveSelection(
        selected ? JSON.stringify(selected) : null,
        JSON.stringify(problems.filter(({ entryId }) => entryId === row.id)),
        withheld.get(row.id) ?? null,
        row.id,
      );
    }
  }

  const getSelected = (id: string) => parseSelected(state.getEntry(id));
  const getTarget = (id: string) => toTarget(getSelected(id));
  const pending = new Set<string>();
  for (const [id, selected] of before) {
    const current = getSelected(id);
    if (current && !selected) pending.add(id);
    if (!isSameTarget(toTarget(selected), toTarget(current)))
      for (const source of state.listLinkingTo('Entry', id)) pending.add(source);
  }
  for (const [id, entry] of entries) {
    if (!entry) continue;
    pending.add(id);
    if (!before.has(id) && getSelected(id))
      for (const source of state.listLinkingTo('Entry', id)) pending.add(source);
  }
  for (const id of assets.keys())
    for (const source of state.listLinkingTo('Asset', id)) pending.add(source);
  for (const { id } of state.listLacking()) pending.add(id);
  for (const id of pending) if (!getSelected(id)) pending.delete(id);

  const gone = [...before].flatMap(([id, selected]) => (selected && !getSelected(id) ? [id] : []));
  for (const id of gone) state.saveFindings(id, { problems: [], lacksFiles: false });
  const moved = [...before].flatMap(([id, selected]) => {
    const current = selected && getSelected(id);
    return current && current.record.slug !== selected.record.slug ? [id] : [];
  });
  return { pending, gone, moved, isRenumbered, getSelected, getTarget };
}

async function digestFiles(): Promise<string> {
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  const files: string[] = ['package-lock.json'];
  for await (const file of glob('src/{engine/content,data}/**/*.ts', { cwd: root }))
    files.push(file);
  const texts = await Promise.all(
    files.sort().map((file) => readFile(join(root, file)).catch(() => '')),
  );
  return texts
    .reduce((sum, text) => sum.update(text).update('\0'), createHash('sha256'))
    .digest('hex');
}

let code: Promise<string> | undefined;

/**
 * Digest of the code that turns entries into records: other code makes other records from the same
 * entry. Computed once, because a process runs the code with which it started.
 */
export const digestCode = (): Promise<string> => (code ??= digestFiles());
