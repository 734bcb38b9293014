/** Raw entries → records with the defaults of spec §3. What cannot be used is named by id and field. */
import { parseDay } from '../data/dates.ts';
import { company } from '../data/company.ts';
import type { RawListing } from './client.ts';
import type { ImageAsset } from './media.ts';
import type { PostSummary, ResourceSummary } from './records.ts';
import { flattenText } from './rich-text.ts';
import { hasKey, isRecord } from './unknown.ts';

export interface Problem {
  /** An error: the entry or a part of it is left out. A warning: it is shown, and could be better. */
  severity: 'error' | 'warning';
  entryId: string;
  field: string;
  message: string;
}

export type Report = (problem: Problem) => void;

/** An asset as rich text and featured images need it. */
export interface Asset {
  id: string;
  /** title → description → 'Image' (spec §2) */
  alt: string;
  title: string;
  description: string;
  fileName: string;
  /** null: not an image */
  image: ImageAsset | null;
  url: string;
  contentType: string;
  size: number | null;
}

/** A post before its image is prepared and its body rendered. */
export interface ParsedPost extends Omit<PostSummary, 'image' | 'readingMinutes'> {
  imageId: string | null;
  content: unknown;
  words: number;
}
export interface ParsedResource extends ResourceSummary {
  content: unknown;
}

/** One path segment of lower-case words: what an address, a file and an editor can all live with. */
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestSlug = 120;
/** Segments that pages of the site have under /blog and /resources. */
const reservedSlugs: readonly string[] = ['thank-you', 'page', 'live', 'tag', 'index', 'feed'];

const wordsPerMinute = 220;
const isText = (value: unknown): value is string => typeof value === 'string';
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

export const getReadingMinutes = ({ words }: Pick<ParsedPost, 'words'>) =>
  Math.max(1, Math.round(words / wordsPerMinute));

interface Raw {
  id: string;
  updatedAt: string;
  fields: Record<string, unknown>;
}

function parseRaw(entry: unknown): Raw | null {
  if (!hasKey(entry, 'sys') || !isRecord(entry.sys)) return null;
  const { id, updatedAt } = entry.sys;
  if (!isText(id)) return null;
  const fields = hasKey(entry, 'fields') && isRecord(entry.fields) ? entry.fields : {};
  return { id, updatedAt: isText(updatedAt) ? updatedAt : '', fields };
}

/** Why a slug cannot be an address, or null when it can. */
export function findSlugProblem(slug: string): string | null {
  if (!slug) return 'is missing';
  if (!slugPattern.test(slug))
    return `is '${slug.slice(0, 60)}'; use lower-case letters, digits and single hyphens`;
  if (slug.length > longestSlug) return `is longer than ${String(longestSlug)} characters`;
  if (reservedSlugs.includes(slug)) return `is '${slug}', which is an address of the site itself`;
  return null;
}

/** Parses all items of a listing; of duplicate slugs the first received wins (contract, Readings). */
function parseItems<T extends { id: string; slug: string }>(
  { items }: RawListing,
  parse: (raw: Raw) => T,
  report: Report,
): T[] {
  const bySlug = new Map<string, T>();
  for (const item of items) {
    const raw = parseRaw(item);
    if (!raw) continue;
    const record = parse(raw);
    const problem = findSlugProblem(record.slug);
    const first = bySlug.get(record.slug);
    const fail = (message: string) =>
      report({ severity: 'error', entryId: raw.id, field: 'slug', message });
    if (problem) fail(`${problem}; the entry is left out`);
    else if (first)
      fail(`is '${record.slug}', which entry ${first.id} has already; the entry is left out`);
    else bySlug.set(record.slug, record);
  }
  return [...bySlug.values()];
}

const linkedId = (value: unknown): string | null =>
  hasKey(value, 'sys') && hasKey(value.sys, 'id') && isText(value.sys.id) ? value.sys.id : null;

/** Fields read one way: text or rich text flattened, wrong types reported and left at the default. */
function createFields({ id, fields }: Raw, report: Report) {
  const get = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined);
  const warn = (field: string, message: string) =>
    report({ severity: 'warning', entryId: id, field, message });
  return {
    warn,
    get,
    /** Plain text out of text or rich text. */
    text: (field: string, otherwise = '') => {
      const value = get(field);
      if (value !== undefined && value !== null && !isText(value) && !isRecord(value))
        warn(field, 'is neither text nor rich text; the default is used');
      return flattenText(value) || otherwise;
    },
    texts: (field: string): string[] => {
      const value = get(field);
      if (value === undefined || value === null) return [];
      if (!Array.isArray(value)) {
        warn(field, 'is not a list of text; it is left out');
        return [];
      }
      const texts = value.filter(isText).map((text) => text.trim());
      return [...new Set(texts.filter(Boolean))];
    },
  };
}

/** Blog posts in received order (spec §3). */
export function parsePosts(listing: RawListing, report: Report): ParsedPost[] {
  return parseItems(
    listing,
    (raw) => {
      const { text, texts, get, warn } = createFields(raw, report);
      const title = text('title');
      const excerpt = text('excerpt');
      const written = get('publishedDate');
      const publishedDate = isText(written) && parseDay(written) ? written : '';
      if (!title) warn('title', 'is empty');
      if (!publishedDate) warn('publishedDate', 'is missing or not a date; no date is shown');
      return {
        id: raw.id,
        slug: text('slug'),
        title,
        author: text('author'),
        publishedDate,
        excerpt,
        category: text('category'),
        tags: texts('tags'),
        seoTitle: text('seoTitle', title),
        seoDescription: text('seoDescription', excerpt),
        updatedAt: raw.updatedAt,
        imageId: linkedId(get('featuredImage')),
        content: get('content'),
        words: countWords(flattenText(get('content'))),
      };
    },
    report,
  );
}

/** '10 min' out of '10 min', '10 min read', '10' or 10. */
function parseReadTime(value: unknown): string {
  const written = typeof value === 'number' ? String(value) : flattenText(value);
  const minutes = /^\d+$/.test(written) ? `${written} min` : written.replace(/\s*read$/i, '');
  return minutes || '10 min';
}

/** Resources in received order (spec §3). */
export function parseResources(listing: RawListing, report: Report): ParsedResource[] {
  return parseItems(
    listing,
    (raw) => {
      const { text, get, warn } = createFields(raw, report);
      const title = text('title');
      if (!title) warn('title', 'is empty');
      return {
        id: raw.id,
        slug: text('slug'),
        title,
        subtitle: text('subtitle'),
        author: text('author', company.teamName),
        readTime: parseReadTime(get('readTime')),
        type: text('type', 'Guide'),
        gradient: text('gradient', 'purple-to-blue'),
        updatedAt: raw.updatedAt,
        content: get('content'),
      };
    },
    report,
  );
}

/** An asset's file with its address made absolute, or null when it has none (spec §3). */
export function parseAsset(asset: unknown, protocol: 'https:' | 'http:'): Asset | null {
  const raw = parseRaw(asset);
  const file = raw?.fields['file'];
  if (!raw || !isRecord(file) || !isText(file['url'])) return null;
  const url = file['url'].startsWith('//') ? `${protocol}${file['url']}` : file['url'];
  if (!URL.canParse(url) || !/^https?:/.test(url)) return null;
  const title = flattenText(raw.fields['title']);
  const description = flattenText(raw.fields['description']);
  const contentType = isText(file['contentType']) ? file['contentType'] : '';
  const details = isRecord(file['details']) ? file['details'] : {};
  const image = isRecord(details['image']) ? details['image'] : {};
  const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
  const size = toNumber(details['size']);
  return {
    id: raw.id,
    alt: title || description || 'Image',
    title,
    description,
    fileName: isText(file['fileName']) ? file['fileName'] : '',
    url,
    contentType,
    size,
    image: contentType.startsWith('image/')
      ? {
          url,
          contentType,
          width: toNumber(image['width']),
          height: toNumber(image['height']),
          size,
        }
      : null,
  };
}
