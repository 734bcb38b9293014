/** Parses entries into records with the defaults of spec §3. Problems name the entry and the field. */
import * as v from 'valibot';
import { company } from '../../../data/company.ts';
import { parseDay } from '../dates.ts';
import { formatTime, getDueTime } from '../due-time.ts';
import { isDue } from '../snapshot/lists.ts';
import type { PostSummary, ResourceSummary } from '../snapshot/records.ts';
import type { Problem, Report } from './report.ts';
import { flattenText } from './rich-text/parse.ts';
import { lenientObject } from '../../schemas.ts';
import { isRecord } from '../../unknown.ts';
import type { ContentType } from '../contentful/contract.ts';
import { parseLink, type Item } from '../contentful/wire.ts';
import type { AssetFile } from './media/types.ts';

/** A post without picture and text. */
export interface ParsedPost extends Omit<PostSummary, 'image' | 'readingMinutes'> {
  imageId: string | null;
}

/** A resource without text. */
export type ParsedResource = ResourceSummary;

/** An asset with its file. `alt` is title → description → 'Image' (spec §2). */
export interface Asset extends AssetFile {
  title: string;
  description: string;
  alt: string;
}

/** Lower-case words with hyphens: valid in addresses and file names, and easy to type. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const longestSlug = 120;
/** Slugs that would hide a page of the site below /blog or /resources, now or later. */
export const reservedSlugs: readonly string[] = [
  'thank-you',
  'page',
  'live',
  'tag',
  'index',
  'feed',
  'rss',
  'search',
];

/** The most characters of a title and a description that search results show. */
export const longestTitle = 60;
export const longestDescription = 160;

const isText = (value: unknown): value is string => typeof value === 'string';
const isMissing = (value: unknown) => value === undefined || value === null;

/**
 * Explains why a slug cannot be part of an address; null for a valid slug. Every check of slugs uses this
 * rule.
 */
export function findSlugProblem(slug: unknown): string | null {
  if (isMissing(slug) || slug === '') return 'is missing';
  if (!isText(slug)) return 'is not text';
  if (!slugPattern.test(slug))
    return `is '${slug.slice(0, 60)}'; use lower-case letters a to z, digits and single hyphens`;
  if (slug.length > longestSlug) return `is longer than ${longestSlug} characters`;
  if (reservedSlugs.includes(slug)) return `is '${slug}', an address that the site needs itself`;
  return null;
}

/** Creates readers for the fields of an entry. A value of the wrong type is reported and ignored. */
function createFields(contentType: ContentType, { id, fields }: Item, report: Report) {
  const get = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined);
  const entryTitle = flattenText(get('title'));
  const entry = { contentType, entryId: id, entryTitle };
  const warn = (field: string, message: string) =>
    report({ severity: 'warning', ...entry, field, message });
  return {
    get,
    warn,
    /** Reports why the entry is left out. */
    fail: (field: string, message: string) =>
      report({ severity: 'error', ...entry, field, message, isLeftOut: true }),

    /** Reads text or rich text as plain text. */
    text: (field: string, otherwise = ''): string => {
      const value = get(field);
      if (!isMissing(value) && !isText(value) && !isRecord(value))
        warn(field, 'is neither text nor rich text; it is left out');
      if (parseLink(value).id !== null)
        warn(field, 'links to an entry that is not published or has no name; it is left out');
      return flattenText(value) || otherwise;
    },

    texts: (field: string): string[] => {
      const value = get(field);
      if (isMissing(value)) return [];
      const list = Array.isArray(value) ? Array.from<unknown>(value) : [value];
      if (!Array.isArray(value) || !list.every(isText))
        warn(field, 'is not a list of text; what is no text in it is left out');
      return [...new Set(list.filter(isText).map(flattenText).filter(Boolean))];
    },

    /** Warns about a title or description that is missing, or too long for search results. */
    checkForSearch: (
      title: { field: string; text: string },
      description: { field: string; text: string },
    ) => {
      if (!title.text) warn(title.field, 'is empty; the page is headed by the words of its slug');
      else if (title.text.length > longestTitle)
        warn(
          title.field,
          `has ${title.text.length} characters; search results show about ${longestTitle}`,
        );
      if (!description.text)
        warn(description.field, 'is empty; search results have no description');
      else if (description.text.length > longestDescription)
        warn(
          description.field,
          `has ${description.text.length} characters; search results show about ${longestDescription}`,
        );
    },
  };
}

type Fields = ReturnType<typeof createFields>;

/** A parsed entry, before the time and other entries are considered. */
export interface ParsedEntry<T> {
  /** null when the slug is unusable. */
  record: T | null;
  problems: readonly Problem[];
}

function parseEntry<T>(
  contentType: ContentType,
  item: Item,
  parse: (item: Item & { slug: string }, fields: Fields) => T,
): ParsedEntry<T> {
  const problems: Problem[] = [];
  const known = item.id === '' ? { ...item, id: 'without an id', fields: {} } : item;
  const fields = createFields(contentType, known, (problem) => problems.push(problem));
  const slug = fields.get('slug');
  const problem = findSlugProblem(slug);
  if (problem === null && isText(slug))
    return { record: parse({ ...known, slug }, fields), problems };
  fields.fail('slug', `${problem ?? 'is not text'}; the entry is left out`);
  return { record: null, problems };
}

/** Parses a blog post (spec §3). */
export const parsePost = (item: Item): ParsedEntry<ParsedPost> =>
  parseEntry('blogPost', item, ({ id, slug, updatedAt, draft }, fields) => {
    const { text, texts, get, warn, checkForSearch } = fields;
    const title = text('title');
    const excerpt = text('excerpt');
    const seoTitle = text('seoTitle', title);
    const seoDescription = text('seoDescription', excerpt);
    const written = get('publishedDate');
    const publishedDate = isText(written) && parseDay(written) ? written : '';
    const image = get('featuredImage');
    const imageId = parseLink(image).id;

    checkForSearch(
      { field: seoTitle === title ? 'title' : 'seoTitle', text: seoTitle },
      { field: seoDescription === excerpt ? 'excerpt' : 'seoDescription', text: seoDescription },
    );
    if (!publishedDate) warn('publishedDate', 'is missing or not a date; no date is shown');
    if (!isMissing(image) && imageId === null) warn('featuredImage', 'is no link to an asset');
    return {
      ...(draft && { draft }),
      id,
      slug,
      title,
      author: text('author'),
      publishedDate,
      excerpt,
      category: text('category'),
      tags: texts('tags'),
      seoTitle,
      seoDescription,
      updatedAt,
      imageId,
    };
  });

/** Reads '10 min', '10 min read', '10' or 10 as '10 min'; an empty value as ''. */
function parseReadTime(value: unknown): string {
  const written = typeof value === 'number' ? String(value) : flattenText(value);
  return /^\d+$/.test(written) ? `${written} min` : written.replace(/\s*\bread$/i, '');
}

/** Parses a resource (spec §3). */
export const parseResource = (item: Item): ParsedEntry<ParsedResource> =>
  parseEntry('resource', item, ({ id, slug, updatedAt, draft }, fields) => {
    const { text, get, checkForSearch } = fields;
    const title = text('title');
    const subtitle = text('subtitle');
    checkForSearch({ field: 'title', text: title }, { field: 'subtitle', text: subtitle });
    return {
      ...(draft && { draft }),
      id,
      slug,
      title,
      subtitle,
      author: text('author', company.teamName),
      readTime: parseReadTime(get('readTime')) || '10 min',
      type: text('type', 'Guide'),
      gradient: text('gradient', 'purple-to-blue'),
      updatedAt,
    };
  });

/** Makes a title from a slug: 'Why growth stalls' from 'why-growth-stalls'. */
const formatSlug = (slug: string) =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/** Gives an entry without a title a heading from its slug. */
export function addTitle<T extends { slug: string; title: string; seoTitle?: string }>(
  record: T,
): T {
  if (record.title) return record;
  const title = formatSlug(record.slug);
  return { ...record, title, ...(record.seoTitle === '' && { seoTitle: title }) };
}

/** Selects the records in received order. Of duplicate slugs the first wins (contract, Readings). */
function selectRecords<T extends { id: string; slug: string; title: string }>(
  contentType: ContentType,
  entries: readonly ParsedEntry<T>[],
  report: Report,
  isWithheld: (record: T) => boolean = () => false,
): T[] {
  const ownerOf = new Map<string, T>();
  const describeSlug = ({ id, title }: T, message: string) => ({
    contentType,
    entryId: id,
    entryTitle: title,
    field: 'slug',
    message,
  });
  return entries.flatMap(({ record, problems }) => {
    const owner = record && ownerOf.get(record.slug);
    if (record && owner) {
      const { slug, id, title } = record;
      const ofOther = `is '${slug}', which entry ${owner.id} has already; the entry is left out`;
      report({ severity: 'error', ...describeSlug(record, ofOther), isLeftOut: true });
      const ofOwner = `is '${slug}', the slug of the older entry ${id} '${title.slice(0, 60)}' too, which is off the site for that reason; give one of them another slug`;
      report({ severity: 'warning', ...describeSlug(owner, ofOwner) });
      return [];
    }
    problems.forEach(report);
    if (!record) return [];
    // A post that waits for its date must not take the slug of a post that is shown now.
    if (!isWithheld(record)) ownerOf.set(record.slug, record);
    return [record];
  });
}

/**
 * Selects the posts in received order. Posts dated after `now` are `withheld`; with `showsDrafts` they are
 * in both lists.
 */
export function selectPosts(
  entries: readonly ParsedEntry<ParsedPost>[],
  now: Date,
  report: Report,
  showsDrafts = false,
): { posts: ParsedPost[]; withheld: ParsedPost[] } {
  const withheld: ParsedPost[] = [];
  const isWithheld = (post: ParsedPost) => {
    if (isDue(post, now)) return false;
    withheld.push(post);
    const { id: entryId, title: entryTitle, publishedDate } = post;
    const due = getDueTime(publishedDate, company.timeZone) ?? now.getTime();
    const when = `${formatTime(due, company.timeZone)} (${company.timeZone})`;
    const message = `is ${publishedDate}; the post appears by itself on ${when}`;
    report({
      severity: 'warning',
      contentType: 'blogPost',
      entryId,
      entryTitle,
      field: 'publishedDate',
      message,
      ...(!showsDrafts && { isLeftOut: true }),
    });
    return !showsDrafts;
  };
  const records = selectRecords('blogPost', entries, report, isWithheld);
  const waiting = new Set(withheld);
  if (!showsDrafts) return { posts: records.filter((post) => !waiting.has(post)), withheld };
  const posts = records.map((post): ParsedPost =>
    waiting.has(post) ? { ...post, draft: post.draft ?? 'scheduled' } : post,
  );
  return { posts, withheld };
}

export const selectResources = (
  entries: readonly ParsedEntry<ParsedResource>[],
  report: Report,
): ParsedResource[] => selectRecords('resource', entries, report);

/** Parses entries, then calls {@link selectPosts}. */
export const parsePosts = (
  items: readonly Item[],
  now: Date,
  report: Report,
  showsDrafts = false,
) => selectPosts(items.map(parsePost), now, report, showsDrafts);

/** Parses entries, then calls {@link selectResources}. */
export const parseResources = (items: readonly Item[], report: Report) =>
  selectResources(items.map(parseResource), report);

const flatText = v.pipe(v.unknown(), v.transform(flattenText));
const amount = v.fallback(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))), null);

/** The fields of an asset (spec §3). The address of its file is protocol-relative. */
const assetFields = v.object({
  title: v.fallback(flatText, ''),
  description: v.fallback(flatText, ''),
  file: v.object({
    url: v.string(),
    contentType: v.fallback(flatText, ''),
    fileName: v.fallback(flatText, ''),
    details: lenientObject({
      size: amount,
      image: lenientObject({ width: amount, height: amount }),
    }),
  }),
});

/** Parses an asset and makes its file's address absolute; null for an asset without a file (spec §3). */
export function parseAsset({ fields: raw }: Item, protocol: 'https:' | 'http:'): Asset | null {
  const { success, output: fields } = v.safeParse(assetFields, raw);
  if (!success) return null;
  const { title, description, file } = fields;
  const url = file.url.startsWith('//') ? `${protocol}${file.url}` : file.url;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null;

  return {
    url,
    contentType: file.contentType.toLowerCase().replace(/\s*;.*/, ''),
    fileName: file.fileName,
    width: file.details.image.width,
    height: file.details.image.height,
    size: file.details.size,
    title,
    description,
    alt: title || description || 'Image',
  };
}
