/** Finds the answers to queries, by index where the number of records grows. */
import * as v from 'valibot';
import { digest, jsonColumn, type Database } from '../../disk/index.ts';
import {
  chooseRelated,
  countArchivePages,
  findArchivePage,
  pageSize,
  relatedReach,
  shownPosts,
  toCard,
} from '../articles/lists.ts';
import {
  bodySchema,
  cardSchema,
  postSchema,
  resourceSchema,
  type ArchivePage,
  type List,
} from '../articles/records.ts';
import { problemSchema } from '../articles/report.ts';
import {
  searchedPosts,
  type Answers,
  type Parameters,
  type QueryType,
  type Titled,
} from './queries.ts';

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
const cards = v.pipe(v.string(), v.parseJson(), v.array(cardSchema));
const body = v.pipe(v.string(), v.parseJson(), bodySchema);
const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ entriesAddress: v.nullable(v.string()), problems: v.array(problemSchema) }),
);

type RecordType = 'post' | 'resource' | 'built-in';

/** Prepares the finder of each query for a snapshot. */
export function createFinders({ select }: Database): Finders {
  const meta = select('SELECT value AS text FROM meta WHERE key = ?', textRow);
  const getMeta = (key: string) => meta(key)[0]?.text ?? '';
  /** While the lists cannot be read, the service's content is hidden. */
  const isHidden = (type: RecordType) => type !== 'built-in' && getMeta('status') === 'failed';

  const content = select('SELECT content AS text FROM body WHERE type = ? AND id = ?', textRow);
  /** @param from the rows of the list in an index, where records are skipped and counted: they are large */
  const createList = <Summary extends v.GenericSchema<unknown, object>>(
    type: RecordType,
    schema: Summary,
    from: string,
  ) => {
    const row = v.object({ id: v.string(), summary: jsonColumn(schema), body: v.string() });
    const selectSlice = (direction: 'ASC' | 'DESC') =>
      select(
        `SELECT record.id, summary, body
        FROM (SELECT rank, id FROM ${from} = ? ORDER BY rank ${direction} LIMIT ? OFFSET ?) AS place
        CROSS JOIN record ON record.type = '${type}' AND record.id = place.id
        ORDER BY place.rank ${direction}`,
        row,
      );
    const [oldestFirst, newestFirst] = [selectSlice('ASC'), selectSlice('DESC')];
    const count = select(`SELECT count(*) AS count FROM ${from} = ?`, countRow);
    const bySlug = select(
      `SELECT id, summary, body FROM record WHERE type = '${type}' AND slug = ?`,
      row,
    );
    const byId = select(
      `SELECT id, summary, body FROM record WHERE type = '${type}' AND id = ?`,
      row,
    );
    type Row = v.InferOutput<typeof row>;
    return {
      countOf: (name: string): number => (isHidden(type) ? 0 : (count(name)[0]?.count ?? 0)),
      getNewest: (name: string, limit: number): Row[] =>
        isHidden(type) ? [] : newestFirst(name, limit, 0),
      getOldest: (name: string, limit: number, offset: number): Row[] =>
        isHidden(type) ? [] : oldestFirst(name, limit, offset),
      find: (slug: string): Row | undefined => (isHidden(type) ? undefined : bySlug(slug)[0]),
      get: (id: string) => byId(id).map(({ summary }) => summary),
      withBody: ({ id, summary, body: expected }: Row) => {
        const text = content(type, id)[0]?.text ?? '';
        if (digest(text) !== expected)
          throw new Error(`The body of the ${type} ${id} is damaged: run 'npm run build' again.`);
        return { ...summary, body: v.parse(body, text) };
      },
    };
  };
  const posts = createList('post', postSchema, 'record WHERE type');
  const tagged = createList('post', postSchema, 'tagged WHERE tag');
  const resources = createList('resource', resourceSchema, 'record WHERE type');
  const builtIn = createList('built-in', resourceSchema, 'record WHERE type');

  const neighbour = (direction: '<' | '>', order: 'ASC' | 'DESC', limit: number) =>
    select(
      `SELECT id, tags FROM record WHERE type = 'post' AND rank ${direction} ?
      ORDER BY rank ${order} LIMIT ${limit}`,
      candidateRow,
    );
  const newer = neighbour('>', 'ASC', 1);
  const older = neighbour('<', 'DESC', relatedReach);
  const oldest = neighbour('>', 'ASC', relatedReach + 1);
  const place = select(
    "SELECT id, rank, tags FROM record WHERE type = 'post' AND slug = ?",
    rankRow,
  );
  const label = select(
    'SELECT label AS text FROM tagged WHERE tag = ? ORDER BY rank LIMIT 1',
    textRow,
  );
  const titled = select(
    `SELECT id, slug, updated_at AS updatedAt, coalesce(summary ->> 'seoTitle', summary ->> 'title') AS title,
      summary ->> 'gradient' AS gradient
    FROM record WHERE type = ? ORDER BY rank DESC`,
    titledRow,
  );
  // With `min(rank)` SQLite takes the label from the row with the lowest rank: the oldest post.
  const allTags = select(
    'SELECT tag AS slug, count(*) AS total, label, min(rank) FROM tagged GROUP BY tag ORDER BY tag',
    tagRow,
  );
  const taken = select(
    `SELECT slug AS text FROM record AS own WHERE type = 'built-in'
      AND EXISTS (SELECT 1 FROM record WHERE type = 'resource' AND slug = own.slug)`,
    textRow,
  );

  /** Chooses the built-in resources whose slugs the service lacks. */
  const withoutTaken = <T>(all: readonly T[], getSlug: (one: T) => string): T[] => {
    const slugs = new Set(isHidden('resource') ? [] : taken().map(({ text }) => text));
    return all.filter((one) => !slugs.has(getSlug(one)));
  };
  const getTitled = (type: RecordType): Titled[] => (isHidden(type) ? [] : titled(type));
  const getTags = () => (isHidden('post') ? [] : allTags());
  const getLabel = (tag: string) => label(tag)[0]?.text ?? tag;

  const getList = <T>(items: readonly T[], total: number, shownFirst: number): List<T> => ({
    status: 'loaded',
    featured: null,
    items,
    total,
    archive: findArchivePage(total, shownFirst),
  });

  const getArchive = <T>(
    total: number,
    shownFirst: number,
    page: number,
    getFrom: (offset: number) => readonly T[],
  ): ArchivePage<T> | null => {
    const pages = countArchivePages(total, shownFirst);
    if (!(page >= 1 && page <= pages)) return null;
    return {
      items: getFrom((page - 1) * pageSize).toReversed(),
      page,
      hasNewer: page < pages,
    };
  };

  return {
    'post-list': () => {
      if (isHidden('post')) return found({ status: 'failed' });
      const [featured = null, ...items] = posts.getNewest('post', shownPosts).map(getSummary);
      return found({ ...getList(items, posts.countOf('post'), shownPosts), featured });
    },

    'post-archive': ({ page }) =>
      found(
        getArchive(posts.countOf('post'), shownPosts, page, (offset) =>
          posts.getOldest('post', pageSize, offset).map(getSummary),
        ),
      ),

    'resource-list': () => {
      if (isHidden('resource')) return found({ status: 'failed' });
      const total = resources.countOf('resource');
      const items =
        total > 0
          ? resources.getNewest('resource', pageSize).map(({ summary }) => toCard(summary))
          : v.parse(cards, getMeta('cards') || '[]');
      const list = getList(items, total || items.length, pageSize);
      return found({ ...list, featured: items[0] ?? null });
    },

    'resource-archive': ({ page }) =>
      found(
        getArchive(resources.countOf('resource'), pageSize, page, (offset) =>
          resources.getOldest('resource', pageSize, offset).map(({ summary }) => toCard(summary)),
        ),
      ),

    tag: ({ tag: slug }) => {
      const total = tagged.countOf(slug);
      if (total === 0) return found(null);
      const items = tagged.getNewest(slug, pageSize).map(getSummary);
      return found({ slug, label: getLabel(slug), ...getList(items, total, pageSize) });
    },

    'tag-archive': ({ tag: slug, page }) => {
      const archive = getArchive(tagged.countOf(slug), pageSize, page, (offset) =>
        tagged.getOldest(slug, pageSize, offset).map(getSummary),
      );
      return found(archive && { slug, label: getLabel(slug), ...archive });
    },

    post: ({ slug }) => {
      const row = posts.find(slug);
      if (!row) return found(null);
      return { basis: [row.summary, row.body], answer: () => posts.withBody(row) };
    },

    'post-surroundings': ({ slug }) => {
      const [post] = isHidden('post') ? [] : place(slug);
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
      for (const list of [resources, builtIn]) {
        const row = list.find(slug);
        if (row) return { basis: [row.summary, row.body], answer: () => list.withBody(row) };
      }
      return found(null);
    },

    feed: () => {
      const rows = posts.getNewest('post', feedLength);
      return { basis: rows, answer: () => rows.map(posts.withBody) };
    },

    newest: () => {
      const own = resources.getNewest('resource', newestLength).map(getSummary);
      const others = builtIn.getNewest('built-in', newestLength).map(getSummary);
      return found({
        posts: posts.getNewest('post', newestLength).map(getSummary),
        resources: [...own, ...withoutTaken(others, ({ slug }) => slug)].slice(0, newestLength),
      });
    },

    slugs: () =>
      found({
        posts: getTitled('post'),
        resources: [
          ...getTitled('resource'),
          ...withoutTaken(getTitled('built-in'), ({ slug }) => slug),
        ],
      }),

    'search-parts': () =>
      found({ parts: Math.max(1, Math.ceil(posts.countOf('post') / searchedPosts)) }),

    'search-part': ({ part }) => {
      const some = posts.getOldest('post', searchedPosts, (part - 1) * searchedPosts);
      const own = part > 1 ? [] : resources.getNewest('resource', -1);
      const others =
        part > 1
          ? []
          : withoutTaken(builtIn.getNewest('built-in', -1), ({ summary }) => summary.slug);
      return {
        basis: [some, own, others],
        answer: () => ({
          posts: some.map(posts.withBody),
          resources: [...own.map(resources.withBody), ...others.map(builtIn.withBody)],
        }),
      };
    },

    tags: () => found(getTags()),

    overview: () =>
      found({
        status: isHidden('post') ? 'failed' : 'loaded',
        revision: isHidden('post') ? '' : getMeta('revision'),
        posts: posts.countOf('post'),
        resources: resources.countOf('resource'),
        nextDue: (!isHidden('post') && getMeta('nextDue')) || null,
      }),

    report: () =>
      found(
        v.parse(
          v.fallback(reportSchema, { entriesAddress: null, problems: [] }),
          getMeta('report'),
        ),
      ),
  };
}
