/**
 * The kinds of fields: what each is in Contentful, which types of fields it reads in another account, and how; below, how
 * an entry is parsed by them. A new kind also has its name and value in declare/collections.ts.
 */
import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import {
  entryLimits,
  hasPages,
  itemPath,
  type Collection,
  type Field,
  type Kind,
  type Validation,
} from '../../declare/collections.ts';
import { collections, timeZone } from '../../site.ts';
import { isRecord } from '../../base/schemas.ts';
import { getWireType, parseLink, type WireItem } from '../contentful/wire.ts';
import { flattenMarkdown } from '../body/markdown.ts';
import { flattenText, noRichText, shortenText, takeOpening } from '../body/parse.ts';
import { getDueTime, parseTime, readDate } from './dates.ts';
import {
  findSlugProblem,
  getTagName,
  getTagSlug,
  getText,
  slugRules,
  type ContentRecord,
} from './records.ts';
import { getNameField } from '../find-collection.ts';
import { createWarning, leaveOut, type Finding } from './report.ts';

/** A field of a kind in the content model, in Contentful's terms. */
export interface KindModel {
  type: 'Symbol' | 'Text' | 'Date' | 'RichText' | 'Link' | 'Array' | 'Number' | 'Boolean';
  /** Of a link, or of a list of links. */
  linkType?: string;
  widget: string;
  /** Settings of the widget, besides the help text. */
  settings?: Readonly<Record<string, string>>;
  validations?: readonly Validation[];
}

/** Reports what is wrong with the value of a field, as the clause after the field's name. */
type Report = (message: string) => void;

interface KindOfField {
  model: KindModel;
  /** The other types that are read, as `formatFieldType` names them, and how. */
  readings?: Readonly<Record<string, string>>;
  /**
   * Reads a value, which is of any type. A body and a slug are read beside the record.
   * @param isProse whether a long text is Markdown
   */
  read?: (
    value: unknown,
    report: Report,
    field: Field,
    isProse: boolean,
  ) => ContentRecord[string] | undefined;
}

/** Each tag has a page that shows the item with all of its tags. */
const mostTags = 50;

const isText = (value: unknown): value is string => typeof value === 'string';
const isMissing = (value: unknown) => value === undefined || value === null;
/** The values of a list, or the one value of a field. */
function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isMissing(value) ? [] : [value];
}

/** Describes a link to an entry or asset that has nothing for a field: of one that is there, its type. */
function describeLost(value: unknown, what: string): string {
  const { id, linkType } = parseLink(value);
  if (linkType === 'Asset') return `links to asset ${id}, which has no ${what}; it is left out`;
  return isRecord(value) && isText(value.type)
    ? `links to entry ${id} (${value.type}), which has no ${what}; it is left out`
    : `links to entry ${id}, which is not published or has no ${what}; it is left out`;
}

/** Sentences without a sign of Markdown, as most texts are: they need no parser. */
const plainSentences = /^\p{L}[\p{L}\p{N} ,.:;?!()'"’“”–—%$€-]*$/u;

/** Reads text, Markdown where the field has some, rich text or a number as plain text. */
function readOne(value: unknown, report: Report, isProse: boolean): string {
  if (typeof value === 'number') return String(value);
  if (!isMissing(value) && !isText(value) && !isRecord(value))
    report('is neither text nor rich text; it is left out');
  if (parseLink(value).id !== null) report(describeLost(value, 'name'));
  const isMarkdown = isText(value) && isProse && !plainSentences.test(value);
  return isMarkdown ? flattenMarkdown(value, report) : flattenText(value);
}

/** Reads a text, or a list of several, such as authors. */
function readText(value: unknown, report: Report, isProse: boolean): string {
  const texts = new Set(toList(value).map((one) => readOne(one, report, isProse)));
  texts.delete('');
  return [...texts].join(', ');
}

function readTags(value: unknown, report: Report): string[] {
  // A text names its tags between commas.
  const list = isText(value) ? value.split(/[,;\n]/) : toList(value);
  const lost = list.find((one) => parseLink(one).id !== null);
  if (lost !== undefined) report(describeLost(lost, 'name'));
  else if (!isMissing(value) && !((isText(value) || Array.isArray(value)) && list.every(isText)))
    report('is not a list of text; what is not text is left out');
  const written = list.filter(isText).map((tag) => shortenText(flattenText(tag)));
  // Of one tag in several spellings the first counts.
  const byName = Map.groupBy(written, getTagName);
  byName.delete('');
  const tags = Array.from(byName.values(), ([first = '']) => first);
  if (tags.length > mostTags) report(`has ${tags.length} tags; the first ${mostTags} are shown`);
  const nameless = tags.filter((tag) => getTagSlug(tag) === null).map((tag) => `'${tag}'`);
  if (nameless.length > 0) {
    const named = shortenText(nameless.join(', '), 100);
    report(`has ${named}, of which no address can be made; such a tag has no page`);
  }
  return tags.slice(0, mostTags);
}

/** Reads the ids of linked entries. Whether the site shows these is known when the record is composed. */
function readLinks(value: unknown, report: Report): string[] {
  const list = toList(value);
  const ids = list.flatMap((one) => {
    const { id, linkType } = parseLink(one);
    return linkType === 'Entry' && id !== null ? [id] : [];
  });
  if (ids.length < list.length)
    report('has a value that is not a link to an entry; it is left out');
  return [...new Set(ids)];
}

const entryNodes = [
  BLOCKS.EMBEDDED_ENTRY,
  INLINES.EMBEDDED_ENTRY,
  INLINES.ENTRY_HYPERLINK,
] as const;
const linkContentType = collections.filter(hasPages).map(getWireType);

/** Nodes that others bring along, and links to other spaces, which the site does not show. */
const implied = /^(?:document|paragraph|list-item|table-.*)$|resource/;

const textReadings = {
  Text: 'as it is',
  RichText: 'as it is',
  Number: 'as it is',
  Integer: 'as it is',
  'Link to an entry': 'as the name of the linked entry',
  'Array of texts': 'as its texts or names, joined',
  'Array of links to entries': 'as its texts or names, joined',
};

export const kinds: Readonly<Record<Kind, KindOfField>> = {
  text: {
    model: { type: 'Symbol', widget: 'singleLine' },
    readings: textReadings,
    read: (value, report, _, isProse) => readText(value, report, isProse),
  },
  date: {
    model: { type: 'Date', widget: 'datePicker', settings: { format: 'dateonly' } },
    read: (value, report) => {
      const date = isText(value) ? readDate(value) : null;
      if (date === null) {
        report('is missing or not a date; no date is shown');
        return '';
      }
      // A slip of the keys: the entry is at the end of every list.
      if (date < '1900') report(`is ${date}, which is before 1900`);
      return date;
    },
  },
  picture: {
    model: {
      type: 'Link',
      linkType: 'Asset',
      widget: 'assetLinkEditor',
      validations: [{ linkMimetypeGroup: ['image'] }],
    },
    readings: {
      'Link to an entry': 'as the only picture of the linked entry',
      'Array of links to assets': 'as its first picture',
      'Array of links to entries': 'as its first picture',
    },
    read: (given, report) => {
      const [value] = toList(given);
      const { id, linkType } = parseLink(value);
      if (linkType === 'Entry') report(describeLost(value, 'picture of its own'));
      else if (!isMissing(value) && id === null)
        report('is not a link to an asset; no picture is shown');
      if (id === null || linkType === 'Entry') return null;
      const alt = isRecord(value) ? flattenText(value.alt) : '';
      return alt ? [id, alt] : id;
    },
  },
  tags: {
    model: { type: 'Array', widget: 'tagEditor' },
    readings: {
      'Array of links to entries': 'as the names of the linked entries',
      Symbol: 'as the words between its commas',
      Text: 'as the words between its commas',
    },
    read: readTags,
  },
  number: {
    model: { type: 'Number', widget: 'numberEditor' },
    readings: {
      Integer: 'as it is',
      Symbol: 'as the number that is written there',
    },
    read: (value, report) => {
      const number = isText(value) && value.trim() ? Number(value) : value;
      if (typeof number === 'number' && Number.isFinite(number)) return number;
      if (!isMissing(value)) report('is not a number; none is shown');
      return null;
    },
  },
  boolean: {
    model: { type: 'Boolean', widget: 'boolean' },
    read: (value, report) => {
      if (!isMissing(value) && typeof value !== 'boolean')
        report('is neither yes nor no; it counts as no');
      return value === true;
    },
  },
  choice: {
    model: { type: 'Symbol', widget: 'dropdown' },
    readings: textReadings,
    read: (value, report, { choices = [] }) => {
      const text = readText(value, report, false).trim();
      if (!text || choices.includes(text)) return text;
      report(
        `is '${shortenText(text, 60)}', which is none of ${choices.join(', ')}; it is left out`,
      );
      return '';
    },
  },
  entry: {
    model: { type: 'Link', linkType: 'Entry', widget: 'entryLinkEditor' },
    readings: { 'Array of links to entries': 'as its first entry' },
    read: (value, report) => readLinks(value, report)[0] ?? null,
  },
  entries: {
    model: { type: 'Array', linkType: 'Entry', widget: 'entryLinksEditor' },
    readings: { 'Link to an entry': 'as a list of one entry' },
    read: readLinks,
  },
  slug: {
    model: {
      type: 'Symbol',
      widget: 'slugEditor',
      validations: [
        { unique: true },
        {
          regexp: { pattern: slugRules.pattern.source, flags: '' },
          message: 'Use lower-case letters a to z, digits and single hyphens.',
        },
        {
          prohibitRegexp: { pattern: `^(${slugRules.reserved.join('|')})$`, flags: '' },
          message: 'The site needs this address itself.',
        },
        { size: { max: slugRules.longest } },
      ],
    },
  },
  body: {
    model: {
      type: 'RichText',
      widget: 'richTextEditor',
      // Every other node that body/render.ts renders.
      validations: [
        {
          enabledNodeTypes: [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
            (node) => !implied.test(node),
          ),
        },
        { enabledMarks: Object.values(MARKS) },
        { nodes: Object.fromEntries(entryNodes.map((node) => [node, [{ linkContentType }]])) },
      ],
    },
    readings: {
      Text: 'as Markdown',
      'Link to an entry': 'as what is in the linked entry',
      'Array of texts': 'as what is in its parts, in order',
      'Array of links to assets': 'as what is in its parts, in order',
      'Array of links to entries': 'as what is in its parts, in order',
    },
  },
};

/** A field of a content type in the account, as far as its kind matters. */
interface FieldType {
  type: string;
  linkType?: string | null | undefined;
  /** Of a list. */
  items?: { type: string; linkType?: string | null | undefined } | null | undefined;
}

/** Names the type of a field for people: 'Symbol', 'Link to an entry', 'Array of links to entries'. */
export function formatFieldType({ type, linkType, items }: FieldType): string {
  const link = linkType ?? items?.linkType;
  if (type === 'Link') return `Link to an ${link === 'Asset' ? 'asset' : 'entry'}`;
  if (type !== 'Array') return type;
  if (!link) return 'Array of texts';
  return `Array of links to ${link === 'Asset' ? 'assets' : 'entries'}`;
}

/** Describes how a field of this kind is read: 'as it is', another way in words, or null for an unreadable field. */
export function describeReading(kind: Kind, known: FieldType): string | null {
  const { model, readings } = kinds[kind];
  const type = formatFieldType(known);
  return type === formatFieldType(model) ? 'as it is' : (readings?.[type] ?? null);
}

/** Sorts before every date. */
const noTime = -9e14;

function readRecord(
  { id, updatedAt, draft, noIndex, fields: values, body = noRichText }: WireItem,
  slug: string,
  { fields, pages }: Collection,
  findings: Finding[],
): ContentRecord {
  const state = { ...(draft && { draft }), ...(noIndex && { noIndex }) };
  const record: ContentRecord = { ...state, id, slug, title: '', updatedAt };
  const addFinding = (key: string, message: string) =>
    void findings.push(createWarning(key, message));
  for (const [key, field] of Object.entries(fields)) {
    const { kind, format, isLong = false } = field;
    // Of these the field may be long text in an account, which is Markdown there.
    const isProse = isLong || key === pages?.lead || key === pages?.head.description;
    const reportField = (message: string) => addFinding(key, message);
    const value = kinds[kind].read?.(values[key], reportField, field, isProse);
    if (value !== undefined) record[key] = isText(value) && format ? format(value) : value;
  }
  for (const [key, { otherwise = '' }] of Object.entries(fields))
    if (record[key] === '')
      record[key] = isText(otherwise) ? otherwise : getText(record, otherwise.field);
  if (!pages) return record;
  const title = getText(record, 'title');
  if (title === '') addFinding('title', 'is empty; the page is headed by the words of its slug');
  if (noIndex) addFinding('noIndex', 'is on; search engines and the sitemap leave the page out');
  if (/\p{M}{4}/u.test(title))
    addFinding('title', 'has a letter with more than three marks; its share image shows three');
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
      ? createWarning(
          'slug',
          `${problem}; the entry keeps its address ${itemPath({ pages }, lastSlug)}`,
        )
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
