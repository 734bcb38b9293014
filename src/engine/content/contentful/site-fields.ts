/** A firm's own space may name a field differently, and link to an entry where the site reads text. */
import { getCollection } from '../find-collection.ts';
import { readBody } from './site-body.ts';
import { getWireName, parseLink, type WireItem } from './wire.ts';

/** Gives an entry the fields that its collection declares, by those that it may link to. Other types stay as they are. */
export function toSiteFields(item: WireItem, entries: ReadonlyMap<string, WireItem>): WireItem {
  if (item.collection === null) return item;
  const linkedFields: unknown[] = [];
  /** Gives the name of an entry in place of a link to it, and keeps the link in `linkedFields`. */
  const replaceLink = (value: unknown): unknown => {
    const { id, linkType } = parseLink(value);
    if (linkType !== 'Entry') return value;
    linkedFields.push(value);
    const entry = entries.get(id ?? '');
    return entry?.fields.name ?? entry?.fields.title ?? value;
  };
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(getCollection(item.collection).fields)) {
    const value = item.fields[getWireName(key, field)];
    if (field.kind !== 'body')
      fields[key] = Array.isArray(value) ? value.map(replaceLink) : replaceLink(value);
    else if (value !== undefined && value !== null) {
      const { document, links } = readBody(value, entries);
      fields[key] = document;
      linkedFields.push(...links);
    }
  }
  return { ...item, fields, linkedFields };
}
