/** The queries that pages make, and the shapes of the answers. */
import * as v from 'valibot';
import type { Problem } from '../articles/report.ts';
import { isRecord } from '../../unknown.ts';
import type {
  ArchivePage,
  Failed,
  List,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
  TagArchivePage,
  TagList,
} from '../articles/records.ts';

/** Posts in one part of the search index. */
export const searchedPosts = 1000;

export interface Titled {
  id: string;
  slug: string;
  updatedAt: string;
  title: string;
  gradient: string | null;
}

export interface Overview {
  status: 'loaded' | 'failed';
  /** The state of all entries (`formatState`), '' without content. */
  revision: string;
  posts: number;
  resources: number;
  /** Due time of the next withheld post, ISO 8601; null when none is withheld. */
  nextDue: string | null;
  /** The version of the content, and the time of the pull that made it (ISO 8601); '' without one. */
  version: string;
  builtAt: string;
}

/** The content report with the address of the entries in Contentful; null for the sample space. */
export interface EditorReport {
  entriesAddress: string | null;
  problems: readonly Problem[];
}

/** Pages of a list begin with `post-list`, `resource-list` and `tag`; the archive has the rest. */
export interface Answers {
  'post-list': Failed | List<PostSummary>;
  'post-archive': ArchivePage<PostSummary> | null;
  'resource-list': Failed | List<ResourceCard>;
  'resource-archive': ArchivePage<ResourceCard> | null;
  tag: TagList | null;
  'tag-archive': TagArchivePage | null;
  post: Post | null;
  /** The posts before and after a post, and related posts. */
  'post-surroundings': {
    previous: PostSummary | null;
    next: PostSummary | null;
    related: readonly PostSummary[];
  } | null;
  resource: Resource | null;
  /** The newest 24 posts with their bodies. */
  feed: readonly Post[];
  /** The newest hundred posts and resources. */
  newest: { posts: readonly PostSummary[]; resources: readonly ResourceSummary[] };
  /** The slug and title of all posts and resources with a page. */
  slugs: { posts: readonly Titled[]; resources: readonly Titled[] };
  tags: readonly { slug: string; label: string; total: number }[];
  'search-parts': { parts: number };
  /** A thousand posts, oldest first. Part 1 also has all resources. */
  'search-part': { posts: readonly Post[]; resources: readonly Resource[] };
  overview: Overview;
  /** `2026` and `2026-11` in the firm's zone: a page that shows the time reads the time, as any other content. */
  year: string;
  month: string;
  report: EditorReport;
}

/** What these queries name; a tag is named by its slug. */
interface Named {
  'post-archive': { page: number };
  'resource-archive': { page: number };
  tag: { tag: string };
  'tag-archive': { tag: string; page: number };
  post: { slug: string };
  'post-surroundings': { slug: string };
  resource: { slug: string };
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
