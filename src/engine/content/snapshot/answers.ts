/** Finds the answers to queries, by index where the number of records grows. */
import * as v from 'valibot';
import { digest, jsonColumn, type Database } from '../../disk/index.ts';
import { StoreError } from '../../log.ts';
import { composeBuiltIn } from '../articles/compose.ts';
import {
  chooseRelated,
  countArchivePages,
  findArchivePage,
  pageSize,
  relatedReach,
  shownPosts,
  toBuiltInCard,
  toCard,
} from '../articles/lists.ts';
import {
  bodySchema,
  postSchema,
  resourceSchema,
  type ArchivePage,
  type List,
  type Resource,
} from '../articles/records.ts';
import { problemSchema } from '../articles/report.ts';
import { openMeta } from './database.ts';
import { searchedPosts, type Answers, type Parameters, type QueryType } from './queries.ts';

const feedLength = 24;
const newestLength = 100;

/** The basis of an answer's digest, and the answer itself, which may need bodies. */
interface Found<T> {
  basis: unknown;
  answer: () => T;
}
export type Finders = { [T in QueryType]: (parameters: Parameters[T]) => Found<Answers[T]> };

const found = <T>(answer: T): Found<T> => ({ basis: answer, answer: () => answer });
const getSummary = <T>({ summary }: { summary: T }): T => summary;

const textRow = v.object({ text: v.string() });
const countRow = v.object({ count: v.number() });
const tags = jsonColumn(v.array(v.string()));
const candidateRow = v.object({ id: v.string(), tags });
const rankRow = v.object({ ...candidateRow.entries, rank: v.string() });
const titledRow = v.object({
  id: v.string(),
  slug: v.string(),
  updatedAt: v.string(),
  title: v.string(),
  gradient: v.nullable(v.string()),
});
const tagRow = v.object({ slug: v.string(), total: v.number(), label: v.string() });
const bodyColumn = jsonColumn(bodySchema);
const reportColumn = v.fallback(
  jsonColumn(
    v.object({ entriesAddress: v.nullable(v.string()), problems: v.array(problemSchema) }),
  ),
  { entriesAddress: null, problems: [] },
);

const createRow = <Summary extends v.GenericSchema<unknown, object>>(schema: Summary) =>
  v.object({ type: v.string(), id: v.string(), summary: jsonColumn(schema), body: v.string() });
const columns = 'record.type, record.id, summary, body';

export function createFinders(database: Database): Finders {
  const { select } = database;
  const meta = openMeta(database);
  const isFailed = () => meta.get('status') === 'failed';
  /** While the lists cannot be read, the service's content is hidden. */
  const selectShown: typeof select = (sql, row) => {
    const run = select(sql, row);
    return (...parameters) => (isFailed() ? [] : run(...parameters));
  };

  const content = select('SELECT content AS text FROM body WHERE type = ? AND id = ?', textRow);
  const withBody = <Summary extends object>(row: {
    type: string;
    id: string;
    summary: Summary;
    body: string;
  }) => {
    const { type, id, summary, body: expected } = row;
    const text = content(type, id)[0]?.text ?? '';
    if (digest(text) !== expected)
      throw new StoreError(`The body of the ${type} ${id} is damaged: run 'npm run build' again.`);
    return { ...summary, body: v.parse(bodyColumn, text) };
  };

  /**
   * @param shownFirst the items on the first page of the list
   * @param from the list's rows in an index: skipping and counting there reads no record, which is large
   */
  const createList = <Summary extends v.GenericSchema<unknown, object>>(
    type: 'post' | 'resource',
    schema: Summary,
    shownFirst: number,
    from: 'record WHERE type' | 'tagged WHERE tag',
  ) => {
    const row = createRow(schema);
    const slice = (direction: 'ASC' | 'DESC') =>
      selectShown(
        `SELECT ${columns}
        FROM (SELECT rank, id FROM ${from} = ? ORDER BY rank ${direction} LIMIT ? OFFSET ?) AS place
        CROSS JOIN record ON record.type = '${type}' AND record.id = place.id
        ORDER BY place.rank ${direction}`,
        row,
      );
    const [oldestFirst, newestFirst] = [slice('ASC'), slice('DESC')];
    const counted = selectShown(`SELECT count(*) AS count FROM ${from} = ?`, countRow);
    const findBy = (column: 'id' | 'slug') =>
      selectShown(`SELECT ${columns} FROM record WHERE type = '${type}' AND ${column} = ?`, row);
    const byId = findBy('id');
    const count = (name: string): number => counted(name)[0]?.count ?? 0;
    return {
      count,
      getOldest: oldestFirst,
      getNewest: newestFirst,
      find: findBy('slug'),
      get: (id: string) => byId(id).map(getSummary),
      getFirstPage: (name: string): List<v.InferOutput<Summary>> => {
        const total = count(name);
        const items = newestFirst(name, shownFirst, 0).map(getSummary);
        const archive = findArchivePage(total, shownFirst);
        return { status: 'loaded', featured: null, items, total, archive };
      },
      getArchive: (name: string, page: number): ArchivePage<v.InferOutput<Summary>> | null => {
        const pages = countArchivePages(count(name), shownFirst);
        if (!(page >= 1 && page <= pages)) return null;
        const items = oldestFirst(name, pageSize, (page - 1) * pageSize).map(getSummary);
        return { items: items.toReversed(), page, hasNewer: page < pages };
      },
    };
  };
  const posts = createList('post', postSchema, shownPosts, 'record WHERE type');
  const tagged = createList('post', postSchema, pageSize, 'tagged WHERE tag');
  const resources = createList('resource', resourceSchema, pageSize, 'record WHERE type');

  let builtIn: readonly Resource[] | undefined;
  /** The built-in resources whose slugs the service lacks. */
  const listBuiltIn = () =>
    (builtIn ??= composeBuiltIn()).filter(({ slug }) => resources.find(slug).length === 0);
  const listBuiltInSummaries = () => listBuiltIn().map(({ body: _, ...summary }) => summary);

  const neighbour = (direction: '<' | '>', order: 'ASC' | 'DESC', limit: number) =>
    select(
      `SELECT id, tags FROM record WHERE type = 'post' AND rank ${direction} ?
      ORDER BY rank ${order} LIMIT ${limit}`,
      candidateRow,
    );
  const newer = neighbour('>', 'ASC', 1);
  const older = neighbour('<', 'DESC', relatedReach);
  const oldest = neighbour('>', 'ASC', relatedReach + 1);
  const place = selectShown(
    "SELECT id, rank, tags FROM record WHERE type = 'post' AND slug = ?",
    rankRow,
  );
  const label = select(
    'SELECT label AS text FROM tagged WHERE tag = ? ORDER BY rank LIMIT 1',
    textRow,
  );
  const getLabel = (tag: string) => label(tag)[0]?.text ?? tag;
  const titled = selectShown(
    `SELECT id, slug, updated_at AS updatedAt, coalesce(summary ->> 'seoTitle', summary ->> 'title') AS title,
      summary ->> 'gradient' AS gradient
    FROM record WHERE type = ? ORDER BY rank DESC`,
    titledRow,
  );
  // With `min(rank)` SQLite takes the label from the row with the lowest rank: the oldest post.
  const allTags = selectShown(
    'SELECT tag AS slug, count(*) AS total, label, min(rank) FROM tagged GROUP BY tag ORDER BY tag',
    tagRow,
  );

  return {
    'post-list': () => {
      if (isFailed()) return found({ status: 'failed' });
      const { items, ...list } = posts.getFirstPage('post');
      return found({ ...list, featured: items[0] ?? null, items: items.slice(1) });
    },

    'post-archive': ({ page }) => found(posts.getArchive('post', page)),

    'resource-list': () => {
      if (isFailed()) return found({ status: 'failed' });
      const list = resources.getFirstPage('resource');
      const items =
        list.total > 0 ? list.items.map(toCard) : listBuiltInSummaries().map(toBuiltInCard);
      return found({
        ...list,
        items,
        featured: items[0] ?? null,
        total: list.total || items.length,
      });
    },

    'resource-archive': ({ page }) => {
      const archive = resources.getArchive('resource', page);
      return found(archive && { ...archive, items: archive.items.map(toCard) });
    },

    tag: ({ tag: slug }) => {
      const list = tagged.getFirstPage(slug);
      return found(list.total > 0 ? { slug, label: getLabel(slug), ...list } : null);
    },

    'tag-archive': ({ tag: slug, page }) => {
      const archive = tagged.getArchive(slug, page);
      return found(archive && { slug, label: getLabel(slug), ...archive });
    },

    post: ({ slug }) => {
      const [row] = posts.find(slug);
      return row ? { basis: row, answer: () => withBody(row) } : found(null);
    },

    'post-surroundings': ({ slug }) => {
      const [post] = place(slug);
      if (!post) return found(null);
      const before = older(post.rank);
      const first = before.length < relatedReach ? oldest('') : [];
      return found({
        previous: before.slice(0, 1).flatMap(({ id }) => posts.get(id))[0] ?? null,
        next: newer(post.rank).flatMap(({ id }) => posts.get(id))[0] ?? null,
        related: chooseRelated(post, before, first).flatMap(posts.get),
      });
    },

    resource: ({ slug }) => {
      const [row] = resources.find(slug);
      return row
        ? { basis: row, answer: () => withBody(row) }
        : found(listBuiltIn().find((one) => one.slug === slug) ?? null);
    },

    feed: () => {
      const rows = posts.getNewest('post', feedLength, 0);
      return { basis: rows, answer: () => rows.map(withBody) };
    },

    newest: () => {
      const own = resources.getNewest('resource', newestLength, 0);
      return found({
        posts: posts.getNewest('post', newestLength, 0).map(getSummary),
        resources: [...own.map(getSummary), ...listBuiltInSummaries()].slice(0, newestLength),
      });
    },

    slugs: () =>
      found({
        posts: titled('post'),
        resources: [...titled('resource'), ...listBuiltInSummaries()],
      }),

    'search-parts': () =>
      found({ parts: Math.max(1, Math.ceil(posts.count('post') / searchedPosts)) }),

    'search-part': ({ part }) => {
      const some = posts.getOldest('post', searchedPosts, (part - 1) * searchedPosts);
      const own = part > 1 ? [] : resources.getNewest('resource', -1, 0);
      const others = part > 1 ? [] : listBuiltIn();
      return {
        basis: [some, own, others],
        answer: () => ({
          posts: some.map(withBody),
          resources: [...own.map(withBody), ...others],
        }),
      };
    },

    tags: () => found(allTags()),

    overview: () =>
      found({
        status: isFailed() ? 'failed' : 'loaded',
        revision: isFailed() ? '' : meta.get('revision'),
        posts: posts.count('post'),
        resources: resources.count('resource'),
        nextDue: (!isFailed() && meta.get('nextDue')) || null,
        version: meta.get('version'),
        builtAt: meta.get('builtAt'),
      }),

    year: () => found(meta.get('month').slice(0, 4)),

    month: () => found(meta.get('month')),

    report: () => found(v.parse(reportColumn, meta.get('report'))),
  };
}
