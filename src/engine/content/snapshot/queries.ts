/** The queries that pages make, and the shapes of the answers. */
import * as v from 'valibot';
import type { Problem } from '../records/report.ts';
import { isRecord } from '../../unknown.ts';
import type { ContentRecord, Item, List } from '../records/records.ts';

/** Items of each collection in one part of the search index. */
export const searchedAtOnce = 1000;

/** What addresses and share images need of an item. */
interface Titled {
  id: string;
  slug: string;
  updatedAt: string;
  title: string;
  gradient: string | null;
}

interface Overview {
  status: 'loaded' | 'failed';
  /** The state of all entries (`formatState`), '' without content. */
  revision: string;
  /** The number of items by the name of their collection, without built-in ones. */
  counts: Readonly<Record<string, number>>;
  /** Due time of the next withheld entry, ISO 8601; null when none is withheld. */
  nextDue: string | null;
  /** The version of the content, and the time of the pull that made it (ISO 8601); '' without one. */
  version: string;
  builtAt: string;
}

/** The content report with the address of the entries in Contentful; null for the sample space. */
interface EditorReport {
  entriesAddress: string | null;
  problems: readonly Problem[];
}

/** The items before and after an item, and items that share its tags. */
export interface Neighbours<T = ContentRecord> {
  previous: T | null;
  next: T | null;
  related: readonly T[];
}

export interface Answers {
  /** The first page of a list or of a tag, or an archive page; null for a tag or page that is not there. */
  list: List | null;
  item: Item | null;
  neighbours: Neighbours | null;
  newest: readonly ContentRecord[];
  /** The newest items with their bodies. */
  feed: readonly Item[];
  /** All items with a page. */
  titles: readonly Titled[];
  tags: readonly { slug: string; label: string; total: number }[];
  'search-parts': { parts: number };
  /** A thousand items of each collection, oldest first. Part 1 also has the built-in ones. */
  'search-part': Readonly<Record<string, readonly Item[]>>;
  overview: Overview;
  /** `2026`, `2026-11` and `2026-11-25` in the firm's zone: a page that shows the time reads it as any other content. */
  year: string;
  month: string;
  day: string;
  report: EditorReport;
}

interface OfCollection {
  collection: string;
}
/** Which part of a list: a tag is named by its slug, an archive page by its number from the oldest (1). */
export interface ListFilter {
  tag?: string;
  page?: number;
}

/** What these queries name. */
interface Named {
  list: OfCollection & ListFilter;
  item: OfCollection & { slug: string };
  neighbours: OfCollection & { slug: string };
  newest: OfCollection & { most: number };
  feed: OfCollection & { most: number };
  titles: OfCollection;
  tags: OfCollection;
  /** From 1. */
  'search-part': { part: number };
}
export type Parameters = { [T in QueryType]: T extends keyof Named ? Named[T] : object };

export type QueryType = keyof Answers;
export type QueryOf<T extends QueryType> = { type: T } & Parameters[T];
export type Query = { [T in QueryType]: QueryOf<T> }[QueryType];

export type Read = <T extends QueryType>(query: Query & QueryOf<T>) => Promise<Answers[T]>;

export const nameQuery = (query: Query): string => JSON.stringify(query);

export const parseQuery = (name: string): Query =>
  v.parse(v.pipe(v.string(), v.parseJson(), v.custom<Query>(isRecord)), name);
