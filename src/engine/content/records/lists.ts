/** The rules for lists of records: their pages, related items, tags. */
import { getTagName, getTagSlug } from './slug.ts';

export const pageSize = 24;

/** The archive page of an item, by the item's place from the oldest (0). */
const getArchivePageOf = (place: number) => Math.floor(place / pageSize) + 1;

/** Counts the archive pages of a list; 0 when the first page shows all items. */
export const countArchivePages = (total: number, shownFirst: number): number =>
  total > shownFirst ? getArchivePageOf(total - 1) : 0;

/** The archive page of the newest item that the first page does not show; null when it shows all. */
export const findArchivePage = (total: number, shownFirst: number): number | null =>
  total > shownFirst ? getArchivePageOf(total - shownFirst - 1) : null;

const mostRelated = 3;
/** Older items from which related ones are chosen. Without the newer ones a new item changes no other page. */
export const relatedReach = 48;

export interface Candidate {
  id: string;
  tags: readonly string[];
}

/**
 * Chooses up to three items that share tags with an item: most shared tags first, then the nearest.
 * @param older the 48 items before the item, nearest first
 * @param oldest the first 49 items of the list, from which an item with fewer than 48 older ones chooses
 * @returns ids
 */
export function chooseRelated(
  item: Candidate,
  older: readonly Candidate[],
  oldest: readonly Candidate[],
): string[] {
  const tags = new Set(item.tags.map(getTagName));
  const candidates =
    older.length === relatedReach
      ? older.map((one, index) => ({ ...one, distance: index + 1 }))
      : oldest.map((one, place) => ({ ...one, distance: Math.abs(place - older.length) }));
  return candidates
    .filter(({ id }) => id !== item.id)
    .map((one) => ({ ...one, shared: one.tags.filter((tag) => tags.has(getTagName(tag))).length }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared || one.distance - other.distance)
    .slice(0, mostRelated)
    .map(({ id }) => id);
}

/** The tags of an item by slug, each in its first spelling. */
export function getTagLabels(tags: readonly string[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const label of tags) {
    const slug = getTagSlug(label);
    if (slug !== null && !labels.has(slug)) labels.set(slug, label);
  }
  return labels;
}
