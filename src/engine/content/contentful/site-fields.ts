/** A firm's own space may name a field differently, and link to an entry where the site reads text. */
import { getBodyField, getCollection, isOfPages } from '../find-collection.ts';
import { findOnlyAsset, findOnlyLink, joinPersonName, parseBody, technical } from './site-body.ts';
import { parseLink } from './link.ts';
import { getWireName, type WireItem } from './wire.ts';

/** The name of an entry for readers: that of a person may be in two fields. */
function getName({ fields }: WireItem): unknown {
  return fields.name ?? fields.title ?? (joinPersonName(fields) || undefined);
}

/** Whether an entry of a type without pages is named by no usual field. */
export const lacksName = (item: WireItem) =>
  !isOfPages(item.collection) && getName(item) === undefined;

/**
 * Names the fields of an entry as its collection declares them. Other types stay as they are.
 * @param entries those that it may link to
 * @param displayFields by type, the field that names its entries in Contentful
 */
export function nameFields(
  item: WireItem,
  entries: ReadonlyMap<string, WireItem>,
  displayFields: ReadonlyMap<string, string> = new Map(),
): WireItem {
  if (item.collection === null) return item;
  const linkedFields: unknown[] = [];
  /**
   * Gives in place of a link to an entry its name or its only asset, and keeps the link in `linkedFields`. A link to
   * an entry that has none says of which type it is.
   */
  const replaceLink = (value: unknown, isPicture: boolean): unknown => {
    const { id, linkType } = parseLink(value);
    if (linkType !== 'Entry') return value;
    linkedFields.push(value);
    const entry = entries.get(id ?? '');
    if (!entry) return value;
    const lost = { sys: parseLink(value), type: entry.type };
    const getShown = (one: WireItem): unknown => {
      const displayField = displayFields.get(one.type ?? '') ?? '';
      if (!isPicture)
        return (
          getName(one) ?? (technical.test(displayField) ? undefined : one.fields[displayField])
        );
      const only = findOnlyAsset(one);
      return only ? { sys: parseLink(only.target), alt: only.alt } : undefined;
    };
    // Or else it wraps the one that is meant.
    const inner = findOnlyLink(entry, 'Entry');
    const wrapped = entries.get(parseLink(inner).id ?? '');
    const ofEntry = getShown(entry);
    if (ofEntry !== undefined || !wrapped) return ofEntry ?? lost;
    linkedFields.push(inner);
    return getShown(wrapped) ?? lost;
  };
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(getCollection(item.collection).fields)) {
    const value = item.fields[getWireName(key, field)];
    const replace = (one: unknown) => replaceLink(one, field.kind === 'picture');
    // The linked entries have records of their own.
    if (field.kind === 'entry' || field.kind === 'entries') fields[key] = value;
    else if (field.kind !== 'body')
      fields[key] = Array.isArray(value) ? value.map(replace) : replace(value);
  }
  return { ...item, fields, linkedFields };
}

/** Names the fields of an entry, and parses its body. The parameters are those of {@link nameFields}. */
export function parseSiteEntry(
  item: WireItem,
  entries: ReadonlyMap<string, WireItem>,
  displayFields?: ReadonlyMap<string, string>,
): WireItem {
  const named = nameFields(item, entries, displayFields);
  if (item.collection === null) return named;
  const { fields } = getCollection(item.collection);
  const key = getBodyField({ fields });
  const value = item.fields[getWireName(key, fields[key])] ?? null;
  if (value === null) return named;
  const { richText, copied } = parseBody(value, entries);
  return { ...named, body: richText, linkedFields: [...(named.linkedFields ?? []), ...copied] };
}
