/** A firm's own space may name a field differently, and link to an entry where the site reads text. */
import { getBodyField, getCollection } from '../find-collection.ts';
import type { ContentTypes } from './content-types.ts';
import { findHead, hasNoIndex, isForSearch, readParts } from './entry-parts.ts';
import { parseBody } from './site-body.ts';
import { parseLink } from './link.ts';
import { getWireName, linksRead, type WireItem } from './wire.ts';

type Entries = ReadonlyMap<string, WireItem>;

/**
 * Names the fields of an entry as its collection declares them. Other types stay as they are.
 * @param entries those that it may link to
 * @param types the content types of the account
 */
export function nameFields(item: WireItem, entries: Entries, types: ContentTypes): WireItem {
  if (item.collection === null) return item;
  const { fields: declared, pages } = getCollection(item.collection);
  const getEntry = (value: unknown) => entries.get(parseLink(value).id ?? '');
  const linkedFields: unknown[] = [];

  /** Gives in place of a link to an entry its name or picture, or those of the entry that it is around. */
  const replaceLink = (value: unknown, isPicture: boolean): unknown => {
    let link = value;
    for (let depth = 1; depth <= linksRead && parseLink(link).linkType === 'Entry'; depth += 1) {
      linkedFields.push(link);
      const entry = getEntry(link);
      if (!entry) break;
      const { name, picture, alt, shown } = readParts(entry, types);
      if (isPicture && picture) return { sys: parseLink(picture), alt };
      if (!isPicture && name) return name;
      link = shown.find(({ kind }) => kind === 'content')?.value;
    }
    // The report names the type of an entry that has nothing.
    const type = getEntry(value)?.type;
    return type && link !== value ? { sys: parseLink(value), type } : value;
  };

  /** An entry for search results may lack one of both. */
  const replaceHead = (value: unknown, part: 'title' | 'description'): unknown => {
    const entry = getEntry(value);
    return entry ? findHead(entry, types)[part] : value;
  };

  const { title = '', description = '' } = pages?.head ?? {};
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(declared)) {
    const value = item.fields[getWireName(key, field)];
    const replace = (one: unknown) => {
      if (key === title) return replaceHead(one, 'title');
      if (key === description) return replaceHead(one, 'description');
      return replaceLink(one, field.kind === 'picture');
    };
    // The linked entries have records of their own.
    if (field.kind === 'entry' || field.kind === 'entries') fields[key] = value;
    else if (field.kind !== 'body')
      fields[key] = Array.isArray(value) ? value.map(replace) : replace(value);
  }
  const head = [title, description].map((key) => getWireName(key, declared[key]));
  const forSearch = Object.entries(item.fields).flatMap(([name, value]) => {
    const type = getEntry(value)?.type ?? '';
    return type && (head.includes(name) || isForSearch(name, type)) ? [value] : [];
  });
  linkedFields.push(...forSearch);
  const isHidden = [item, ...forSearch.map(getEntry)].some((one) => one && hasNoIndex(one));
  return { ...item, fields, linkedFields, ...(isHidden && { noIndex: true }) };
}

/** Names the fields of an entry, and parses its body. The parameters are those of {@link nameFields}. */
export function parseSiteEntry(item: WireItem, entries: Entries, types: ContentTypes): WireItem {
  const named = nameFields(item, entries, types);
  if (item.collection === null) return named;
  const { fields } = getCollection(item.collection);
  const key = getBodyField({ fields });
  const value = item.fields[getWireName(key, fields[key])] ?? null;
  if (value === null) return named;
  const { richText, copied } = parseBody(value, entries, types);
  return { ...named, body: richText, linkedFields: [...(named.linkedFields ?? []), ...copied] };
}
