/**
 * Gives the fields of an entry the names and kinds that its collection declares. A firm's own space may name a field
 * differently, link to an entry where the site reads text, or have a body of plain text.
 */
import { getCollection } from '../find-collection.ts';
import { readBody } from './site-body.ts';
import { getWireName, parseLink, type Item } from './wire.ts';

/** The name or title of a linked entry. */
const readLinked = ({ fields }: Item): unknown => fields.name ?? fields.title;

/**
 * Turns an entry of the account into one with the site's fields. `linkedFields` keeps the links that a
 * field's text came from. Entries of other types stay as they are.
 * @param entries the entries that `item` may link to, by id
 */
export function toSiteFields(item: Item, entries: ReadonlyMap<string, Item>): Item {
  if (item.collection === null) return item;
  const linkedFields: unknown[] = [];
  const resolve = (value: unknown): unknown => {
    const { id, linkType } = parseLink(value);
    if (linkType !== 'Entry') return value;
    linkedFields.push(value);
    const entry = entries.get(id ?? '');
    return entry ? (readLinked(entry) ?? value) : value;
  };
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(getCollection(item.collection).fields)) {
    const value = item.fields[getWireName(key, field)];
    if (field.kind !== 'body')
      fields[key] = Array.isArray(value) ? value.map(resolve) : resolve(value);
    else if (value !== undefined && value !== null) {
      const { document, links } = readBody(value, entries);
      fields[key] = document;
      linkedFields.push(...links);
    }
  }
  return { ...item, fields, linkedFields };
}
