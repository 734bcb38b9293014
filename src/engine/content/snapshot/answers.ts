/** Finds the answers to queries, by index where the number of records grows. */
import * as v from 'valibot';
import { type Database, digest, jsonColumn } from '../../disk/index.ts';
import { isRecord } from '../../unknown.ts';
import {
  chooseRelated,
  countArchivePages,
  findArchivePage,
  pageSize,
  relatedReach,
  shownPosts,
  toCard,
} from './lists.ts';
import { createPlaces, type Places } from './places.ts';
import {
  blockSize,
  searchedPosts,
  type Answers,
  type EditorReport,
  type Listed,
  type Parameters,
  type QueryType,
  type Titled,
} from './queries.ts';
import type {
  ArchivePage,
  Body,
  Post,
  PostSummary,
  ResourceCard,
  ResourceSummary,
} from './records.ts';

const feedLength = 24;
const newestLength = 100;
const postRow = v.object({ summary: jsonColumn<PostSummary>() });
const resourceRow = v.object({ summary: jsonColumn<ResourceSummary>() });
const rankRow = v.object({ id: v.string(), rank: v.number(), tags: jsonColumn<string[]>() });
const candidateRow = v.object({ id: v.string(), tags: jsonColumn<string[]>() });
const storedPostRow = v.object({ ...postRow.entries, id: v.string(), body: v.string() });
const storedResourceRow = v.object({ ...resourceRow.entries, id: v.string(), body: v.string() });
const listedRow = v.pipe(
  v.object({ id: v.string(), slug: v.string(), updated_at: v.string() }),
  v.transform(({ updated_at: updatedAt, ...rest }): Listed => ({ ...rest, updatedAt })),
);
const titledRow = v.pipe(
  v.object({
    id: v.string(),
    slug: v.string(),
    updated_at: v.string(),
    title: v.string(),
    gradient: v.nullable(v.string()),
  }),
  v.transform(({ updated_at: updatedAt, gradient, ...rest }): Titled => ({
    ...rest,
    updatedAt,
    gradient: gradient ?? undefined,
  })),
);
const textRow = v.object({ text: v.string() });
const tagRow = v.object({ slug: v.string(), total: v.number(), label: v.string() });

const storedBody = v.pipe(v.string(), v.parseJson(), v.custom<Body>(isRecord));

/** Prepares the SQL statements of the queries. */
export function createStatements(database: Database) {
  const { select } = database;
  const posts = "FROM record WHERE type = 'post'";
  const newestFirst = 'FROM record WHERE type = ? ORDER BY rank DESC LIMIT ?';
  // Records are skipped and counted in an index alone: their rows are large.
  const oldestIds = 'SELECT rank, id FROM record WHERE type = ?1 ORDER BY rank LIMIT ? OFFSET ?';
  const oldestFirst = `FROM (${oldestIds}) AS place
    CROSS JOIN record ON record.type = ?1 AND record.id = place.id ORDER BY place.rank`;
  const selectTagged = (ids: string, direction: '' | 'DESC') =>
    select(
      `SELECT summary FROM (SELECT rank, id FROM tagged WHERE tag = ? ${ids}) AS place
      CROSS JOIN record ON record.type = 'post' AND record.id = place.id ORDER BY place.rank ${direction}`,
      postRow,
    );
  const page = `FROM record WHERE type = ? AND rank >= ? ORDER BY rank LIMIT ${pageSize}`;
  return {
    places: createPlaces(database),
    meta: select('SELECT value AS text FROM meta WHERE key = ?', textRow),
    body: select('SELECT content AS text FROM body WHERE type = ? AND id = ?', textRow),
    newestPosts: select(`SELECT summary ${newestFirst}`, postRow),
    newestStored: select(`SELECT summary, id, body ${newestFirst}`, storedPostRow),
    newestResources: select(`SELECT summary ${newestFirst}`, resourceRow),
    pageOfPosts: select(`SELECT summary ${page}`, postRow),
    pageOfResources: select(`SELECT summary ${page}`, resourceRow),
    post: select(`SELECT summary, id, body ${posts} AND slug = ?`, storedPostRow),
    postById: select(`SELECT summary ${posts} AND id = ?`, postRow),
    resource: select(
      'SELECT summary, id, body FROM record WHERE type = ? AND slug = ?',
      storedResourceRow,
    ),
    rank: select(`SELECT id, rank, tags ${posts} AND slug = ?`, rankRow),
    newer: select(`SELECT summary ${posts} AND rank > ? ORDER BY rank LIMIT 1`, postRow),
    older: select(
      `SELECT id, tags ${posts} AND rank < ? ORDER BY rank DESC LIMIT ${relatedReach}`,
      candidateRow,
    ),
    oldest: select(
      `SELECT id, tags ${posts} ORDER BY rank LIMIT ${relatedReach + 1}`,
      candidateRow,
    ),
    label: select('SELECT label AS text FROM tagged WHERE tag = ? ORDER BY rank LIMIT 1', textRow),
    newestTagged: selectTagged('ORDER BY rank DESC LIMIT ?', 'DESC'),
    pageOfTagged: selectTagged(`AND rank >= ? ORDER BY rank LIMIT ${pageSize}`, ''),
    titled: select(
      `SELECT id, slug, updated_at, coalesce(summary ->> 'seoTitle', summary ->> 'title') AS title,
        summary ->> 'gradient' AS gradient
      FROM record WHERE type = ? ORDER BY rank DESC`,
      titledRow,
    ),
    takenBuiltIn: select(
      `SELECT slug AS text FROM record AS own WHERE type = 'built-in'
        AND EXISTS (SELECT 1 FROM record WHERE type = 'resource' AND slug = own.slug)`,
      textRow,
    ),
    oldestStoredPosts: select(`SELECT summary, record.id, body ${oldestFirst}`, storedPostRow),
    storedResources: select(
      'SELECT summary, id, body FROM record WHERE type = ? ORDER BY rank DESC',
      storedResourceRow,
    ),
    block: select(
      'SELECT id, slug, updated_at FROM record WHERE type = ? ORDER BY rank LIMIT ? OFFSET ?',
      listedRow,
    ),
    blocks: select(
      `SELECT max(updated_at) AS text
      FROM (SELECT updated_at, row_number() OVER (ORDER BY rank) - 1 AS place FROM record WHERE type = ?)
      GROUP BY place / ${blockSize} ORDER BY place`,
      textRow,
    ),
    // With `min(rank)` SQLite takes the label from the row with the lowest rank: the oldest post.
    tags: select(
      'SELECT tag AS slug, count(*) AS total, label, min(rank) FROM tagged GROUP BY tag ORDER BY tag',
      tagRow,
    ),
  };
}

export type Statements = ReturnType<typeof createStatements>;

/** The basis of an answer's digest, and the answer itself, which may need bodies. */
interface Found<T> {
  basis: unknown;
  answer: () => T;
}

const found = <T>(answer: T): Found<T> => ({ basis: answer, answer: () => answer });

const getSummary = <T>({ summary }: { summary: T }): T => summary;

function readBody(statements: Statements, type: string, row: { id: string; body: string }): Body {
  const content = statements.body(type, row.id)[0]?.text ?? '';
  if (digest(content) !== row.body)
    throw new Error(`The body of the ${type} ${row.id} is damaged: run 'npm run build' again.`);
  return v.parse(storedBody, content);
}

function getArchive<T>(
  { total, starts }: Places,
  shownFirst: number,
  page: number,
  readFrom: (rank: number) => readonly T[],
): ArchivePage<T> | null {
  const pages = countArchivePages(total, shownFirst);
  const start = starts[page - 1];
  if (start === undefined || page > pages) return null;
  const items = readFrom(start).toReversed();
  return { items, page, hasNewer: page < pages };
}

const getBlock = (statements: Statements, type: string, block: number) => {
  const items = statements.block(type, blockSize, (block - 1) * blockSize);
  return found(items.length > 0 ? items : null);
};

/** While the lists cannot be read, the service's content is hidden. */
const isFailed = ({ meta }: Statements) => meta('status')[0]?.text === 'failed';
const none: Places = { total: 0, starts: [] };
const getPlaces = (statements: Statements, type: string): Places =>
  isFailed(statements) ? none : statements.places.ofType(type);
const getTagPlaces = (statements: Statements, tag: string): Places =>
  isFailed(statements) ? none : statements.places.ofTag(tag);
const count = (statements: Statements, type: string): number => getPlaces(statements, type).total;

const getBuiltInCards = ({ meta }: Statements): readonly ResourceCard[] =>
  v.parse(
    v.pipe(v.string(), v.parseJson(), v.custom<ResourceCard[]>(Array.isArray)),
    meta('cards')[0]?.text ?? '[]',
  );

/** Chooses the built-in resources whose slugs the service lacks. */
function withoutTaken<T extends { slug: string }>(
  statements: Statements,
  builtIn: readonly T[],
): readonly T[] {
  if (isFailed(statements)) return builtIn;
  const taken = new Set(statements.takenBuiltIn().map(({ text }) => text));
  return builtIn.filter(({ slug }) => !taken.has(slug));
}

const readPost = (statements: Statements, row: v.InferOutput<typeof storedPostRow>): Post => ({
  ...row.summary,
  body: readBody(statements, 'post', row),
});

export const finders: {
  [T in QueryType]: (statements: Statements, parameters: Parameters[T]) => Found<Answers[T]>;
} = {
  'post-list': (statements) => {
    if (isFailed(statements)) return found({ status: 'failed' });
    const total = count(statements, 'post');
    const [featured = null, ...items] = statements.newestPosts('post', shownPosts).map(getSummary);
    const archive = findArchivePage(total, shownPosts);
    return found({ status: 'loaded', featured, items, total, archive });
  },

  'post-archive': (statements, { page }) =>
    found(
      getArchive(getPlaces(statements, 'post'), shownPosts, page, (rank) =>
        statements.pageOfPosts('post', rank).map(getSummary),
      ),
    ),

  'resource-list': (statements) => {
    if (isFailed(statements)) return found({ status: 'failed' });
    const total = count(statements, 'resource');
    const items =
      total > 0
        ? statements.newestResources('resource', pageSize).map(({ summary }) => toCard(summary))
        : getBuiltInCards(statements);
    return found({
      status: 'loaded',
      featured: items[0] ?? null,
      items,
      total: total > 0 ? total : items.length,
      archive: findArchivePage(total, pageSize),
    });
  },

  'resource-archive': (statements, { page }) =>
    found(
      getArchive(getPlaces(statements, 'resource'), pageSize, page, (rank) =>
        statements.pageOfResources('resource', rank).map(({ summary }) => toCard(summary)),
      ),
    ),

  tag: (statements, { tag: slug }) => {
    const { total } = getTagPlaces(statements, slug);
    if (total === 0) return found(null);
    return found({
      slug,
      label: statements.label(slug)[0]?.text ?? slug,
      status: 'loaded',
      featured: null,
      items: statements.newestTagged(slug, pageSize).map(getSummary),
      total,
      archive: findArchivePage(total, pageSize),
    });
  },

  'tag-archive': (statements, { tag: slug, page }) => {
    const places = getTagPlaces(statements, slug);
    const archive = getArchive(places, pageSize, page, (rank) =>
      statements.pageOfTagged(slug, rank).map(getSummary),
    );
    return found(archive && { slug, label: statements.label(slug)[0]?.text ?? slug, ...archive });
  },

  post: (statements, { slug }) => {
    const [row] = isFailed(statements) ? [] : statements.post(slug);
    if (!row) return found(null);
    return {
      basis: [row.summary, row.body],
      answer: () => readPost(statements, row),
    };
  },

  'post-surroundings': (statements, { slug }) => {
    const [post] = isFailed(statements) ? [] : statements.rank(slug);
    if (!post) return found(null);
    const getPost = (id: string) => statements.postById(id).map(getSummary);
    const older = statements.older(post.rank);
    const oldest = older.length < relatedReach ? statements.oldest() : [];
    return found({
      previous: older[0] ? (getPost(older[0].id)[0] ?? null) : null,
      next: statements.newer(post.rank)[0]?.summary ?? null,
      related: chooseRelated(post, older, oldest).flatMap(getPost),
    });
  },

  resource: (statements, { slug }) => {
    for (const type of isFailed(statements) ? ['built-in'] : ['resource', 'built-in']) {
      const [row] = statements.resource(type, slug);
      if (!row) continue;
      return {
        basis: [row.summary, row.body],
        answer: () => ({ ...row.summary, body: readBody(statements, type, row) }),
      };
    }
    return found(null);
  },

  feed: (statements) => {
    const rows = isFailed(statements) ? [] : statements.newestStored('post', feedLength);
    return {
      basis: rows,
      answer: () => rows.map((row) => readPost(statements, row)),
    };
  },

  newest: (statements) => {
    const list = (type: string) => statements.newestResources(type, newestLength).map(getSummary);
    const builtIn = withoutTaken(statements, list('built-in'));
    if (isFailed(statements)) return found({ posts: [], resources: builtIn });
    return found({
      posts: statements.newestPosts('post', newestLength).map(getSummary),
      resources: [...list('resource'), ...builtIn].slice(0, newestLength),
    });
  },

  slugs: (statements) => {
    const builtIn = withoutTaken(statements, statements.titled('built-in'));
    if (isFailed(statements)) return found({ posts: [], resources: builtIn });
    return found({
      posts: statements.titled('post'),
      resources: [...statements.titled('resource'), ...builtIn],
    });
  },

  blocks: (statements) => {
    const list = (type: string) =>
      isFailed(statements) ? [] : statements.blocks(type).map(({ text }) => text);
    return found({ posts: list('post'), resources: list('resource') });
  },

  'post-block': (statements, { block }) => getBlock(statements, 'post', block),
  'resource-block': (statements, { block }) => getBlock(statements, 'resource', block),

  'built-in-resources': (statements) =>
    found(withoutTaken(statements, statements.titled('built-in'))),

  'search-parts': (statements) =>
    found({ parts: Math.max(1, Math.ceil(count(statements, 'post') / searchedPosts)) }),

  'search-part': (statements, { part }) => {
    const offset = (part - 1) * searchedPosts;
    const posts = isFailed(statements)
      ? []
      : statements.oldestStoredPosts('post', searchedPosts, offset);
    const types = part > 1 ? [] : isFailed(statements) ? ['built-in'] : ['resource', 'built-in'];
    const resources = types.flatMap((type) => {
      const rows = statements
        .storedResources(type)
        .map((row) => ({ type, slug: row.summary.slug, row }));
      return type === 'built-in' ? withoutTaken(statements, rows) : rows;
    });
    return {
      basis: [posts, resources],
      answer: () => ({
        posts: posts.map((row) => readPost(statements, row)),
        resources: resources.map(({ type, row }) => ({
          ...row.summary,
          body: readBody(statements, type, row),
        })),
      }),
    };
  },

  tags: (statements) => found(isFailed(statements) ? [] : statements.tags()),

  lists: (statements) => {
    const tags = isFailed(statements) ? [] : statements.tags();
    return found({
      posts: countArchivePages(count(statements, 'post'), shownPosts),
      resources: countArchivePages(count(statements, 'resource'), pageSize),
      tags: tags.map(({ slug, total }) => ({
        slug,
        pages: countArchivePages(total, pageSize),
        hasOne: total === 1,
      })),
    });
  },

  overview: (statements) => {
    const { meta } = statements;
    return found({
      status: isFailed(statements) ? 'failed' : 'loaded',
      revision: isFailed(statements) ? '' : (meta('revision')[0]?.text ?? ''),
      posts: count(statements, 'post'),
      resources: count(statements, 'resource'),
      nextDue: (!isFailed(statements) && meta('nextDue')[0]?.text) || null,
    });
  },

  report: ({ meta }) =>
    found(
      v.parse(
        v.fallback(jsonColumn<EditorReport>(), { entriesAddress: null, problems: [] }),
        meta('report')[0]?.text ?? null,
      ),
    ),
};
