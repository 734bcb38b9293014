/**
 * What pages read: `read(query)` over the snapshot, and nothing else. Each answer depends on the
 * snapshot alone, and `recordReads` tells what a page depended on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { postPath, resourcePath } from '../../data/routes.ts';
import {
  getNeighbours,
  getPostArchive,
  getPostList,
  getRelated,
  getResourceArchive,
  getResourceList,
  getTagArchive,
  getTagList,
  groupByTag,
  toCard,
  type Tag,
} from './lists.ts';
import type {
  ArchivePage,
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
import { indexFile, readBody, readIndex, type SnapshotIndex, type Stored } from './store.ts';
import { digest } from '../../disk/digest.ts';

interface Listed {
  id: string;
  slug: string;
  updatedAt: string;
}

/** What the snapshot as a whole holds. */
export interface Overview {
  status: 'loaded' | 'failed';
  /** The newest `sys.updatedAt` of the content, '' without any. */
  revision: string;
  posts: number;
  resources: number;
  /** When the next withheld post is due, ISO 8601. */
  nextDue: string | null;
  /** What was changed last, so that an editor recognises it. */
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
  slugs: { posts: readonly Listed[]; resources: readonly Listed[] };
  tags: readonly { slug: string; label: string; total: number }[];
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
  /** The posts before and after one, and those that share its tags. */
  'post-surroundings': { slug: string };
  resource: { slug: string };
  /** The newest 24 posts with their bodies. */
  feed: object;
  /** The newest hundred posts and resources. */
  newest: object;
  /** All posts and resources that have a page. */
  slugs: object;
  /** All tags that have a page, by slug. */
  tags: object;
  overview: object;
}

type QueryType = keyof Answers;
type QueryOf<T extends QueryType> = { type: T } & Parameters[T];
export type Query = { [T in QueryType]: QueryOf<T> }[QueryType];

export type Read = <T extends QueryType>(query: Query & QueryOf<T>) => Promise<Answers[T]>;

export interface SnapshotRead extends Read {
  /** Changes when the answer does; cheaper than the answer, as no body is read. */
  getDigest(query: Query): Promise<string>;
}

const feedLength = 24;
const newestLength = 100;

/** The index, and what would be worked out for every page again. */
interface Library {
  index: SnapshotIndex;
  posts: readonly Stored<PostSummary>[];
  summaries: readonly PostSummary[];
  /** Place in the list by slug. */
  positions: ReadonlyMap<string, number>;
  /** Of the service first, then what is built in (spec §4). */
  resources: ReadonlyMap<string, Stored<ResourceSummary>>;
  tags: ReadonlyMap<string, Tag>;
  /** Stands for a record where it is compared: worked out once, as it is on many pages. */
  mark: (record: object) => string;
}

const withoutBody = <T>({ body: _, ...summary }: Stored<T>) => summary;

function createMark() {
  const marks = new WeakMap<object, string>();
  return (record: object): string => {
    const mark = marks.get(record) ?? digest(JSON.stringify(record));
    marks.set(record, mark);
    return mark;
  };
}

function createLibrary(index: SnapshotIndex): Library {
  const posts = index.posts.status === 'loaded' ? index.posts.items : [];
  const resources = index.resources.status === 'loaded' ? index.resources.items : [];
  const bySlug = new Map(resources.map((resource) => [resource.slug, resource]));
  for (const resource of index.builtIn.resources)
    if (!bySlug.has(resource.slug)) bySlug.set(resource.slug, resource);
  const summaries = posts.map(withoutBody);
  return {
    index,
    posts,
    summaries,
    positions: new Map(posts.map(({ slug }, position) => [slug, position])),
    resources: bySlug,
    tags: groupByTag(summaries),
    mark: createMark(),
  };
}

type ReadBody = <T>(stored: Stored<T>) => Promise<Omit<Stored<T>, 'body'> & { body: Post['body'] }>;

/** What the index alone says, which decides the digest, and the answer, which may need bodies. */
interface Found<T> {
  basis: unknown;
  answer: (readBody: ReadBody) => Promise<T> | T;
}

const found = <T>(answer: T): Found<T> => ({ basis: answer, answer: () => answer });

/** A list or archive page, compared by the marks of its items. */
const foundList = <T extends { items: readonly object[] }>(
  list: T,
  mark: Library['mark'],
): Found<T> => ({
  basis: { ...list, items: list.items.map(mark) },
  answer: () => list,
});

const getCards = ({ resources, builtIn }: SnapshotIndex): readonly ResourceCard[] =>
  resources.status === 'loaded' && resources.items.length > 0
    ? resources.items.map(toCard)
    : builtIn.cards;

const finders: {
  [T in QueryType]: (library: Library, parameters: Parameters[T]) => Found<Answers[T]>;
} = {
  'post-list': ({ index, summaries, mark }) =>
    index.posts.status === 'failed' ? found(index.posts) : foundList(getPostList(summaries), mark),

  'post-archive': ({ summaries, mark }, { page }) => {
    const archive = getPostArchive(summaries, page);
    return archive ? foundList(archive, mark) : found(null);
  },

  'resource-list': ({ index }) =>
    found(index.resources.status === 'failed' ? index.resources : getResourceList(getCards(index))),

  'resource-archive': ({ index }, { page }) => found(getResourceArchive(getCards(index), page)),

  tag: ({ tags, mark }, { tag }) => {
    const tagged = tags.get(tag);
    return tagged ? foundList(getTagList(tagged), mark) : found(null);
  },

  'tag-archive': ({ tags, mark }, { tag, page }) => {
    const tagged = tags.get(tag);
    const archive = tagged && getTagArchive(tagged, page);
    return archive ? foundList(archive, mark) : found(null);
  },

  post: ({ posts, positions }, { slug }) => {
    const post = posts[positions.get(slug) ?? -1];
    return post ? { basis: post, answer: (addBody) => addBody(post) } : found(null);
  },

  'post-surroundings': ({ summaries, positions }, { slug }) => {
    const position = positions.get(slug);
    if (position === undefined) return found(null);
    return found({
      ...getNeighbours(summaries, position),
      related: getRelated(summaries, position),
    });
  },

  resource: ({ resources }, { slug }) => {
    const resource = resources.get(slug);
    return resource ? { basis: resource, answer: (addBody) => addBody(resource) } : found(null);
  },

  feed: ({ posts }) => {
    const newest = posts.slice(0, feedLength);
    return { basis: newest, answer: (addBody) => Promise.all(newest.map((post) => addBody(post))) };
  },

  newest: ({ summaries, resources }) =>
    found({
      posts: summaries.slice(0, newestLength),
      resources: [...resources.values()].slice(0, newestLength).map(withoutBody),
    }),

  slugs: ({ summaries, resources }) => {
    const pick = ({ id, slug, updatedAt }: Listed) => ({ id, slug, updatedAt });
    return found({ posts: summaries.map(pick), resources: [...resources.values()].map(pick) });
  },

  tags: ({ tags }) =>
    found(
      [...tags.values()]
        .map(({ slug, label, posts }) => ({ slug, label, total: posts.length }))
        .sort((one, other) => (one.slug < other.slug ? -1 : 1)),
    ),

  overview: ({ index, summaries }) => {
    const { revision, nextDue, posts } = index;
    const resources = index.resources.status === 'loaded' ? index.resources.items : [];
    const isLoaded = posts.status === 'loaded' && index.resources.status === 'loaded';
    const newest = [
      ...summaries.map((post) => ({ ...post, path: postPath(post.slug) })),
      ...resources.map((resource) => ({ ...resource, path: resourcePath(resource.slug) })),
    ].reduce<Overview['newest']>(
      (latest, { title, path, updatedAt }) =>
        updatedAt > (latest?.updatedAt ?? '') ? { title, path, updatedAt } : latest,
      null,
    );
    return found({
      status: isLoaded ? 'loaded' : 'failed',
      revision,
      posts: summaries.length,
      resources: resources.length,
      nextDue,
      newest,
    });
  },
};

export interface RecordedRead {
  query: Query;
  digest: string;
}

const recorder = new AsyncLocalStorage<Map<string, RecordedRead>>();

/** Runs `render` and tells which queries it made, each with the digest of its answer. */
export async function recordReads<T>(
  render: () => Promise<T>,
): Promise<{ result: T; reads: readonly RecordedRead[] }> {
  const reads = new Map<string, RecordedRead>();
  const result = await recorder.run(reads, render);
  return { result, reads: [...reads.values()] };
}

/**
 * @param directory folder of the snapshot
 * @param options watch: notice a new index in it, for a process that outlives a pull
 */
export function createRead(directory: string, { watch = true } = {}): SnapshotRead {
  let loaded: { stamp: number; library: Promise<Library> } | null = null;

  const load = async (): Promise<Library> => {
    const index = await readIndex(directory);
    if (!index)
      throw new Error(`There is no content snapshot in ${directory}: run 'npm run build' first.`);
    return createLibrary(index);
  };

  const getLibrary = async (): Promise<Library> => {
    if (loaded && !watch) return loaded.library;
    const stamp = await stat(join(directory, indexFile)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (loaded?.stamp !== stamp) loaded = { stamp, library: load() };
    return loaded.library;
  };

  const addBody: ReadBody = async (stored) => ({
    ...withoutBody(stored),
    body: await readBody(directory, stored.body),
  });

  const find = async <T extends QueryType>(query: QueryOf<T>) => {
    const type: T = query.type;
    return finders[type](await getLibrary(), query);
  };

  const read = async <T extends QueryType>(query: Query & QueryOf<T>): Promise<Answers[T]> => {
    const { basis, answer } = await find<T>(query);
    const name = JSON.stringify(query);
    recorder.getStore()?.set(name, { query, digest: digest(JSON.stringify(basis)) });
    return answer(addBody);
  };

  return Object.assign(read, {
    getDigest: async (query: Query) => digest(JSON.stringify((await find(query)).basis)),
  });
}

let bound: SnapshotRead | null = null;

/** Over the snapshot that astro.config.mjs names, unless told otherwise; plain Node has no such name. */
const getBound = () =>
  (bound ??= createRead(import.meta.env.SNAPSHOT_DIRECTORY, { watch: import.meta.env.DEV }));

export const read: Read = (query) => getBound()(query);

/** The digest of what `read` would answer. */
export const getDigest = (query: Query): Promise<string> => getBound().getDigest(query);

/** Answers from the snapshot in this folder from now on, as it is at the next question. */
export const readFrom = (directory: string): void => {
  bound = createRead(directory, { watch: false });
};
