/** The queries that pages make, and the shapes of the answers. */
import * as v from 'valibot';
import type { Report } from '../records/report.ts';
import type { ContentRecord, Item, List } from '../records/records.ts';

/** What addresses and share images need of an item. */
export const titledRow = v.object({
  id: v.string(),
  slug: v.string(),
  updatedAt: v.string(),
  title: v.string(),
  gradient: v.nullable(v.string()),
  scene: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  noIndex: v.nullable(v.number()),
});

interface Overview {
  status: 'loaded' | 'failed';
  /** What the pull has read so far (`formatReadUpTo`), '' without content. */
  readUpTo: string;
  /** The number of items by the name of their collection, without built-in ones. */
  counts: Readonly<Record<string, number>>;
  /** Due time of the next withheld entry, ISO 8601; null when none is withheld. */
  nextDue: string | null;
  /** Canonical origin of the site for which the content was pulled. */
  siteUrl: string;
  /** The version of the content, and the time of the pull that made it (ISO 8601); '' without one. */
  version: string;
  pulledAt: string;
}

/** What the editor of an entry is told in a draft preview, with the entry's address in Contentful. */
type EditorNote = Pick<Report, 'locale' | 'problems'> & {
  address: string | null;
  /** Of the content that the page shows; '' for an item newer than any. */
  version: string;
};

/** The items before and after an item, and items that share its tags. */
export interface Neighbours<T = ContentRecord> {
  previous: T | null;
  next: T | null;
  related: readonly T[];
}

/** Where an entry has its page now. `waits`: its day is to come. `gone`: it has none. */
export type EntryAddress = { path: string } | 'waits' | 'gone';

interface OfCollection {
  collection: string;
}
/** Which part of a list: a tag is named by its slug, an archive page by its number from the oldest (1). */
export interface ListFilter {
  tag?: string;
  page?: number;
}

/** Each query: what it names, and what answers it. */
interface Queries {
  /** The first page of a list or of a tag, or an archive page; null for a tag or page that is not there. */
  list: [OfCollection & ListFilter, List | null];
  item: [OfCollection & { slug: string }, Item | null];
  /** Whether there is an item: without the body, which is most of what the item costs. */
  'has-item': [OfCollection & { slug: string }, boolean];
  neighbours: [OfCollection & { slug: string }, Neighbours | null];
  /** The first items of the list, and these with their bodies. */
  first: [OfCollection & { most: number }, readonly ContentRecord[]];
  items: [OfCollection & { most: number }, readonly Item[]];
  /** All items with a page. */
  titles: [OfCollection, readonly v.InferOutput<typeof titledRow>[]];
  /** The first entry of each type that the site shows once, by the name of the type. */
  singles: [object, Readonly<Record<string, ContentRecord>>];
  tags: [OfCollection, readonly { slug: string; label: string; total: number }[]];
  /** Where an entry is, whatever its type. */
  address: [{ id: string }, EntryAddress];
  overview: [object, Overview];
  /** `2026`, `2026-11` and `2026-11-25` in the firm's zone: a page that shows the time reads it as any other content. */
  year: [object, string];
  month: [object, string];
  day: [object, string];
  /** The locale that the site shows: 'en-US'. */
  locale: [object, string];
  report: [object, Report];
  'editor-note': [{ id: string | null }, EditorNote];
}

export type QueryType = keyof Queries;
export type Answers = { [T in QueryType]: Queries[T][1] };
export type QueryOf<T extends QueryType> = { type: T } & Queries[T][0];
export type Query = { [T in QueryType]: QueryOf<T> }[QueryType];

export type Read = <T extends QueryType>(query: Query & QueryOf<T>) => Promise<Answers[T]>;
