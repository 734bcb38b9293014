/**
 * Gives the fields of an entry the names and kinds that its collection declares. A firm's own space may name a field
 * differently, link to an entry where the site reads text, or have a body of plain text.
 */
import { isRecord } from '../../unknown.ts';
import { getCollection } from '../find-collection.ts';
import { findLinks, getWireName, parseLink, type Item } from './wire.ts';

/** Steps of links that a read follows: an entry shows a list of entries, which show others with pictures. */
export const include = 3;

const isDocument = (value: unknown) => isRecord(value) && value.nodeType === 'document';

/** Makes rich text from plain text: a paragraph for each block between empty lines. */
const toDocument = (text: string) => ({
  nodeType: 'document',
  data: {},
  content: text.split(/\n\s*\n/).map((value) => ({
    nodeType: 'paragraph',
    data: {},
    content: [{ nodeType: 'text', value, marks: [], data: {} }],
  })),
});

/** Reads the text of a linked entry: its body text for a body, its name or title for other fields. */
const readLinked = (isBody: boolean, { fields }: Item): unknown =>
  isBody
    ? (Object.values(fields).find(isDocument) ?? fields.body ?? fields.text)
    : (fields.name ?? fields.title);

/**
 * Turns an entry of the account into one with the site's fields. `linkedFields` keeps the links that a
 * field's text came from, and the fields of entries in a body. Entries of other types stay as they are.
 * @param entries the entries that `item` may link to, by id
 */
export function toSiteFields(item: Item, entries: ReadonlyMap<string, Item>): Item {
  if (item.collection === null) return item;
  const linkedFields: unknown[] = [];
  const resolve = (value: unknown, isBody: boolean): unknown => {
    const { id, linkType } = parseLink(value);
    if (linkType !== 'Entry') return value;
    linkedFields.push(value);
    const entry = entries.get(id ?? '');
    return entry ? (readLinked(isBody, entry) ?? value) : value;
  };
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(getCollection(item.collection).fields)) {
    const isBody = field.kind === 'body';
    const value = item.fields[getWireName(key, field)];
    const text = Array.isArray(value)
      ? value.map((one) => resolve(one, isBody))
      : resolve(value, isBody);
    let shown: unknown[] = isBody ? [value] : [];
    for (let step = 1; step < include && shown.length > 0; step++) {
      const linked = [...findLinks(shown).entries].flatMap((id) => entries.get(id) ?? []);
      // Entries with pages of their own are links there.
      shown = linked.flatMap(({ collection, fields: own }) => (collection === null ? own : []));
      linkedFields.push(...shown);
    }
    fields[key] = isBody && typeof text === 'string' ? toDocument(text) : text;
  }
  return { ...item, fields, linkedFields };
}
