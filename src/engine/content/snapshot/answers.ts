/** Finds the answers to queries. An index finds those whose records grow in number. */
import * as v from 'valibot';
import {
  bodySchema,
  getLinkedTypes,
  hasPages,
  itemPath,
  ownType,
  type Collection,
} from '../../declare/collections.ts';
import { jsonColumn, type Database } from '../../disk/index.ts';
import { collections, timeZone } from '../../site.ts';
import { getCollection } from '../find-collection.ts';
import { composeBuiltIn } from '../records/compose.ts';
import { getDueTime } from '../records/dates.ts';
import {
  chooseRelated,
  countArchivePages,
  findArchivePage,
  pageSize,
  relatedReach,
  failedList,
  getTags,
  getText,
  recordSchema,
  type ContentRecord,
  type Item,
} from '../records/records.ts';
import { openMeta, readReport } from './database.ts';
import { titledRow, type Answers, type QueryOf, type QueryType } from './queries.ts';

export type Finders = { [T in QueryType]: (query: Omit<QueryOf<T>, 'type'>) => Answers[T] };

const textRow = v.object({ text: v.string() });
const countRow = v.object({ count: v.number() });
const tags = jsonColumn(v.array(v.string()));
const candidateRow = v.object({ id: v.string(), tags, time: v.number() });
const tagRow = v.object({ slug: v.string(), total: v.number(), label: v.string() });
const bodyColumn = jsonColumn(bodySchema);

const recordRow = v.object({
  collection: v.string(),
  id: v.string(),
  summary: jsonColumn(recordSchema),
});
type Row = v.InferOutput<typeof recordRow>;
const columns = 'collection, id, summary';

/** The orders of lists: of items with one time the first id is the newest. */
type Order = (table: string) => string;
const oldestFirst: Order = (table) => `${table}.time, ${table}.id DESC`;
const newestFirst: Order = (table) => `${table}.time DESC, ${table}.id`;

export function createFinders(database: Database): Finders {
  const { select } = database;
  const meta = openMeta(database);
  const isFailed = () => meta.get('status') === 'failed';
  /** While the lists cannot be read, the service's content is hidden. */
  const selectShown: typeof select = (sql, row) => {
    const run = select(sql, row);
    return (...parameters) => (isFailed() ? [] : run(...parameters));
  };

  const content = select(
    'SELECT content AS text FROM body WHERE collection = ? AND id = ?',
    textRow,
  );

  const findBy = (column: 'id' | 'slug') =>
    selectShown(`SELECT ${columns} FROM record WHERE collection = ? AND ${column} = ?`, recordRow);
  const byId = findBy('id');
  const bySlug = findBy('slug');

  /** The record of an entry to which a type links, with the address of its page. */
  const getLinked = (id: string, from: Collection, type: Collection) =>
    byId(type.name, id).map((row) => {
      // Entries of one type may link to each other in a circle.
      const record = readSummary(row, type === from);
      return { ...record, path: hasPages(type) ? itemPath(type, record.slug) : '' };
    });

  /**
   * The record of a row, with the records of the entries to which it links; those that are not shown are left out.
   * @param isOfOwnType whether an entry of the same type links to it: then it is without its own links of this kind
   */
  function readSummary({ collection: name, summary }: Row, isOfOwnType: boolean): ContentRecord {
    const record = { ...summary };
    const collection = getCollection(name);
    for (const [key, field] of Object.entries(collection.fields)) {
      const { kind, to = [] } = field;
      if (kind !== 'entry' && kind !== 'entries') continue;
      if (isOfOwnType && to.includes(ownType)) {
        Reflect.deleteProperty(record, key);
        continue;
      }
      const ids = kind === 'entry' ? [getText(record, key)] : getTags(record, key);
      const linked = ids.flatMap((id) =>
        getLinkedTypes(collection, field).flatMap((type) => getLinked(id, collection, type)),
      );
      record[key] = kind === 'entry' ? (linked[0] ?? null) : linked;
    }
    return record;
  }
  const getSummary = (row: Row) => readSummary(row, false);

  const withBody = (row: Row): Item => {
    const text = content(row.collection, row.id)[0]?.text;
    return { record: getSummary(row), body: v.parse(bodyColumn, text) };
  };

  /**
   * Creates the statements of a list. Skipping and counting rows read an index of the table, and no record, which is large.
   * @param where what the first parameters name
   */
  const createList = (table: 'record' | 'tagged', where: string) => {
    const selectSlice = (order: Order, within = '') =>
      selectShown(
        `SELECT ${columns}
        FROM (
          SELECT collection, id, time FROM ${table} WHERE ${where} ${within}
          ORDER BY ${order(table)} LIMIT ? OFFSET ?
        ) AS place
        CROSS JOIN record USING (collection, id)
        ORDER BY ${order('place')}`,
        recordRow,
      );
    const counted = selectShown(`SELECT count(*) AS count FROM ${table} WHERE ${where}`, countRow);
    return {
      count: (...of: string[]) => counted(...of)[0]?.count ?? 0,
      /** Take what `where` names, the most items, and the number of items to skip. */
      getOldest: selectSlice(oldestFirst),
      getNewest: selectSlice(newestFirst),
      /** Take a time after what `where` names: the soonest from then on, and the newest before. */
      getComing: selectSlice(oldestFirst, 'AND time >= ?'),
      getPast: selectSlice(newestFirst, 'AND time < ?'),
    };
  };
  const all = createList('record', 'collection = ?');
  const tagged = createList('tagged', 'collection = ? AND tag = ?');

  let counted = { version: '', totals: new Map<string, number>() };
  /** Counts the items of a type, or of one of its tags, once a version: every page asks, and SQLite would count each of them. */
  const countItems = (...of: string[]): number => {
    const version = meta.get('version');
    if (counted.version !== version) counted = { version, totals: new Map() };
    const { totals } = counted;
    const key = of.join(' ');
    const known = totals.get(key);
    if (known !== undefined) return known;
    const total = (of.length === 1 ? all : tagged).count(...of);
    // Strangers ask for tags without end that nothing has.
    if (total > 0) totals.set(key, total);
    return total;
  };
  /**
   * The first rows of a list or of a tag, in the order of the type.
   * @returns `isCut`: more are coming than these, and the farthest one is not among them
   */
  const getFirst = ({ name, comingFirst = false }: Collection, most: number, tag?: string) => {
    const list = tag === undefined ? all : tagged;
    const of = tag === undefined ? [name] : [name, tag];
    if (!comingFirst) return { rows: list.getNewest(...of, most, 0), isCut: false };
    const today = getDueTime(meta.get('day'), timeZone) ?? 0;
    const coming = list.getComing(...of, today, most + 1, 0);
    const past = list.getPast(...of, today, Math.max(0, most - coming.length), 0);
    return { rows: [...coming, ...past].slice(0, most), isCut: coming.length > most };
  };

  const composed = new Map<string, readonly Item[]>();
  /** The built-in items whose slugs the service lacks. */
  const listBuiltIn = (collection: Collection) => {
    const { name } = collection;
    const items = composed.get(name) ?? composeBuiltIn(collection);
    composed.set(name, items);
    return items.filter(({ record }) => bySlug(name, record.slug).length === 0);
  };

  /** The items beside a place: first those of the same time, of which there may be thousands, then those beyond. */
  const selectNeighbours = (isNewer: boolean, limit: number) => {
    const [than, thanId, order] = isNewer ? ['>', '<', oldestFirst] : ['<', '>', newestFirst];
    const selectWhere = (where: string) =>
      select(
        `SELECT id, time, tags FROM record WHERE collection = ? AND ${where} ORDER BY ${order('record')} LIMIT ${limit}`,
        candidateRow,
      );
    const ofSameTime = selectWhere(`time = ? AND id ${thanId} ?`);
    const beyond = selectWhere(`time ${than} ?`);
    return (name: string, { time, id }: { time: number; id: string }) =>
      [...ofSameTime(name, time, id), ...beyond(name, time)].slice(0, limit);
  };
  const newer = selectNeighbours(true, 1);
  const older = selectNeighbours(false, relatedReach);
  const oldest = select(
    `SELECT id, time, tags FROM record WHERE collection = ? ORDER BY ${oldestFirst('record')} LIMIT ${relatedReach + 1}`,
    candidateRow,
  );
  const place = selectShown(
    'SELECT id, time, tags FROM record WHERE collection = ? AND slug = ?',
    candidateRow,
  );
  const labels = select(
    `SELECT label AS text FROM tagged WHERE collection = ? AND tag = ? ORDER BY ${oldestFirst('tagged')} LIMIT 1`,
    textRow,
  );
  const titled = selectShown(
    `SELECT id, slug, updated_at AS updatedAt, summary ->> 'title' AS title, summary ->> ? AS gradient,
      summary ->> ? AS scene, summary -> ? ->> 'src' AS picture, summary ->> 'noIndex' AS noIndex
    FROM record WHERE collection = ? ORDER BY ${newestFirst('record')}`,
    titledRow,
  );
  // A window takes the label from the oldest item.
  const allTags = selectShown(
    `SELECT DISTINCT tag AS slug, count(*) OVER (PARTITION BY tag) AS total,
      first_value(label) OVER (PARTITION BY tag ORDER BY ${oldestFirst('tagged')}) AS label
    FROM tagged WHERE collection = ? ORDER BY tag`,
    tagRow,
  );

  const slugOf = select('SELECT slug AS text FROM record WHERE collection = ? AND id = ?', textRow);
  const waiting = select(
    'SELECT id AS text FROM entry WHERE id = ? AND due IS NOT NULL AND is_shown = 0',
    textRow,
  );

  return {
    list: ({ collection: name, tag, page }) => {
      if (isFailed()) return tag === undefined && page === undefined ? failedList : null;
      const collection = getCollection(name);
      const { getOldest } = tag === undefined ? all : tagged;
      const of = tag === undefined ? [name] : [name, tag];
      const ofList = collection.pages?.shownFirst ?? Number.MAX_SAFE_INTEGER;
      const shownFirst = tag === undefined ? ofList : pageSize;
      const total = countItems(...of);
      const label = tag === undefined ? '' : (labels(name, tag)[0]?.text ?? tag);
      const shared = { status: 'loaded', total, label } as const;
      if (page !== undefined) {
        const pages = countArchivePages(total, shownFirst);
        if (!(page >= 1 && page <= pages)) return null;
        const rows = getOldest(...of, pageSize, (page - 1) * pageSize);
        const items = rows.map(getSummary).reverse();
        const ofPage = { items, total: items.length, archive: null, hasNewer: page < pages };
        return { ...shared, ...ofPage };
      }
      if (tag !== undefined && total === 0) return null;
      const { rows, isCut } = getFirst(collection, shownFirst, tag);
      const items =
        total > 0 ? rows.map(getSummary) : listBuiltIn(collection).map(({ record }) => record);
      const archive = findArchivePage(total, isCut ? 0 : shownFirst);
      return { ...shared, items, total: total || items.length, archive, hasNewer: false };
    },

    item: ({ collection, slug }) => {
      const [row] = bySlug(collection, slug);
      if (row) return withBody(row);
      const builtIn = listBuiltIn(getCollection(collection));
      return builtIn.find(({ record }) => record.slug === slug) ?? null;
    },

    'has-item': ({ collection, slug }) =>
      place(collection, slug).length > 0 ||
      listBuiltIn(getCollection(collection)).some(({ record }) => record.slug === slug),

    neighbours: ({ collection, slug }) => {
      const [item] = place(collection, slug);
      if (!item) return null;
      const getSummaryOf = ({ id }: { id: string }) => byId(collection, id).map(getSummary);
      const before = older(collection, item);
      const first = before.length < relatedReach ? oldest(collection) : [];
      return {
        previous: before.slice(0, 1).flatMap(getSummaryOf)[0] ?? null,
        next: newer(collection, item).flatMap(getSummaryOf)[0] ?? null,
        related: chooseRelated(item, before, first).flatMap((id) => getSummaryOf({ id })),
      };
    },

    first: ({ collection: name, most }) => {
      const collection = getCollection(name);
      const own = getFirst(collection, most).rows.map(getSummary);
      const others = listBuiltIn(collection).map(({ record }) => record);
      return [...own, ...others].slice(0, most);
    },

    items: ({ collection: name, most }) => {
      const collection = getCollection(name);
      const { rows } = getFirst(collection, most);
      const builtIn = listBuiltIn(collection).slice(0, most - rows.length);
      return [...rows.map(withBody), ...builtIn];
    },

    titles: ({ collection: name }) => {
      const collection = getCollection(name);
      const { fields, pages } = collection;
      if (!pages) return [];
      const { gradient, scene } = pages;
      const picture = Object.keys(fields).find((key) => fields[key]?.kind === 'picture') ?? null;
      const builtIn = listBuiltIn(collection).map(({ record }) => ({
        id: record.id,
        slug: record.slug,
        updatedAt: record.updatedAt,
        title: getText(record, 'title'),
        gradient: getText(record, gradient) || null,
        scene: getText(record, scene) || null,
        picture: null,
        noIndex: null,
      }));
      return [...titled(gradient ?? null, scene ?? null, picture, name), ...builtIn];
    },

    singles: () => {
      const singles = collections.filter(({ isSingle }) => isSingle);
      const found = singles.flatMap((one) =>
        getFirst(one, 1).rows.map((row) => [one.name, getSummary(row)] as const),
      );
      return Object.fromEntries(found);
    },

    tags: ({ collection }) => allTags(collection),

    address: ({ id }) => {
      for (const collection of collections.filter(hasPages)) {
        // An address must not count as gone while the lists cannot be read.
        const slug = slugOf(collection.name, id)[0]?.text;
        const builtIn = listBuiltIn(collection).find(({ record }) => record.id === id);
        const found = slug ?? builtIn?.record.slug;
        if (found !== undefined) return { path: itemPath(collection, found) };
      }
      return waiting(id).length > 0 ? 'waits' : 'gone';
    },

    overview: () => ({
      status: isFailed() ? 'failed' : 'loaded',
      readUpTo: isFailed() ? '' : meta.get('readUpTo'),
      nextDue: (!isFailed() && meta.get('nextDue')) || null,
      siteUrl: meta.get('siteUrl'),
      version: meta.get('version'),
      counts: Object.fromEntries(collections.map(({ name }) => [name, countItems(name)])),
      pulledAt: meta.get('pulledAt'),
    }),

    year: () => meta.get('day').slice(0, 4),

    month: () => meta.get('day').slice(0, 7),

    day: () => meta.get('day'),

    locale: () => meta.get('locale') || 'en-US',

    report: () => readReport(database),

    'editor-note': ({ id }) => {
      const { locale, entriesAddress, problems } = readReport(database);
      return {
        locale,
        address: entriesAddress && id && `${entriesAddress}/${id}`,
        problems: problems.filter(({ entryId }) => entryId === id),
        version: meta.get('version'),
      };
    },
  };
}
