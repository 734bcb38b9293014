/** Parses entries by the declared kinds of their fields. Findings name the field. */
import { entryLimits, itemPath, type Collection } from '../../declare/collections.ts';
import { timeZone } from '../../site.ts';
import type { WireItem } from '../contentful/wire.ts';
import { getNameField } from '../find-collection.ts';
import { flattenText, noRichText, takeOpening } from '../body/parse.ts';
import { getDueTime, parseTime } from './dates.ts';
import { isText, kinds } from './kinds.ts';
import { getText, type ContentRecord } from './records.ts';
import { leaveOut, createWarning, type Finding } from './report.ts';
import { findSlugProblem } from './slug.ts';

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
