/** Records of entries: a pull writes them into the snapshot, pages read them. Their slugs and tags, and the rules for lists of them. */
import * as v from 'valibot';
import { codePages, collections } from '../../site.ts';
import { draftState, pictureSchema, type ItemOf } from '../../declare/collections.ts';

/** The names of the site's own pages below a list, such as /blog/thank-you. */
const ownNames = codePages.flatMap(({ path }) => {
  const list = collections.find(({ pages }) => pages && path.startsWith(`${pages.path}/`))?.pages;
  return list ? [path.slice(list.path.length + 1)] : [];
});

/** What the slug of an entry must be. */
export const slugRules = {
  /** Lower-case words with hyphens: valid in addresses and file names, and easy to type. */
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  longest: 120,
  /** Slugs that would hide a page below a list, now or later. */
  reserved: [...ownNames, 'page', 'tag', 'index', 'feed', 'rss', 'search'],
};

/** Explains why a slug cannot be part of an address; null for a valid slug. */
export function findSlugProblem(slug: unknown): string | null {
  if (slug === undefined || slug === null || slug === '') return 'is missing';
  if (typeof slug !== 'string') return 'is not text';
  if (!slugRules.pattern.test(slug))
    return `is '${slug.slice(0, 60)}'; use lower-case letters a to z, digits and single hyphens`;
  if (slug.length > slugRules.longest) return `is longer than ${slugRules.longest} characters`;
  if (slugRules.reserved.includes(slug))
    return `is '${slug}', an address that the site needs itself`;
  return null;
}

/** Makes a title from a slug: 'Why growth stalls' from 'why-growth-stalls'. */
export const formatSlug = (slug: string) =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/** In characters: longer names cause trouble in file names and addresses. */
const longestTagSlug = 80;
/** A file `index.html` would be served for its folder. */
const reservedTagSlug = 'index';

/** Signs that tell tags apart: C, C++ and C#; net and .NET. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z0-9+])\+(?![a-z0-9])/g, ' plus '],
  [/(?<=[a-z0-9])#(?![a-z0-9])/g, ' sharp '],
  [/(?<![^\s(])\.(?=[a-z])/g, ' dot '],
];

/** 'Café & Bar' → 'cafe-and-bar'. Labels with one slug are one tag; without a usable one (null) it has no page. */
export function getTagSlug(label: string): string | null {
  const plain = label
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase() // turns ß into SS, which toLowerCase() alone would not
    .toLowerCase()
    .replaceAll('&', ' and ');
  const slug = signs
    .reduce((text, [sign, word]) => text.replace(sign, word), plain)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' || slug === reservedTagSlug || slug.length > longestTagSlug ? null : slug;
}

/** What all spellings of a tag have in common, also of one without a page; '' for none. */
export const getTagName = (label: string): string =>
  getTagSlug(label) ?? label.normalize('NFKC').toLowerCase();

const text = v.string();
const marks = v.record(text, v.record(text, text));
const stored = v.union([
  text,
  v.number(),
  v.boolean(),
  v.nullable(pictureSchema),
  v.pipe(v.array(text), v.readonly()),
  marks,
]);
/** The record of an entry to which a field links, with the address of its page. */
export type LinkedRecord = Readonly<Record<string, unknown>>;
type Stored = v.InferOutput<typeof stored>;
/** A record is stored with the ids of the entries to which its fields link; pages get their records. */
const value: v.GenericSchema<unknown, Stored | LinkedRecord | readonly LinkedRecord[]> = stored;

/** What lists show of an entry; fields as its collection declares them. In a parsed entry a picture is an asset's id, or that and an alt text. */
export const recordSchema = v.objectWithRest(
  {
    id: text,
    slug: text,
    title: text,
    updatedAt: text,
    draft: v.exactOptional(draftState),
    noIndex: v.exactOptional(v.literal(true)),
    readingMinutes: v.exactOptional(v.number()),
    opening: v.exactOptional(text),
    marks: v.exactOptional(marks),
  },
  value,
);
export type ContentRecord = v.InferOutput<typeof recordSchema>;
export type Item = ItemOf<ContentRecord>;

/** The text in a field of a record; '' for a field of another kind. */
export function getText(record: Readonly<Record<string, unknown>>, field = ''): string {
  const found = record[field];
  return typeof found === 'string' ? found : '';
}

/** The tags in a field of a record; none for a field of another kind. */
export function getTags(record: Readonly<Record<string, unknown>>, field = ''): readonly string[] {
  const found = record[field];
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** The first page of a list or of a tag, or an archive page. */
export interface List {
  /** failed: the list could not be read (`degrade` only), and has no items. */
  status: 'loaded' | 'failed';
  /** Newest first. */
  items: readonly ContentRecord[];
  /** Of the whole list; an archive page counts its own items, so that a new item changes no other page. */
  total: number;
  /** The archive page of the newest item not shown here; null when there is none. */
  archive: number | null;
  /** Whether an archive page with newer items follows. */
  hasNewer: boolean;
  /** The tag in its oldest item's spelling, which new items do not change; '' without a tag. */
  label: string;
}

export const failedList: List = {
  status: 'failed',
  items: [],
  total: 0,
  archive: null,
  hasNewer: false,
  label: '',
};

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
 * @param older up to `relatedReach` items before the item, nearest first
 * @param oldest the first items of the list, from which an item with fewer older ones chooses
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
