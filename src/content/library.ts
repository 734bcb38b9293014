/** The spec's rules over records, pure: list pages, neighbours, what belongs together. */
import { parseDay } from '../data/dates.ts';
import type { ListPage, PostSummary, ResourceCard, ResourceSummary } from './records.ts';

/** Items on one page of a list (contract, Readings). */
export const pageSize = 24;

/** The first post is featured, on page 1 only; the others follow, 24 a page. */
export function getPostPage(posts: readonly PostSummary[], page: number): ListPage<PostSummary> {
  const [featured = null, ...others] = posts;
  return {
    ...getPage(others, page),
    featured: page === 1 ? featured : null,
    total: posts.length,
  };
}

/** The first resource is featured; All Resources holds all of them, the first included. */
export function getResourcePage(
  resources: readonly ResourceCard[],
  page: number,
): ListPage<ResourceCard> {
  return { ...getPage(resources, page), featured: page === 1 ? (resources[0] ?? null) : null };
}

function getPage<T>(items: readonly T[], page: number): ListPage<T> {
  return {
    status: 'loaded',
    featured: null,
    items: items.slice((page - 1) * pageSize, page * pageSize),
    page,
    pages: Math.max(1, Math.ceil(items.length / pageSize)),
    total: items.length,
  };
}

/** Up to `most` other posts that share tags, most tags first, then in received order. */
export function getRelated(
  posts: readonly PostSummary[],
  post: PostSummary,
  most: number,
): PostSummary[] {
  const shared = ({ tags }: PostSummary) => tags.filter((tag) => post.tags.includes(tag)).length;
  return posts
    .filter((other) => other.slug !== post.slug && shared(other) > 0)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, most);
}

/** The posts before and after one in the list; the newest stands first. */
export function getNeighbours(posts: readonly PostSummary[], slug: string) {
  const index = posts.findIndex((post) => post.slug === slug);
  return { previous: posts[index + 1] ?? null, next: posts[index - 1] ?? null };
}

export const toCard = (resource: ResourceSummary): ResourceCard => {
  const { id, slug, title, type, readTime, gradient, subtitle: description } = resource;
  return { id, slug, title, type, readTime, gradient, description };
};

/**
 * Whether a post's time has come: a date-time counts to the minute, a date from its first minute
 * anywhere on earth, a post without a date always.
 */
export function isDue({ publishedDate }: Pick<PostSummary, 'publishedDate'>, now: Date): boolean {
  const time = getDueTime(publishedDate);
  return time === null || time <= now.getTime();
}

/** Milliseconds since 1970 at which a post with this date is due, or null when it has none. */
export function getDueTime(publishedDate: string): number | null {
  const day = parseDay(publishedDate);
  if (!day) return null;
  const written = publishedDate === day ? `${day}T00:00:00+14:00` : publishedDate;
  const time = Date.parse(written);
  return Number.isNaN(time) ? null : time;
}
