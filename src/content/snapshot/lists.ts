/** The spec's rules over records, pure: list pages, neighbours, what belongs together, whose time has come. */
import { parseDay } from '../../rules/dates.ts';
import { getTagSlug } from '../../rules/tag-slug.ts';
import type { ListPage, PostSummary, ResourceCard, ResourceSummary, TagPage } from './records.ts';

/** Items on one page of a list (contract, Readings). */
export const pageSize = 24;

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

/** The first post is featured, on page 1 only; the others follow, 24 a page. */
export function getPostPage(posts: readonly PostSummary[], page: number): ListPage<PostSummary> {
  const [featured = null, ...others] = posts;
  return {
    ...getPage(others, page),
    featured: page === 1 ? featured : null,
    total: posts.length,
  };
}

/** The first resource is featured, on page 1 only; All Resources holds all, the first included. */
export function getResourcePage(
  resources: readonly ResourceCard[],
  page: number,
): ListPage<ResourceCard> {
  return { ...getPage(resources, page), featured: page === 1 ? (resources[0] ?? null) : null };
}

export interface Tag {
  slug: string;
  label: string;
  posts: readonly PostSummary[];
}

/**
 * The tags of all posts by slug, each with its posts in received order. Spellings with the same slug
 * are one tag, under the first label received.
 */
export function groupByTag(posts: readonly PostSummary[]): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag & { posts: PostSummary[] }>();
  for (const post of posts)
    for (const label of post.tags) {
      const slug = getTagSlug(label);
      if (slug === null) continue;
      const tag = tags.get(slug) ?? { slug, label, posts: [] };
      if (tag.posts.at(-1) !== post) tag.posts.push(post);
      tags.set(slug, tag);
    }
  return tags;
}

export const getTagPage = ({ slug, label, posts }: Tag, page: number): TagPage => ({
  slug,
  label,
  ...getPage(posts, page),
});

/** The posts before and after the one at `position`; the newest stands first in the list. */
export const getNeighbours = (posts: readonly PostSummary[], position: number) => ({
  previous: posts[position + 1] ?? null,
  next: posts[position - 1] ?? null,
});

const relatedPosts = 3;
/** Posts farther away are not looked at: a new post then changes few pages, however many there are. */
const relatedReach = 100;

/** Up to three posts that share tags with the one at `position`: most tags first, then the nearest. */
export function getRelated(posts: readonly PostSummary[], position: number): PostSummary[] {
  const tags = new Set(posts[position]?.tags);
  const found: { post: PostSummary; distance: number; shared: number }[] = [];
  // A plain loop: every publish asks this of every post.
  const last = Math.min(posts.length - 1, position + relatedReach);
  for (let at = Math.max(0, position - relatedReach); at <= last; at += 1) {
    const post = posts[at];
    if (!post || at === position) continue;
    let shared = 0;
    for (const tag of post.tags) if (tags.has(tag)) shared += 1;
    if (shared > 0) found.push({ post, shared, distance: Math.abs(at - position) });
  }
  return found
    .sort((one, other) => other.shared - one.shared || one.distance - other.distance)
    .slice(0, relatedPosts)
    .map(({ post }) => post);
}

export const toCard = (resource: ResourceSummary): ResourceCard => {
  const { id, slug, title, type, readTime, gradient, subtitle: description } = resource;
  const card = { id, slug, title, type, readTime, gradient, description };
  return resource.draft ? { ...card, draft: resource.draft } : card;
};

/**
 * Milliseconds since 1970 at which a post with this date is due; null when it has no date. A time
 * without an offset counts as UTC, a day from its first minute there, whatever the machine's zone.
 */
export function getDueTime(publishedDate: string): number | null {
  const day = parseDay(publishedDate);
  if (!day) return null;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(publishedDate.slice(day.length));
  const time = publishedDate === day || hasOffset ? publishedDate : `${publishedDate}Z`;
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? Date.parse(day) : parsed;
}

/** Whether a post may be shown: one dated in the future is withheld until its time. */
export const isDue = ({ publishedDate }: Pick<PostSummary, 'publishedDate'>, now: Date): boolean =>
  (getDueTime(publishedDate) ?? 0) <= now.getTime();
