/** What the content service sends: links, content types, items and changes. Parsing never fails: any other value becomes an item without an id. */
import * as v from 'valibot';
import { isRecord, lenientObject, lenientRecord, lenientText } from '../../base/schemas.ts';
import { collections } from '../../site.ts';
import type { Collection, Field } from '../../declare/collections.ts';
import { readText } from '../../base/text.ts';
import type { RichText } from '../body/parse.ts';

const toTextOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** Parses a link to an entry or asset: its type, and the id of the target; null for each that is missing. */
export function parseLink(value: unknown) {
  // Without a schema, because this runs for every part of every body.
  const { sys } = isRecord(value) ? value : {};
  const { id, linkType } = isRecord(sys) ? sys : {};
  return { id: toTextOrNull(id), linkType: toTextOrNull(linkType) };
}

/** A field of the account's content model, as far as it says what readers see of an entry. */
const field = v.object({
  id: v.string(),
  /** Symbol, Text, RichText, Link, Date … */
  type: lenientText,
  /** `in` has the values from which editors choose. */
  validations: v.fallback(v.array(v.object({ in: v.optional(v.unknown()) })), []),
});
const contentType = v.object({
  sys: v.object({ id: v.string() }),
  displayField: lenientText,
  fields: v.fallback(v.array(field), []),
});
/** The answer of `/content_types`, as types by their ids. */
export const contentTypesSchema = v.pipe(
  v.object({ items: v.array(contentType) }),
  v.transform(({ items }) => new Map(items.map((type) => [type.sys.id, type]))),
);

export type ContentType = v.InferOutput<typeof contentType>;
export type ContentTypes = ReadonlyMap<string, ContentType>;

/** The id that a content type of the site has in the account. */
export const getWireType = ({
  contentType,
  idInSpace,
}: Pick<Collection, 'contentType' | 'idInSpace'>): string => idInSpace ?? contentType;

/** The name that a field of the site has in the account. */
export const getWireName = (key: string, field?: Pick<Field, 'idInSpace'>): string =>
  field?.idInSpace ?? key;

/** Steps of links that a read follows: an entry shows a list of entries, which show others with pictures. */
export const linksRead = 3;

/** A link within the envelope of an item or a webhook. */
export const link = v.fallback(
  v.pipe(
    v.unknown(),
    v.transform((value) => ({ sys: parseLink(value) })),
  ),
  { sys: parseLink(null) },
);

const sys = lenientObject({
  id: lenientText,
  /** Counts how often the item was published. */
  revision: v.fallback(v.number(), 0),
  createdAt: lenientText,
  updatedAt: lenientText,
  /** The locale of the fields. */
  locale: lenientText,
  contentType: link,
});
/** Reads every text within a value, in place: here text enters, and nothing behind has to ask. */
function readTexts(value: unknown): unknown {
  const pending = [value];
  const readChild = (child: unknown): unknown => {
    if (typeof child === 'object') pending.push(child);
    return typeof child === 'string' ? readText(child) : child;
  };
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) for (const [at, child] of next.entries()) next[at] = readChild(child);
    else if (isRecord(next)) for (const key in next) next[key] = readChild(next[key]);
  }
  return value;
}

export const itemSchema = v.pipe(
  v.unknown(),
  v.transform(readTexts),
  lenientObject({ sys, fields: lenientRecord }),
  v.transform(({ sys: { contentType, ...facts }, fields }) => {
    /** null for an asset. */
    const type = contentType.sys.id;
    /** Of the site's types; null for another, and for an asset. */
    const collection = collections.find((one) => getWireType(one) === type)?.name ?? null;
    return { ...facts, type, collection, fields };
  }),
);

/** An entry or asset. A missing text is '', a missing number 0. */
export interface WireItem extends v.InferOutput<typeof itemSchema> {
  /** Of an entry that the site has a page for. */
  body?: RichText;
  /** Links to entries whose text is shown, and what their own fields link to (site-entry.ts). */
  linkedFields?: readonly unknown[];
  /** Set where editors keep the entry out of search results. */
  noIndex?: true;
  /** How the entry differs from the published one; only with drafts. */
  draft?: 'draft' | 'changed';
}

export const parseItem = (raw: unknown): WireItem => v.parse(itemSchema, raw);

/** The ids of all links in a value, at any depth. */
export function findLinks(value: unknown): { entries: Set<string>; assets: Set<string> } {
  const entries = new Set<string>();
  const assets = new Set<string>();
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { id, linkType } = parseLink(next);
    if (id === null) {
      // The usual child is a text.
      for (const child of Object.values(next)) if (typeof child === 'object') pending.push(child);
      continue;
    }
    if (linkType !== 'Asset') entries.add(id);
    if (linkType !== 'Entry') assets.add(id);
  }
  return { entries, assets };
}

/** The ids of all items that an entry's page may show. */
export const findItemLinks = ({ fields, body, linkedFields }: WireItem) =>
  findLinks([fields, body?.links, linkedFields]);

/** Entries in received order. `linked` has them too, without their bodies, and what they link to, by id. */
export interface Listing {
  items: readonly WireItem[];
  linked: { entries: ReadonlyMap<string, WireItem>; assets: ReadonlyMap<string, WireItem> };
}

/** The locale for browsers and `Intl`: the site's own words are in the one that stands in for a made-up code. */
export function toLocale(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

/** The changes between two tokens of the Sync API; without an earlier token, everything. */
export interface Changes {
  token: string;
  /** Entries of every type by id; null for one that was unpublished or deleted. */
  entries: ReadonlyMap<string, { collection: string | null; revision: number } | null>;
  /** Revisions of assets by id; null for one that was unpublished or deleted. */
  assets: ReadonlyMap<string, number | null>;
}

/** What one webhook call says: an item was published, or taken back (unpublished or deleted). */
export interface ContentEvent {
  /** A content type says which fields the service sends, an alias which environment it reads. */
  kind: 'Entry' | 'Asset' | 'ContentType' | 'EnvironmentAlias';
  id: string;
  /** `sys.revision`; null when the webhook does not contain it. */
  revision: number | null;
  deleted: boolean;
}
