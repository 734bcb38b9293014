/**
 * Parses Contentful's entries and assets as they arrive. Every property has a fallback, so parsing never
 * fails: any other value becomes an item without an id.
 */
import * as v from 'valibot';
import { lenientObject, lenientRecord, lenientText, nullableText } from '../../schemas.ts';

/** A link to an item, and the envelope of any item. */
export const link = lenientObject({
  sys: lenientObject({ id: nullableText, linkType: nullableText }),
});

const item = lenientObject({
  sys: lenientObject({
    id: lenientText,
    revision: v.fallback(v.number(), 0),
    createdAt: lenientText,
    updatedAt: lenientText,
    contentType: link,
  }),
  fields: lenientRecord,
});

/** An entry or asset. A missing text is '', a missing number 0. */
export interface Item {
  id: string;
  /** Counts how often the item was published. */
  revision: number;
  createdAt: string;
  updatedAt: string;
  /** Id of an entry's content type. */
  contentType: string;
  fields: Readonly<Record<string, unknown>>;
  /** Links to the entries that the text of a field comes from (site-fields.ts). */
  linkedFields?: readonly unknown[];
  /** How the entry differs from the published one; only with drafts (drafts.ts). */
  draft?: 'draft' | 'changed';
}

/** Parses an entry or asset of the content service. */
export function parseItem(raw: unknown): Item {
  const { sys, fields } = v.parse(item, raw);
  return { ...sys, contentType: sys.contentType.sys.id ?? '', fields };
}

/** Parses a link to an entry or asset: its type, and the id of the target; null for each that is missing. */
export const parseLink = (value: unknown) => v.parse(link, value).sys;
