/** The spec's rules over records, pure: list pages, neighbours, what belongs together, whose time has come. */
import { parseDay } from '../../rules/dates.ts';
import { getTagSlug } from '../../rules/tag-slug.ts';
import type {
  ArchivePage,
  List,
  PostSummary,
  ResourceCard,
  ResourceSummary,
  TagArchivePage,
  TagList,
} from './records.ts';

/** Items on one page of a list (contract, Endpoints). */
export const pageSize = 24;

/** The archive page that holds an item, by the item's place from the oldest, which is 0. */
const getArchivePageOf = (place: number) => Math.floor(place / pageSize) + 1;

/** How many archive pages a list has; none when its first page shows all of it. */
export const countArchivePages = (total: number, shownFirst: number): number =>
  total > shownFirst ? getArchivePageOf(total - 1) : 0;

/** @param items the newest first */
function getList<T>(items: readonly T[], shownFirst: number): Omit<List<T>, 'featured'> {
  const total = items.length;
  return {
    status: 'loaded',
    items: items.slice(shownFirst - pageSize, shownFirst),
    total,
    archive: total > shownFirst ? getArchivePageOf(total - shownFirst - 1) : null,
  };
}

/** One page of the archive; null when there is none of that number. */
function getArchivePage<T>(
  items: readonly T[],
  shownFirst: number,
  page: number,
): ArchivePage<T> | null {
  const pages = countArchivePages(items.length, shownFirst);
  if (!(page >= 1 && page <= pages)) return null;
  const start = Math.max(0, items.length - page * pageSize);
  const end = items.length - (page - 1) * pageSize;
  return { items: items.slice(start, end), page, hasNewer: page < pages };
}

/** The featured post and the 24 after it. */
export const shownPosts = pageSize + 1;

export const getPostList = (posts: readonly PostSummary[]): List<PostSummary> => ({
  ...getList(posts, shownPosts),
  featured: posts[0] ?? null,
});

export const getPostArchive = (posts: readonly PostSummary[], page: number) =>
  getArchivePage(posts, shownPosts, page);

/** The first resource is featured; All Resources holds the newest 24, the first included. */
export const getResourceList = (resources: readonly ResourceCard[]): List<ResourceCard> => ({
  ...getList(resources, pageSize),
  featured: resources[0] ?? null,
});

export const getResourceArchive = (resources: readonly ResourceCard[], page: number) =>
  getArchivePage(resources, pageSize, page);

export interface Tag {
  slug: string;
  label: string;
  posts: readonly PostSummary[];
}

/**
 * The tags of all posts by slug, each with its posts in received order. Spellings with the same slug
 * are one tag, under the label of its oldest post.
 */
export function groupByTag(posts: readonly PostSummary[]): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag & { posts: PostSummary[] }>();
  for (const post of posts)
    for (const label of post.tags) {
      const slug = getTagSlug(label);
      if (slug === null) continue;
      const tag = tags.get(slug) ?? { slug, label, posts: [] };
      if (tag.posts.at(-1) !== post) {
        tag.posts.push(post);
        tag.label = label;
      }
      tags.set(slug, tag);
    }
  return tags;
}

export const getTagList = ({ slug, label, posts }: Tag): TagList => ({
  slug,
  label,
  ...getList(posts, pageSize),
  featured: null,
});

export function getTagArchive({ slug, label, posts }: Tag, page: number): TagArchivePage | null {
  const found = getArchivePage(posts, pageSize, page);
  return found && { slug, label, ...found };
}

/** The posts before and after the one at `position`; the newest stands first in the list. */
export const getNeighbours = (posts: readonly PostSummary[], position: number) => ({
  previous: posts[position + 1] ?? null,
  next: posts[position - 1] ?? null,
});

const relatedPosts = 3;
/** Posts that may be related to one: those that are older, so that a new post changes no other page. */
const relatedReach = 48;

/**
 * Up to three of the 48 older posts that share tags with the one at `position`: most tags first, then
 * the nearest. The oldest posts choose among the first 49 of the blog, as they have too few before them.
 */
export function getRelated(posts: readonly PostSummary[], position: number): PostSummary[] {
  const tags = new Set(posts[position]?.tags);
  const last = Math.min(posts.length - 1, position + relatedReach);
  const first = Math.max(0, Math.min(position + 1, posts.length - 1 - relatedReach));
  const found: { post: PostSummary; distance: number; shared: number }[] = [];
  for (let at = first; at <= last; at += 1) {
    const post = posts[at];
    if (!post || at === position) continue;
    const shared = post.tags.filter((tag) => tags.has(tag)).length;
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
