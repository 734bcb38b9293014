/** What the content service has, in tables: enough to apply every rule to changes without reading others again. */
import * as v from 'valibot';
import type { Collection } from '../../declare/collections.ts';
import { jsonColumn, type Database } from '../../disk/index.ts';
import { toJson } from '../../base/schemas.ts';
import type { Choice } from './apply.ts';
import { parseEntry } from '../records/kinds.ts';
import { recordSchema } from '../records/records.ts';
import { findingSchema, type Finding, type Held, type Problem } from '../records/report.ts';
import { findItemLinks, findLinks, type WireItem, type Listing } from '../contentful/wire.ts';
import { getCollection } from '../find-collection.ts';
import { noRichText, richTextSchema } from '../body/parse.ts';

const findings = jsonColumn(v.array(findingSchema));
const entryRow = v.object({
  id: v.string(),
  collection: v.string(),
  time: v.number(),
  slug: v.nullable(v.string()),
  /** The slug at which the entry is shown, or was shown last. */
  address: v.nullable(v.string()),
  title: v.string(),
  record: jsonColumn(v.nullable(recordSchema)),
  findings,
  isShown: v.pipe(v.unknown(), v.transform(Boolean)),
  /** When a withheld entry appears, in epoch milliseconds. */
  due: v.nullable(v.number()),
});
/** An entry with the findings of its parsing. */
export type StoredEntry = v.InferOutput<typeof entryRow>;

const problemsRow = v.object({
  collection: v.string(),
  entryId: v.string(),
  entryTitle: v.string(),
  slug: v.nullable(v.string()),
  findings,
  fileFindings: findings,
});
const idRow = v.object({ id: v.string() });
const numberRow = v.object({ number: v.nullable(v.number()) });
const bodyRow = v.object({ body: jsonColumn(richTextSchema) });
const assetRow = v.object({ fields: jsonColumn(v.record(v.string(), v.unknown())) });

interface ReceivedOptions {
  /** Collections whose entries stay as they are. */
  held?: readonly Pick<Held, 'collection'>[];
  /** Finds the path at which an entry was last seen, when the tables do not know the entry. */
  findLastPath?: ((id: string) => string | undefined) | undefined;
}

/** Opens the tables of entries and assets. Writes need a transaction. */
export function createReceived(
  { select, prepare }: Database,
  { held = [], findLastPath = () => undefined }: ReceivedOptions = {},
) {
  const isHeld = (name: string | undefined) => held.some(({ collection }) => collection === name);
  const names = held.map(({ collection }) => `'${collection}'`).join();
  const isNotHeld = `collection NOT IN (${names})`;
  const columns = `id, collection, time, slug, title, record, parse_findings AS findings,
    is_shown AS isShown, due, address`;
  const entry = select(`SELECT ${columns} FROM entry WHERE id = ?`, entryRow);
  const body = select('SELECT body FROM content WHERE id = ?', bodyRow);
  const asset = select('SELECT fields FROM asset WHERE id = ?', assetRow);
  const listIds = (query: string) => {
    const rows = select(`SELECT ${query}`, idRow);
    return (...parameters: (string | number)[]) => rows(...parameters).map(({ id }) => id);
  };
  const getNumber = (query: string) => {
    const rows = select(`SELECT ${query}`, numberRow);
    return (...parameters: string[]) => rows(...parameters)[0]?.number ?? null;
  };
  const countShown = getNumber(
    'count(*) AS number FROM entry WHERE collection = ? AND is_shown = 1',
  );
  const listDue = listIds(`id FROM entry WHERE due <= ? AND ${isNotHeld}`);
  const getRevision = getNumber('revision AS number FROM seen WHERE kind = ? AND id = ?');
  const insert = prepare(
    `INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, 0, NULL, '[]', '[]', 0, ?)
    ON CONFLICT (id) DO UPDATE SET collection = excluded.collection, time = excluded.time,
      slug = excluded.slug, title = excluded.title, record = excluded.record,
      parse_findings = excluded.parse_findings`,
  );
  const setBody = prepare('INSERT OR REPLACE INTO content VALUES (?, ?)');
  const setAsset = prepare('INSERT OR REPLACE INTO asset VALUES (?, ?)');
  const removeEntry = prepare('DELETE FROM entry WHERE id = ?');
  const removeContent = prepare('DELETE FROM content WHERE id = ?');
  const removeAsset = prepare('DELETE FROM asset WHERE id = ?');
  const removeLinks = prepare('DELETE FROM link WHERE source = ?');
  const addLink = prepare('INSERT OR REPLACE INTO link VALUES (?, ?, ?)');
  const setSeen = prepare('INSERT OR REPLACE INTO seen VALUES (?, ?, ?)');
  const removeSeen = prepare('DELETE FROM seen WHERE kind = ? AND id = ?');
  const setChoice = prepare(
    'UPDATE entry SET is_shown = ?, due = ?, findings = ?, address = ? WHERE id = ?',
  );
  const setFiles = prepare('UPDATE entry SET file_findings = ?, lacks_files = ? WHERE id = ?');

  const listFound = select(
    `SELECT collection, id AS entryId, title AS entryTitle, slug, findings,
      file_findings AS fileFindings
    FROM entry WHERE findings <> '[]' OR file_findings <> '[]' ORDER BY collection, time DESC, id`,
    problemsRow,
  );

  const getEntry = (id: string): StoredEntry | undefined => entry(id)[0];
  /** The entries that were saved or removed, as they were before. */
  const before = new Map<string, StoredEntry | undefined>();
  const noteBefore = (id: string, entry: StoredEntry | undefined) => {
    if (!before.has(id)) before.set(id, entry);
  };
  /** Thousands of entries of one page may link to the same item: it is saved with the first. */
  const linkedBefore = new WeakSet<WireItem>();
  const isFirstLink = (item: WireItem): boolean => {
    const isFirst = !linkedBefore.has(item);
    linkedBefore.add(item);
    return isFirst;
  };
  /** Finds the slug at which an entry was last seen, when the tables do not know the entry. */
  const findLastSlug = (id: string, { pages }: Pick<Collection, 'pages'>) =>
    (pages && findLastPath(id)?.split(`${pages.path}/`)[1]) ?? null;

  const remove = (id: string): void => {
    const known = getEntry(id);
    if (isHeld(known?.collection)) return;
    noteBefore(id, known);
    removeEntry(id);
    removeContent(id);
    removeLinks(id);
  };

  return {
    before,
    getEntry,
    /** The newest revision of an entry or asset that a pull saw; null for one that is not there. */
    getRevision: (kind: 'Entry' | 'Asset', id: string) => getRevision(kind, id),
    saveRevision: (kind: 'Entry' | 'Asset', id: string, revision: number | null): void =>
      revision === null ? removeSeen(kind, id) : setSeen(kind, id, revision),
    forgetRevisions: prepare('DELETE FROM seen'),
    getBody: (id: string) => body(id)[0]?.body ?? noRichText,
    getAsset: (id: string) => asset(id)[0],
    listIds: listIds('id FROM entry'),
    /** The entries that have this slug, or have or had this address. For one WHERE with OR SQLite reads the whole type. */
    listBySlug: select(
      `SELECT ${columns} FROM entry WHERE collection = ?1 AND slug = ?2
      UNION ALL
      SELECT ${columns} FROM entry WHERE collection = ?1 AND address = ?2 AND slug IS NOT ?2`,
      entryRow,
    ),
    /** Ids of the entries that link to an entry or asset. */
    listLinkingTo: listIds('source AS id FROM link WHERE target = ?'),
    /** Ids of those that have text or pictures of it. */
    listCopying: listIds('source AS id FROM link WHERE target = ? AND is_copied = 1'),
    countShown: (collection: string) => countShown(collection) ?? 0,
    listDue: (now: Date) => listDue(now.getTime()),
    listLacking: listIds('id FROM entry WHERE lacks_files = 1'),
    getNextDue: getNumber(`min(due) AS number FROM entry WHERE due IS NOT NULL AND ${isNotHeld}`),
    /** What is left out first, then in the order of the lists. */
    listProblems: (): Problem[] =>
      listFound()
        .flatMap(({ findings, fileFindings, ...of }) =>
          [...findings, ...fileFindings].map((finding) => ({
            ...finding,
            ...of,
            entryId: of.entryId || 'without an id',
          })),
        )
        .sort((one, other) => Number(other.isLeftOut ?? false) - Number(one.isLeftOut ?? false)),

    /** Saves an entry and what it links to. */
    save(item: WireItem, { entries, assets }: Listing['linked']): void {
      const { collection: name, body = noRichText } = item;
      if (name === null) return;
      setSeen('Entry', item.id, item.revision);
      const known = getEntry(item.id);
      if (isHeld(name) || isHeld(known?.collection)) return;
      const collection = getCollection(name);
      // Under the id of an entry of another type comes a new one.
      const isOther = known !== undefined && known.collection !== name;
      if (isOther) remove(item.id);
      const last = (isOther ? null : known?.address) ?? findLastSlug(item.id, collection);
      const { id, title, time, record, findings } = parseEntry(item, collection, last);
      noteBefore(id, known);
      setBody(id, JSON.stringify(body));
      const slug = record?.slug ?? null;
      const written = JSON.stringify(record);
      insert(id, name, time, slug, title, written, JSON.stringify(findings), last);
      const links = findItemLinks(item);
      removeLinks(id);
      const copied = findLinks(item.linkedFields).entries;
      for (const target of [...links.entries, ...links.assets])
        addLink(target, id, copied.has(target) ? 1 : 0);
      for (const target of links.entries) {
        const linked = entries.get(target);
        if (linked && isFirstLink(linked)) setSeen('Entry', target, linked.revision);
      }
      for (const target of links.assets) {
        const found = assets.get(target);
        if (!found) removeAsset(target);
        else if (isFirstLink(found)) {
          setSeen('Asset', target, found.revision);
          setAsset(target, toJson(found.fields) ?? '{}');
        }
      }
    },
    remove,
    saveChoice: ({ id, isShown, due, findings, address }: Choice & { id: string }) =>
      setChoice(isShown ? 1 : 0, due, JSON.stringify(findings), address, id),
    saveFiles: (id: string, findings: readonly Finding[], lacksFiles: boolean) =>
      setFiles(JSON.stringify(findings), lacksFiles ? 1 : 0, id),
  };
}

export type Received = ReturnType<typeof createReceived>;
