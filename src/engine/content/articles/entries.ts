/** Parses entries into posts and resources, with their defaults. Findings name the field. */
import { company } from '#data/company.ts';
import { isRecord } from '../../unknown.ts';
import { parseLink, type Item } from '../contentful/wire.ts';
import { flattenText, shorten } from '../rich-text/parse.ts';
import { parseDay, parseTime } from './dates.ts';
import type { ParsedPost, ResourceSummary } from './records.ts';
import { leaveOut, warn, type Finding } from './report.ts';
import { findSlugProblem } from './slug.ts';

/** The characters of a title and a description that search results show, at most. */
export const entryLimits = { title: 60, description: 160 } as const;
/** Each tag has a page that shows the post with all of its tags. */
const mostTags = 50;

/** An entry, before the time and other entries are considered. */
export interface ParsedEntry<T = ParsedPost | ResourceSummary> {
  id: string;
  title: string;
  /** Epoch milliseconds by which lists sort. */
  time: number;
  findings: readonly Finding[];
  /** null for an unusable slug. */
  record: T | null;
}

/** Sorts before every date. */
const noTime = -9e14;

const isText = (value: unknown): value is string => typeof value === 'string';
const isMissing = (value: unknown) => value === undefined || value === null;

/** Creates readers for the fields of an entry. A value of the wrong type is reported and ignored. */
function createFields({ fields }: Item, findings: Finding[]) {
  const get = (field: string) => fields[field];
  const note = (field: string, message: string) => findings.push(warn(field, message));
  return {
    get,
    note,

    /** Reads text or rich text as plain text. */
    text: (field: string, otherwise = ''): string => {
      const value = get(field);
      if (!isMissing(value) && !isText(value) && !isRecord(value))
        note(field, 'is neither text nor rich text; it is left out');
      if (parseLink(value).id !== null)
        note(field, 'links to an entry that is not published or has no name; it is left out');
      return flattenText(value) || otherwise;
    },

    tags: (field: string): string[] => {
      const value = get(field);
      if (isMissing(value)) return [];
      const list = Array.isArray(value) ? Array.from<unknown>(value) : [value];
      if (!Array.isArray(value) || !list.every(isText))
        note(field, 'is not a list of text; what is no text in it is left out');
      const tags = new Set(list.filter(isText).map((tag) => shorten(flattenText(tag))));
      tags.delete('');
      if (tags.size > mostTags)
        note(field, `has ${tags.size} tags; the first ${mostTags} are shown`);
      return [...tags].slice(0, mostTags);
    },

    checkForSearch: (field: string, text: string, most: number, ifEmpty: string) => {
      if (!text) note(field, `is empty; ${ifEmpty}`);
      else if (text.length > most)
        note(field, `has ${text.length} characters; search results show about ${most}`);
    },
  };
}

type Fields = ReturnType<typeof createFields>;

const noTitle = 'the page is headed by the words of its slug';
const noDescription = 'search results have no description';

function readPost({ id, updatedAt, draft }: Item, slug: string, fields: Fields): ParsedPost {
  const { text, tags, get, note, checkForSearch } = fields;
  const title = text('title');
  const excerpt = text('excerpt');
  const seoTitle = text('seoTitle', title);
  const seoDescription = text('seoDescription', excerpt);
  const written = get('publishedDate');
  const publishedDate = isText(written) && parseDay(written) ? written : '';
  const image = get('featuredImage');
  const imageId = parseLink(image).id;

  checkForSearch(seoTitle === title ? 'title' : 'seoTitle', seoTitle, entryLimits.title, noTitle);
  const described = seoDescription === excerpt ? 'excerpt' : 'seoDescription';
  checkForSearch(described, seoDescription, entryLimits.description, noDescription);
  if (!publishedDate) note('publishedDate', 'is missing or not a date; no date is shown');
  if (!isMissing(image) && imageId === null) note('featuredImage', 'is no link to an asset');
  return {
    ...(draft && { draft }),
    id,
    slug,
    title,
    author: text('author'),
    publishedDate,
    excerpt,
    category: text('category'),
    tags: tags('tags'),
    seoTitle,
    seoDescription,
    updatedAt,
    imageId,
  };
}

/** Reads '10 min', '10 min read', '10' or 10 as '10 min'; an empty value as ''. */
function parseReadTime(value: unknown): string {
  const written = typeof value === 'number' ? String(value) : flattenText(value);
  return /^\d+$/.test(written) ? `${written} min` : written.replace(/\s*\bread$/i, '');
}

function readResource(
  { id, updatedAt, draft }: Item,
  slug: string,
  { text, get, checkForSearch }: Fields,
): ResourceSummary {
  const title = text('title');
  const subtitle = text('subtitle');
  checkForSearch('title', title, entryLimits.title, noTitle);
  checkForSearch('subtitle', subtitle, entryLimits.description, noDescription);
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
}

function parseEntry<T>(
  item: Item,
  read: (item: Item, slug: string, fields: Fields) => T,
): Omit<ParsedEntry<T>, 'time'> {
  // An entry without an id has no place on the site.
  const known = item.id === '' ? { ...item, fields: {} } : item;
  const findings: Finding[] = [];
  const fields = createFields(known, findings);
  const slug = fields.get('slug');
  const common = { id: item.id, title: flattenText(fields.get('title')), findings };
  const problem = findSlugProblem(slug);
  if (problem === null && isText(slug)) return { ...common, record: read(known, slug, fields) };
  findings.push(leaveOut('slug', `${problem ?? 'is not text'}; the entry is left out`));
  return { ...common, record: null };
}

export function parsePost(item: Item): ParsedEntry<ParsedPost> {
  const parsed = parseEntry(item, readPost);
  return { ...parsed, time: parseTime(parsed.record?.publishedDate ?? '') ?? noTime };
}

export const parseResource = (item: Item): ParsedEntry<ResourceSummary> => ({
  ...parseEntry(item, readResource),
  time: parseTime(item.createdAt) ?? noTime,
});
