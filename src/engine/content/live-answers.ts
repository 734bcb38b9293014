/** Live content as a page reads it. */
import { routes } from '../../data/routes.ts';
import { pageSize, shownPosts } from './articles/lists.ts';
import type { Answers } from './snapshot/queries.ts';
import type { List } from './articles/records.ts';
import type { LiveContent } from './live.ts';

/** An item of a list, or the list itself (`slug` null). */
export interface LiveAddress {
  list: 'blog' | 'resources';
  slug: string | null;
}

export const formatLiveAddress = ({ list, slug }: LiveAddress) =>
  slug === null ? routes[list] : `${routes[list]}/${slug}`;

/** Parses the address of live content at the end of a path; null for other paths. */
export function parseLiveAddress(path: string): LiveAddress | null {
  const [, list, slug = null] = /\/(blog|resources)(?:\/([^/]+))?$/.exec(path) ?? [];
  return list === 'blog' || list === 'resources' ? { list, slug } : null;
}

export interface FoundLive {
  /** What the content API answers. */
  content: object;
  /** What the page reads in place of the snapshot. */
  answers: Partial<Answers>;
}

/** The first page of a list. A build without content has no archive pages. */
const toList = <T>(all: readonly T[], items: readonly T[]): List<T> => ({
  status: 'loaded',
  featured: all[0] ?? null,
  items,
  total: all.length,
  archive: null,
});

const fetchers = {
  blog: async (live: LiveContent, slug: string | null): Promise<FoundLive | null> => {
    if (slug === null) {
      const posts = await live.fetchPosts();
      return {
        content: posts,
        answers: { 'post-list': toList(posts, posts.slice(1, shownPosts)) },
      };
    }
    const post = await live.fetchPost(slug);
    // Only a build knows related and neighbouring posts.
    const surroundings = { previous: null, next: null, related: [] };
    return post && { content: post, answers: { post, 'post-surroundings': surroundings } };
  },
  resources: async (live: LiveContent, slug: string | null): Promise<FoundLive | null> => {
    if (slug === null) {
      const cards = await live.fetchResources();
      return {
        content: cards,
        answers: { 'resource-list': toList(cards, cards.slice(0, pageSize)) },
      };
    }
    const resource = await live.fetchResource(slug);
    return resource && { content: resource, answers: { resource } };
  },
};

/** Fetches live content, with what its page reads; null for unknown items. */
export const fetchLive = (live: LiveContent, { list, slug }: LiveAddress) =>
  fetchers[list](live, slug);
