/** The rules for lists of records: their pages, related posts, tags, cards. */
import type { ResourceCard, ResourceSummary } from './records.ts';
import { getTagSlug } from './slug.ts';

export const pageSize = 24;

/** The archive page of an item, by the item's place from the oldest (0). */
const getArchivePageOf = (place: number) => Math.floor(place / pageSize) + 1;

/** Counts the archive pages of a list; 0 when the first page shows all items. */
export const countArchivePages = (total: number, shownFirst: number): number =>
  total > shownFirst ? getArchivePageOf(total - 1) : 0;

/** The archive page of the newest item that the first page does not show; null when it shows all. */
export const findArchivePage = (total: number, shownFirst: number): number | null =>
  total > shownFirst ? getArchivePageOf(total - shownFirst - 1) : null;

/** The first page of the blog shows the featured post and 24 others. */
export const shownPosts = pageSize + 1;

const relatedPosts = 3;
/**
 * Older posts from which related posts are chosen. Newer posts are left out, so that a new post changes
 * no other page.
 */
export const relatedReach = 48;

export interface Candidate {
  id: string;
  tags: readonly string[];
}

/**
 * Chooses up to three posts that share tags with a post: most shared tags first, then the nearest.
 * @param older the 48 posts before the post, nearest first
 * @param oldest the first 49 posts of the blog, from which a post with fewer than 48 older ones chooses
 * @returns ids
 */
export function chooseRelated(
  post: Candidate,
  older: readonly Candidate[],
  oldest: readonly Candidate[],
): string[] {
  const tags = new Set(post.tags);
  const candidates =
    older.length === relatedReach
      ? older.map((one, index) => ({ ...one, distance: index + 1 }))
      : oldest.map((one, place) => ({ ...one, distance: Math.abs(place - older.length) }));
  return candidates
    .filter(({ id }) => id !== post.id)
    .map((one) => ({ ...one, shared: one.tags.filter((tag) => tags.has(tag)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared || one.distance - other.distance)
    .slice(0, relatedPosts)
    .map(({ id }) => id);
}

/** The tags of a post by slug, each in its first spelling. */
export function getTagLabels(tags: readonly string[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const label of tags) {
    const slug = getTagSlug(label);
    if (slug !== null && !labels.has(slug)) labels.set(slug, label);
  }
  return labels;
}

export const toCard = (resource: ResourceSummary): ResourceCard => {
  const { id, slug, title, type, readTime, gradient, subtitle: description } = resource;
  const card = { id, slug, title, type, readTime, gradient, description };
  return resource.draft ? { ...card, draft: resource.draft } : card;
};

/** The card of a built-in resource. The last card has another id and type than its page. */
export const toBuiltInCard = (resource: ResourceSummary): ResourceCard =>
  resource.slug === 'ai-implementation-guide'
    ? { ...toCard(resource), id: 'ai-implementation', type: 'Roadmap' }
    : toCard(resource);
