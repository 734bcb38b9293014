/** Parses entries by the declared kinds of their fields. Findings name the field. */
import { entryLimits, itemPath, type Collection, type Field } from '../../declare/collections.ts';
import { timeZone } from '../../site.ts';
import { isRecord } from '../../base/unknown.ts';
import { parseLink } from '../contentful/link.ts';
import type { WireItem } from '../contentful/wire.ts';
import { getNameField } from '../find-collection.ts';
import { flattenMarkdown } from '../body/markdown.ts';
import { flattenText, noRichText, shorten, takeOpening } from '../body/parse.ts';
import { getDueTime, parseTime, readDate } from './dates.ts';
import { getText, type ContentRecord } from './records.ts';
import { leaveOut, warn, type Finding } from './report.ts';
import { findSlugProblem, getTagName, getTagSlug } from './slug.ts';

/** Each tag has a page that shows the item with all of its tags. */
const mostTags = 50;

/** Sorts before every date. */
const noTime = -9e14;

const isText = (value: unknown): value is string => typeof value === 'string';
const isMissing = (value: unknown) => value === undefined || value === null;
/** The values of a list, or the one value of a field. */
function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isMissing(value) ? [] : [value];
}

/** Says what is wrong with the value of a field, as the clause after the field's name. */
type Note = (message: string) => void;

/** Says of a link to an entry that it has nothing for a field: of one that is there, its type. */
const tellLost = (value: unknown, what: string) => {
  const isThere = isRecord(value) && isText(value.type);
  const { id, linkType } = parseLink(value);
  if (linkType === 'Asset') return `links to asset ${id}, which has no ${what}; it is left out`;
  return isThere
    ? `links to entry ${id} (${String(value.type)}), which has no ${what}; it is left out`
    : `links to entry ${id}, which is not published or has no ${what}; it is left out`;
};

/** Reads text, Markdown where the field has some, rich text or a number as plain text. */
function readOne(value: unknown, note: Note, isProse: boolean): string {
  if (typeof value === 'number') return String(value);
  if (!isMissing(value) && !isText(value) && !isRecord(value))
    note('is neither text nor rich text; it is left out');
  if (parseLink(value).id !== null) note(tellLost(value, 'name'));
  return isText(value) && isProse ? flattenMarkdown(value, note) : flattenText(value);
}

/** Reads a text, or a list of several, such as authors. */
function readText(value: unknown, note: Note, isProse: boolean): string {
  const list = toList(value);
  const texts = new Set(list.map((one) => readOne(one, note, isProse)));
  texts.delete('');
  return [...texts].join(', ');
}

function readTags(value: unknown, note: Note): string[] {
  // A text names its tags between commas.
  const list = isText(value) ? value.split(/[,;\n]/) : toList(value);
  const lost = list.find((one) => parseLink(one).id !== null);
  if (lost !== undefined) note(tellLost(lost, 'name'));
  else if (!isMissing(value) && !((isText(value) || Array.isArray(value)) && list.every(isText)))
    note('is not a list of text; what is not text is left out');
  const written = list.filter(isText).map((tag) => shorten(flattenText(tag)));
  // Of one tag in several spellings the first counts.
  const byName = Map.groupBy(written, getTagName);
  byName.delete('');
  const tags = Array.from(byName.values(), ([first = '']) => first);
  if (tags.length > mostTags) note(`has ${tags.length} tags; the first ${mostTags} are shown`);
  const nameless = tags.filter((tag) => getTagSlug(tag) === null).map((tag) => `'${tag}'`);
  if (nameless.length > 0) {
    const named = shorten(nameless.join(', '), 100);
    note(`has ${named}, of which no address can be made; such a tag has no page`);
  }
  return tags.slice(0, mostTags);
}

/** Reads the ids of linked entries. Whether the site shows these is known when the record is composed. */
function readLinks(value: unknown, note: Note): string[] {
  const list = toList(value);
  const ids = list.flatMap((one) => {
    const { id, linkType } = parseLink(one);
    return linkType === 'Entry' && id !== null ? [id] : [];
  });
  if (ids.length < list.length) note('has a value that is not a link to an entry; it is left out');
  return [...new Set(ids)];
}

type Read = (
  value: unknown,
  note: Note,
  field: Field,
  isProse: boolean,
) => ContentRecord[string] | undefined;

/** Readers by kind. A value of the wrong type is reported and ignored. */
const readers: Readonly<Record<Field['kind'], Read | null>> = {
  text: (value, note, _, isProse) => readText(value, note, isProse),
  number: (value, note) => {
    const number = isText(value) && value.trim() ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    if (!isMissing(value)) note('is not a number; none is shown');
    return null;
  },
  boolean: (value, note) => {
    if (!isMissing(value) && typeof value !== 'boolean')
      note('is neither yes nor no; it counts as no');
    return value === true;
  },
  choice: (value, note, { choices = [] }) => {
    const text = readText(value, note, false).trim();
    if (!text || choices.includes(text)) return text;
    note(`is '${shorten(text, 60)}', which is none of ${choices.join(', ')}; it is left out`);
    return '';
  },
  entry: (value, note) => readLinks(value, note)[0] ?? null,
  entries: readLinks,
  date: (value, note) => {
    const date = isText(value) ? readDate(value) : null;
    if (date === null) {
      note('is missing or not a date; no date is shown');
      return '';
    }
    // A slip of the keys: the entry is at the end of every list.
    if (date < '1900') note(`is ${date}, which is before 1900`);
    return date;
  },
  picture: (given, note) => {
    const [value] = toList(given);
    const { id, linkType } = parseLink(value);
    if (linkType === 'Entry') note(tellLost(value, 'picture of its own'));
    else if (!isMissing(value) && id === null)
      note('is not a link to an asset; no picture is shown');
    if (id === null || linkType === 'Entry') return null;
    const alt = isRecord(value) ? flattenText(value.alt) : '';
    return alt ? [id, alt] : id;
  },
  tags: readTags,
  slug: null,
  body: null,
};

function readRecord(
  { id, updatedAt, draft, noIndex, fields: values, body = noRichText }: WireItem,
  slug: string,
  { fields, pages }: Collection,
  findings: Finding[],
): ContentRecord {
  const state = { ...(draft && { draft }), ...(noIndex && { noIndex }) };
  const record: ContentRecord = { ...state, id, slug, title: '', updatedAt };
  const note = (key: string) => (message: string) => void findings.push(warn(key, message));
  for (const [key, field] of Object.entries(fields)) {
    const { kind, format, isLong = false } = field;
    // Of these the field may be long text in an account, which is Markdown there.
    const isProse = isLong || key === pages?.lead || key === pages?.head.description;
    const value = readers[kind]?.(values[key], note(key), field, isProse);
    if (value !== undefined) record[key] = isText(value) && format ? format(value) : value;
  }
  for (const [key, { otherwise = '' }] of Object.entries(fields))
    if (record[key] === '')
      record[key] = isText(otherwise) ? otherwise : getText(record, otherwise.field);
  if (!pages) return record;
  const title = getText(record, 'title');
  if (title === '') note('title')('is empty; the page is headed by the words of its slug');
  if (noIndex) note('noIndex')('is on; search engines and the sitemap leave the page out');
  if (/\p{M}{4}/u.test(title))
    note('title')('has a letter with more than three marks; its share image shows three');
  const isSilent = !getText(record, pages.lead) || !getText(record, pages.head.description);
  const opening = isSilent ? takeOpening(body, entryLimits.description) : '';
  return opening ? { ...record, opening } : record;
}

/**
 * Reads the name of an entry in addresses; null: there is none, and the entry is left out. An entry of a type without
 * pages is known by its id.
 */
function readSlug(
  { id, fields }: WireItem,
  { pages }: Collection,
  lastSlug: string | null,
  findings: Finding[],
): string | null {
  if (!pages && id !== '') return id;
  const problem = findSlugProblem(fields.slug);
  if (problem === null && isText(fields.slug)) return fields.slug;
  findings.push(
    pages && lastSlug !== null
      ? warn('slug', `${problem}; the entry keeps its address ${itemPath({ pages }, lastSlug)}`)
      : leaveOut('slug', `${problem}; the entry is left out`),
  );
  return lastSlug;
}

/** Parses an entry. `lastSlug` of one that was live: its address survives a slug that cannot be used. */
export function parseEntry(item: WireItem, collection: Collection, lastSlug: string | null = null) {
  // An entry without an id has no place on the site.
  const known = item.id === '' ? { ...item, fields: {} } : item;
  const findings: Finding[] = [];
  const title = known.fields[getNameField(collection)];
  const slug = readSlug(known, collection, lastSlug, findings);
  const record = slug === null ? null : readRecord(known, slug, collection, findings);
  const { date, comingFirst = false } = collection;
  const day = date === undefined ? item.createdAt : getText(record ?? {}, date);
  // What is coming depends on the day in the firm's zone.
  const time = (comingFirst ? getDueTime(day, timeZone) : parseTime(day)) ?? noTime;
  return { id: item.id, title: flattenText(title), time, findings, record };
}

/** An entry, before the time and other entries are considered. `time`: epoch milliseconds by which lists sort. */
export type ParsedEntry = ReturnType<typeof parseEntry>;
