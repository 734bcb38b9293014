/** A firm's own space may name a field differently, and link to an entry where the site reads text. */
import { getBodyField, getCollection, isOfPages } from '../find-collection.ts';
import {
  findAlt,
  findOnlyLink,
  joinPersonName,
  ownName,
  parseBody,
  technical,
} from './site-body.ts';
import { isRecord } from '../../base/unknown.ts';
import { parseLink } from './link.ts';
import { getWireName, linksRead, type WireItem } from './wire.ts';

const isFilled = (value: unknown) =>
  typeof value === 'string' ? value.trim() !== '' : isRecord(value);

/** What names an entry for readers, unless it is a title: that of a person says what the person does. */
function findName({ fields }: WireItem): unknown {
  const named = Object.keys(fields).filter((key) => ownName.test(key) && isFilled(fields[key]));
  // 'name' before 'fullName' before both parts of a name.
  const [key] = named.toSorted((one, other) => one.length - other.length);
  return key === undefined ? joinPersonName(fields) || undefined : fields[key];
}

/** Whether an entry of a type without pages is named by no usual field. */
export const lacksName = (item: WireItem) =>
  !isOfPages(item.collection) && findName(item) === undefined;

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
    let alt = '';
    const findShown = (one: WireItem): unknown => {
      if (isPicture) {
        // What the outermost says is of this place.
        alt ||= findAlt(one.fields);
        const target = findOnlyLink(one, 'Asset');
        return target === null ? undefined : { sys: parseLink(target), alt };
      }
      const field = displayFields.get(one.type ?? '') ?? '';
      const shown = technical.test(field) ? undefined : one.fields[field];
      const isName = isFilled(shown) && !/^\S+@\S+$/.test(String(shown));
      const { title } = one.fields;
      return findName(one) ?? (isName ? shown : undefined) ?? (isFilled(title) ? title : undefined);
    };
    // An entry without it may be around the one that is meant.
    let inner: WireItem | undefined = entry;
    for (let depth = 1; inner && depth <= linksRead; depth += 1) {
      const shown = findShown(inner);
      if (shown !== undefined) return shown;
      const target: unknown = findOnlyLink(inner, 'Entry');
      linkedFields.push(target);
      inner = entries.get(parseLink(target).id ?? '');
    }
    return { sys: parseLink(value), type: entry.type };
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
