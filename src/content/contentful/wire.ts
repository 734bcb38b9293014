/**
 * Parses the common parts of Contentful's entries and assets: `sys`, `fields` and links. Every property
 * has a fallback, so parsing never fails: any other value becomes an item without an id.
 */
import * as v from 'valibot';
import { lenientObject, lenientRecord, lenientText, nullableText } from '../../rules/schemas.ts';

const link = lenientObject({ sys: lenientObject({ id: nullableText }) });

const typedLink = lenientObject({ sys: lenientObject({ linkType: nullableText }) });

const item = lenientObject({
  sys: lenientObject({
    id: nullableText,
    /** How often the item was published. */
    revision: v.fallback(v.number(), 0),
    createdAt: lenientText,
    updatedAt: lenientText,
    contentType: link,
    /** Set by drafts.ts, not by Contentful. */
    draft: v.fallback(v.nullable(v.picklist(['draft', 'changed'])), null),
  }),
  fields: lenientRecord,
});

/** Parses an entry or asset. A missing text becomes '', a missing number 0. */
export const parseItem = (raw: unknown) => v.parse(item, raw);

/** Returns `sys.id` of an item or link; null when missing. */
export const getId = (raw: unknown) => v.parse(link, raw).sys.id;

/** Returns `sys.linkType` of a link; null when missing. */
export const getLinkType = (raw: unknown) => v.parse(typedLink, raw).sys.linkType;

/** Returns `sys.revision`, which counts how often the item was published; 0 when missing. */
export const getRevision = (raw: unknown) => parseItem(raw).sys.revision;

/** Returns the id of an entry's content type; '' when missing. */
export const getContentType = (raw: unknown) => parseItem(raw).sys.contentType.sys.id ?? '';

/** Returns `sys.createdAt`; '' when missing. */
export const getCreatedAt = (raw: unknown) => parseItem(raw).sys.createdAt;

/** Returns `sys.updatedAt`; '' when missing. */
export const getUpdatedAt = (raw: unknown) => parseItem(raw).sys.updatedAt;

/** Returns the fields of an item; an empty object when missing. */
export const getFields = (raw: unknown) => parseItem(raw).fields;
