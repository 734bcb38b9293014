/**
 * Gives the fields of an entry the names and kinds that the site reads. A firm's own space may name a field
 * differently (src/data/content-fields.ts), link to an entry where the site reads text, or have a body of
 * plain text.
 */
import { fieldNames } from '#data/content-fields.ts';
import { isRecord } from '../../unknown.ts';
import { contentTypes, parseLink, type Item } from './wire.ts';

/** Returns the name that a field of the site has in the account. */
export const getWireName = (contentType: string, field: string): string => {
  const names = contentTypes.flatMap((one) => (one === contentType ? [fieldNames[one]] : []));
  return Object.entries(names[0] ?? {}).find(([, own]) => own === field)?.[0] ?? field;
};

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
function readLinked(field: string, { fields }: Item): unknown {
  if (field !== 'content') return fields.name ?? fields.title;
  return Object.values(fields).find(isDocument) ?? fields.body ?? fields.text;
}

/** Replaces the links to entries in one field; `links` collects them. */
function resolveField(
  field: string,
  value: unknown,
  entries: ReadonlyMap<string, Item>,
  links: unknown[],
): unknown {
  const resolve = (one: unknown): unknown => {
    const { id, linkType } = parseLink(one);
    if (linkType !== 'Entry') return one;
    links.push(one);
    const entry = entries.get(id ?? '');
    return entry ? (readLinked(field, entry) ?? one) : one;
  };
  const resolved = Array.isArray(value) ? value.map(resolve) : resolve(value);
  return field === 'content' && typeof resolved === 'string' ? toDocument(resolved) : resolved;
}

/**
 * Turns an entry of the account into one with the site's fields. `linkedFields` keeps the links that a
 * field's text came from. Entries of other types stay as they are.
 * @param entries the entries that `item` may link to, by id
 */
export function toSiteFields(item: Item, entries: ReadonlyMap<string, Item>): Item {
  const { fields, contentType } = item;
  if (contentType === null) return item;
  const names = new Map(Object.entries(fieldNames[contentType]));
  const linkedFields: unknown[] = [];
  const own = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const field = names.get(name) ?? name;
    // A field that only happens to have the site's name gives way to the renamed one.
    if (field === name && own.has(field)) continue;
    own.set(field, resolveField(field, value, entries, linkedFields));
  }
  return { ...item, fields: Object.fromEntries(own), linkedFields };
}
