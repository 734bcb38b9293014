/**
 * The one way for pages to read content: `read(query)` over the snapshot. Each answer depends on the
 * snapshot alone, and `recordReads` lists the queries of a page.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import * as v from 'valibot';
import { digest } from '../../disk/digest.ts';
import { jsonColumn, type Database } from '../../disk/database.ts';
import { postPath, resourcePath } from '../../data/routes.ts';
import { isRecord } from '../../rules/unknown.ts';
import { openSnapshotForReading } from './database.ts';
import {
  chooseRelated,
  countArchivePages,
  findArchivePage,
  pageSize,
  relatedReach,
  shownPosts,
  toCard,
} from './lists.ts';
import type {
  ArchivePage,
  Body,
  Failed,
  List,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
  TagArchivePage,
  TagList,
} from './records.ts';

interface Listed {
  id: string;
  slug: string;
  updatedAt: string;
}

interface Titled extends Listed {
  /** Title of the page. */
  title: string;
  /** Of a resource. */
  gradient?: string | undefined;
}

/** Facts about the whole snapshot. */
export interface Overview {
  status: 'loaded' | 'failed';
  /** The newest `sys.updatedAt` of the content, '' without any. */
  revision: string;
  posts: number;
  resources: number;
  /** Due time of the next withheld post, ISO 8601; null when none is withheld. */
  nextDue: string | null;
  /** The item changed last, which tells editors how new the site is. */
  newest: { title: string; path: string; updatedAt: string } | null;
}

interface Answers {
  'post-list': Failed | List<PostSummary>;
  'post-archive': ArchivePage<PostSummary> | null;
  'resource-list': Failed | List<ResourceCard>;
  'resource-archive': ArchivePage<ResourceCard> | null;
  tag: TagList | null;
  'tag-archive': TagArchivePage | null;
  post: Post | null;
  'post-surroundings': {
    previous: PostSummary | null;
    next: PostSummary | null;
    related: readonly PostSummary[];
  } | null;
  resource: Resource | null;
  feed: readonly Post[];
  newest: { posts: readonly PostSummary[]; resources: readonly ResourceSummary[] };
  slugs: { posts: readonly Titled[]; resources: readonly Titled[] };
  blocks: { posts: readonly string[]; resources: readonly string[] };
  'post-block': readonly Listed[] | null;
  'resource-block': readonly Listed[] | null;
  tags: readonly { slug: string; label: string; total: number }[];
  'built-in-resources': readonly Listed[];
  lists: {
    posts: number;
    resources: number;
    tags: readonly { slug: string; pages: number; hasOne: boolean }[];
  };
  overview: Overview;
}

interface Parameters {
  /** The first page of the blog. */
  'post-list': object;
  'post-archive': { page: number };
  'resource-list': object;
  'resource-archive': { page: number };
  /** The first page of a tag; `tag` is its slug. */
  tag: { tag: string };
  'tag-archive': { tag: string; page: number };
  post: { slug: string };
  /** The posts before and after a post, and related posts. */
  'post-surroundings': { slug: string };
  resource: { slug: string };
  /** The newest 24 posts with their bodies. */
  feed: object;
  /** The newest hundred posts and resources. */
  newest: object;
  /** The slug and title of all posts and resources with a page. */
  slugs: object;
  /** The last change in each block of a thousand items, counted from the oldest. */
  blocks: object;
  /** A block of posts, from 1; null when there are fewer blocks. */
  'post-block': { block: number };
  'resource-block': { block: number };
  /** All tags with a page, by slug. */
  tags: object;
  /** Built-in resources whose slug no resource of the service has. */
  'built-in-resources': object;
  /** Number of archive pages of each list. */
  lists: object;
  overview: object;
}

type QueryType = keyof Answers;
type QueryOf<T extends QueryType> = { type: T } & Parameters[T];
export type Query = { [T in QueryType]: QueryOf<T> }[QueryType];

export type Read = <T extends QueryType>(query: Query & QueryOf<T>) => Promise<Answers[T]>;

export interface SnapshotRead extends Read {
  /** Digest that changes with the answer, without reading bodies. */
  getDigest(query: Query): string;
  close(): void;
}

/** The unique name of a query. */
export const nameQuery = (query: Query): string => JSON.stringify(query);

/** Parses the name of a query. */
export const parseQuery = (name: string): Query =>
  v.parse(v.pipe(v.string(), v.parseJson(), v.custom<Query>(isRecord)), name);

const feedLength = 24;
const newestLength = 100;
/** Items in one part of the sitemap. */
export const blockSize = 1000;

const countRow = v.object({ count: v.number() });
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
const latestRow = v.object({
  type: v.picklist(['post', 'resource']),
  slug: v.string(),
  summary: v.pipe(v.string(), v.parseJson(), v.object({ title: v.string() })),
  updatedAt: v.string(),
});

/** Prepares the SQL statements of the queries. */
function createStatements({ select }: Database) {
  const posts = "FROM record WHERE type = 'post'";
  const newestFirst = 'FROM record WHERE type = ? ORDER BY rank DESC LIMIT ?';
  const oldestFirst = 'FROM record WHERE type = ? ORDER BY rank LIMIT ? OFFSET ?';
  const tagged =
    "FROM tagged JOIN record ON record.type = 'post' AND record.id = tagged.id WHERE tag = ?";
  return {
    meta: select('SELECT value AS text FROM meta WHERE key = ?', textRow),
    body: select('SELECT content AS text FROM body WHERE type = ? AND id = ?', textRow),
    countRecords: select('SELECT count(*) AS count FROM record WHERE type = ?', countRow),
    newestPosts: select(`SELECT summary ${newestFirst}`, postRow),
    newestStored: select(`SELECT summary, id, body ${newestFirst}`, storedPostRow),
    newestResources: select(`SELECT summary ${newestFirst}`, resourceRow),
    oldestPosts: select(`SELECT summary ${oldestFirst}`, postRow),
    oldestResources: select(`SELECT summary ${oldestFirst}`, resourceRow),
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
    countTagged: select('SELECT count(*) AS count FROM tagged WHERE tag = ?', countRow),
    label: select('SELECT label AS text FROM tagged WHERE tag = ? ORDER BY rank LIMIT 1', textRow),
    newestTagged: select(`SELECT summary ${tagged} ORDER BY tagged.rank DESC LIMIT ?`, postRow),
    oldestTagged: select(`SELECT summary ${tagged} ORDER BY tagged.rank LIMIT ? OFFSET ?`, postRow),
    titled: select(
      `SELECT id, slug, updated_at, coalesce(summary ->> 'seoTitle', summary ->> 'title') AS title,
        summary ->> 'gradient' AS gradient
      FROM record WHERE type = ? ORDER BY rank DESC`,
      titledRow,
    ),
    block: select(`SELECT id, slug, updated_at ${oldestFirst}`, listedRow),
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
    latest: select(
      `SELECT type, slug, summary, updated_at AS updatedAt FROM record WHERE type <> 'built-in'
      ORDER BY updated_at DESC, type, id LIMIT 1`,
      latestRow,
    ),
  };
}

type Statements = ReturnType<typeof createStatements>;

/** The basis of an answer's digest, and the answer itself, which may need bodies. */
interface Found<T> {
  basis: unknown;
  answer: () => T;
}

const found = <T>(answer: T): Found<T> => ({ basis: answer, answer: () => answer });

const getSummary = <T>({ summary }: { summary: T }): T => summary;

function readBody({ body }: Statements, type: string, row: { id: string; body: string }): Body {
  const content = body(type, row.id)[0]?.text ?? '';
  if (digest(content) !== row.body)
    throw new Error(`The body of the ${type} ${row.id} is damaged: run 'npm run build' again.`);
  return v.parse(v.pipe(v.string(), v.parseJson(), v.custom<Body>(isRecord)), content);
}

function getArchive<T>(
  total: number,
  shownFirst: number,
  page: number,
  readOldest: (limit: number, offset: number) => readonly T[],
): ArchivePage<T> | null {
  const pages = countArchivePages(total, shownFirst);
  if (page < 1 || page > pages) return null;
  const items = readOldest(pageSize, (page - 1) * pageSize).toReversed();
  return { items, page, hasNewer: page < pages };
}

const getBlock = (statements: Statements, type: string, block: number) => {
  const items = statements.block(type, blockSize, (block - 1) * blockSize);
  return found(items.length > 0 ? items : null);
};

/** While the lists cannot be read, the service's content is hidden. */
const isFailed = ({ meta }: Statements) => meta('status')[0]?.text === 'failed';
const count = (statements: Statements, type: string): number =>
  isFailed(statements) ? 0 : (statements.countRecords(type)[0]?.count ?? 0);

const getBuiltInCards = ({ meta }: Statements): readonly ResourceCard[] =>
  v.parse(
    v.pipe(v.string(), v.parseJson(), v.custom<ResourceCard[]>(Array.isArray)),
    meta('cards')[0]?.text ?? '[]',
  );

/** The service's resources, then the built-in ones whose slugs the service lacks. */
function getResources(statements: Statements): readonly Titled[] {
  const own = isFailed(statements) ? [] : statements.titled('resource');
  const taken = new Set(own.map(({ slug }) => slug));
  return [...own, ...statements.titled('built-in').filter(({ slug }) => !taken.has(slug))];
}

const finders: {
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
      getArchive(count(statements, 'post'), shownPosts, page, (limit, offset) =>
        statements.oldestPosts('post', limit, offset).map(getSummary),
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
      getArchive(count(statements, 'resource'), pageSize, page, (limit, offset) =>
        statements.oldestResources('resource', limit, offset).map(({ summary }) => toCard(summary)),
      ),
    ),

  tag: (statements, { tag: slug }) => {
    const total = isFailed(statements) ? 0 : (statements.countTagged(slug)[0]?.count ?? 0);
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
    const total = isFailed(statements) ? 0 : (statements.countTagged(slug)[0]?.count ?? 0);
    const archive = getArchive(total, pageSize, page, (limit, offset) =>
      statements.oldestTagged(slug, limit, offset).map(getSummary),
    );
    return found(archive && { slug, label: statements.label(slug)[0]?.text ?? slug, ...archive });
  },

  post: (statements, { slug }) => {
    const [row] = isFailed(statements) ? [] : statements.post(slug);
    if (!row) return found(null);
    return {
      basis: [row.summary, row.body],
      answer: () => ({ ...row.summary, body: readBody(statements, 'post', row) }),
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
      answer: () =>
        rows.map((row) => ({ ...row.summary, body: readBody(statements, 'post', row) })),
    };
  },

  newest: (statements) => {
    const resources = getResources(statements).slice(0, newestLength);
    return found({
      posts: isFailed(statements)
        ? []
        : statements.newestPosts('post', newestLength).map(getSummary),
      resources: resources.flatMap(({ slug }) => {
        const own = isFailed(statements) ? [] : statements.resource('resource', slug);
        return [...own, ...statements.resource('built-in', slug)].slice(0, 1).map(getSummary);
      }),
    });
  },

  slugs: (statements) =>
    found({
      posts: isFailed(statements) ? [] : statements.titled('post'),
      resources: getResources(statements),
    }),

  blocks: (statements) => {
    const list = (type: string) =>
      isFailed(statements) ? [] : statements.blocks(type).map(({ text }) => text);
    return found({ posts: list('post'), resources: list('resource') });
  },

  'post-block': (statements, { block }) => getBlock(statements, 'post', block),
  'resource-block': (statements, { block }) => getBlock(statements, 'resource', block),

  'built-in-resources': (statements) =>
    found(getResources(statements).filter(({ updatedAt }) => updatedAt === '')),

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
    const [latest] = isFailed(statements) ? [] : statements.latest();
    return found({
      status: isFailed(statements) ? 'failed' : 'loaded',
      revision: isFailed(statements) ? '' : (meta('revision')[0]?.text ?? ''),
      posts: count(statements, 'post'),
      resources: count(statements, 'resource'),
      nextDue: (!isFailed(statements) && meta('nextDue')[0]?.text) || null,
      newest: latest
        ? {
            title: latest.summary.title,
            path: latest.type === 'post' ? postPath(latest.slug) : resourcePath(latest.slug),
            updatedAt: latest.updatedAt,
          }
        : null,
    });
  },
};

export interface RecordedRead {
  query: Query;
  digest: string;
}

const recorder = new AsyncLocalStorage<Map<string, RecordedRead>>();

/** Runs `render` and records its queries, each with the digest of the answer. */
export async function recordReads<T>(
  render: () => Promise<T>,
): Promise<{ result: T; reads: readonly RecordedRead[] }> {
  const reads = new Map<string, RecordedRead>();
  const result = await recorder.run(reads, render);
  return { result, reads: [...reads.values()] };
}

/**
 * Creates `read` for one snapshot.
 * @param directory folder of the snapshot, which may appear later
 */
export function createRead(directory: string): SnapshotRead {
  let database: Database | null = null;
  let statements: Statements | undefined;

  const getStatements = (): Statements => {
    if (statements) return statements;
    database = openSnapshotForReading(directory);
    if (!database)
      throw new Error(`There is no content snapshot in ${directory}: run 'npm run build' first.`);
    return (statements = createStatements(database));
  };

  const find = <T extends QueryType>(query: QueryOf<T>) => {
    const type: T = query.type;
    return finders[type](getStatements(), query);
  };

  // Asynchronous for callers, although SQLite answers at once.
  // eslint-disable-next-line @typescript-eslint/require-await
  const read = async <T extends QueryType>(query: Query & QueryOf<T>): Promise<Answers[T]> => {
    const { basis, answer } = find<T>(query);
    recorder.getStore()?.set(nameQuery(query), { query, digest: digest(JSON.stringify(basis)) });
    return answer();
  };

  return Object.assign(read, {
    getDigest: (query: Query) => digest(JSON.stringify(find(query).basis)),
    close: () => {
      database?.close();
      statements = undefined;
    },
  });
}

let bound: SnapshotRead | null = null;

/**
 * Uses the snapshot that astro.config.mjs names, unless `readFrom` was called. Plain Node has no such
 * name.
 */
const getBound = () => (bound ??= createRead(import.meta.env.SNAPSHOT_DIRECTORY));

export const read: Read = (query) => getBound()(query);

/** The digest of the answer that `read` would give. */
export const getDigest = (query: Query): string => getBound().getDigest(query);

/** Reads from the snapshot in this folder from now on. */
export const readFrom = (directory: string): void => {
  bound?.close();
  bound = createRead(directory);
};
