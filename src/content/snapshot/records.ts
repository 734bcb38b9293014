/** The content domain: what pull writes into the snapshot and pages read from it (spec §3). */

import type { DraftState } from '../contentful/drafts.ts';

/** An image as pages show it: our own files, made once per asset. */
export interface Picture {
  /** Path of the original-format file, `/media/…`; the asset's own address when it could not be fetched. */
  src: string;
  alt: string;
  /** Pixels of `src`; null when the asset states none. */
  width: number | null;
  height: number | null;
  /** Better formats first; empty for SVG, GIF and files we could not fetch. */
  sources: readonly { type: string; srcset: string }[];
  /** Widths of the original format, '' when there is one file only. */
  srcset: string;
}

export interface PostSummary {
  id: string;
  slug: string;
  title: string;
  author: string;
  /** As written in the entry, ISO 8601 date or date-time, '' when missing. */
  publishedDate: string;
  excerpt: string;
  category: string;
  tags: readonly string[];
  seoTitle: string;
  seoDescription: string;
  image: Picture | null;
  /** Minutes at 220 words a minute, at least 1. */
  readingMinutes: number;
  /** `sys.updatedAt`, for lastmod. */
  updatedAt: string;
  /** Only in a draft preview, of what the site does not show. */
  draft?: DraftState;
}

export interface ResourceSummary {
  id: string;
  slug: string;
  title: string;
  subtitle: string;
  author: string;
  /** '10 min' (spec §3); shown as '10 min read'. */
  readTime: string;
  type: string;
  /** Two named stops, 'purple-to-blue' by default. */
  gradient: string;
  updatedAt: string;
  draft?: DraftState;
}

export interface Heading {
  id: string;
  /** 2 to 6 */
  level: number;
  text: string;
}

/** The rendered rich text of one entry: sanitized HTML, '' when there is no body. */
export interface Body {
  html: string;
  headings: readonly Heading[];
}

/** A resource as the list shows it; a built-in card has an id that is not its slug (spec §3). */
export interface ResourceCard {
  id: string;
  slug: string;
  title: string;
  description: string;
  type: string;
  /** '10 min' */
  readTime: string;
  gradient: string;
  draft?: DraftState;
}

export type Post = PostSummary & { body: Body };
export type Resource = ResourceSummary & { body: Body };

/** The news that a list could not be read (`degrade` only). */
export interface Failed {
  status: 'failed';
}

/** The first page of a list: the newest items, and the way to the others. */
export interface List<T> {
  status: 'loaded';
  /** The newest item. */
  featured: T | null;
  items: readonly T[];
  /** Items in the whole list. */
  total: number;
  /** The archive page of the newest item that is not shown here; null when all are. */
  archive: number | null;
}

/** One page of the archive, which is counted from the oldest item; the newest stands first on it. */
export interface ArchivePage<T> {
  items: readonly T[];
  page: number;
  hasNewer: boolean;
}

interface Tagged {
  slug: string;
  /** As the oldest post spells it, which a new post does not change. */
  label: string;
}

/** The newest posts with a tag; none is featured. */
export type TagList = List<PostSummary> & Tagged;
export type TagArchivePage = ArchivePage<PostSummary> & Tagged;
