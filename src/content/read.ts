/**
 * What pages read: `read(query)` over the snapshot, and nothing else. Each answer depends on the
 * snapshot alone, and `recordReads` tells what a page depended on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getNeighbours, getPostPage, getRelated, getResourcePage, toCard } from './library.ts';
import type {
  Failed,
  ListPage,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
} from './records.ts';
import { digest, readBody, readIndex, type SnapshotIndex, type Stored } from './snapshot.ts';

interface Answers {
  'post-list': Failed | ListPage<PostSummary>;
  'resource-list': Failed | ListPage<ResourceCard>;
  post: {
    post: Post;
    previous: PostSummary | null;
    next: PostSummary | null;
    related: readonly PostSummary[];
  } | null;
  resource: Resource | null;
  feed: readonly Post[];
  slugs: { posts: readonly SlugAndTime[]; resources: readonly SlugAndTime[] };
}

interface SlugAndTime {
  slug: string;
  updatedAt: string;
}

export type Query =
  | { type: 'post-list' | 'resource-list'; page: number }
  | { type: 'post' | 'resource'; slug: string }
  /** The newest posts with their bodies, for the feed. */
  | { type: 'feed' }
  /** What has a page of its own, for the listing. */
  | { type: 'slugs' };

const feedLength = 24;
const relatedPosts = 3;

const recorder = new AsyncLocalStorage<Map<string, string>>();

/** Runs `render` and tells which queries it made, each with the digest of its answer. */
export async function recordReads<T>(
  render: () => Promise<T>,
): Promise<{ result: T; reads: ReadonlyMap<string, string> }> {
  const reads = new Map<string, string>();
  const result = await recorder.run(reads, render);
  return { result, reads };
}

const withoutBody = <T>({ body: _, ...summary }: Stored<T>) => summary;

/** @param getDirectory folder of the snapshot */
export function createRead(getDirectory: () => string) {
  let loaded: { stamp: number; index: SnapshotIndex } | null = null;

  /** The index in force; read again only when the file has changed (the dev server). */
  const getIndex = async (): Promise<SnapshotIndex> => {
    const directory = getDirectory();
    const stamp = await stat(join(directory, 'index.json')).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (loaded?.stamp === stamp) return loaded.index;
    const index = await readIndex(directory);
    if (!index)
      throw new Error(`There is no content snapshot in ${directory}: run 'npm run build' first.`);
    loaded = { stamp, index };
    return index;
  };

  const addBody = async <T>(stored: Stored<T>) => ({
    ...withoutBody(stored),
    body: await readBody(getDirectory(), stored.body),
  });

  const getResources = (index: SnapshotIndex): readonly Stored<ResourceSummary>[] =>
    index.resources.status === 'loaded' ? index.resources.items : [];

  const answers: { [K in Query['type']]: (query: Query & { type: K }) => Promise<Answers[K]> } = {
    'post-list': async ({ page }) => {
      const { posts } = await getIndex();
      return posts.status === 'loaded' ? getPostPage(posts.items.map(withoutBody), page) : posts;
    },
    'resource-list': async ({ page }) => {
      const { resources, builtIn } = await getIndex();
      if (resources.status === 'failed') return resources;
      const cards = resources.items.map((resource) => toCard(resource));
      return getResourcePage(cards.length > 0 ? cards : builtIn.cards, page);
    },
    post: async ({ slug }) => {
      const { posts } = await getIndex();
      const items = posts.status === 'loaded' ? posts.items : [];
      const stored = items.find((post) => post.slug === slug);
      if (!stored) return null;
      const summaries = items.map(withoutBody);
      return {
        post: await addBody(stored),
        ...getNeighbours(summaries, slug),
        related: getRelated(summaries, withoutBody(stored), relatedPosts),
      };
    },
    resource: async ({ slug }) => {
      const index = await getIndex();
      const stored = [...getResources(index), ...index.builtIn.resources].find(
        (resource) => resource.slug === slug,
      );
      return stored ? addBody(stored) : null;
    },
    feed: async () => {
      const { posts } = await getIndex();
      const items = posts.status === 'loaded' ? posts.items : [];
      return Promise.all(items.slice(0, feedLength).map((post) => addBody(post)));
    },
    slugs: async () => {
      const index = await getIndex();
      const pick = ({ slug, updatedAt }: SlugAndTime) => ({ slug, updatedAt });
      const own = getResources(index);
      const builtIn = index.builtIn.resources.filter(
        ({ slug }) => !own.some((resource) => resource.slug === slug),
      );
      return {
        posts: index.posts.status === 'loaded' ? index.posts.items.map(pick) : [],
        resources: [...own, ...builtIn].map(pick),
      };
    },
  };

  return async <K extends Query['type']>(query: Query & { type: K }): Promise<Answers[K]> => {
    const answer = await answers[query.type](query);
    recorder.getStore()?.set(JSON.stringify(query), digest(JSON.stringify(answer)));
    return answer;
  };
}

/** Over the snapshot that astro.config.mjs names. */
export const read = createRead(() => import.meta.env.SNAPSHOT_DIRECTORY);
