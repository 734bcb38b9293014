/**
 * The envelope of what Contentful sends: `sys`, `fields` and links. Nothing in it can be relied on, so
 * every property has a fallback, and any value at all parses to an item without an id.
 */
import * as v from 'valibot';
import { lenientObject, lenientRecord, lenientText, nullableText } from '../../rules/schemas.ts';

const link = lenientObject({ sys: lenientObject({ id: nullableText }) });

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

/** An entry or asset as the service sent it. Texts are '' and numbers 0 where it says nothing. */
export const parseItem = (raw: unknown) => v.parse(item, raw);

/** `sys.id` of an item or of a link, null without. */
export const getId = (raw: unknown) => v.parse(link, raw).sys.id;

/** `sys.revision` of an item: how often it was published; 0 without. */
export const getRevision = (raw: unknown) => parseItem(raw).sys.revision;

/** Id of an entry's content type, '' without. */
export const getContentType = (raw: unknown) => parseItem(raw).sys.contentType.sys.id ?? '';

/** `sys.createdAt` of an item, '' without. */
export const getCreatedAt = (raw: unknown) => parseItem(raw).sys.createdAt;

/** `sys.updatedAt` of an item, '' without. */
export const getUpdatedAt = (raw: unknown) => parseItem(raw).sys.updatedAt;

/** `fields` of an item, none without. */
export const getFields = (raw: unknown) => parseItem(raw).fields;
