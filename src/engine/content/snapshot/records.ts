/** The content domain: a pull writes these shapes into the snapshot, pages read them (spec §3). */

import type { DraftState } from '../contentful/drafts.ts';

/** An image on pages, served from our own files, which are made once per asset. */
export interface Picture {
  /**
   * Path of the file in the original format, `/media/…`; the asset's own address when fetching failed.
   */
  src: string;
  alt: string;
  /** Pixels of `src`; null when the asset has no size. */
  width: number | null;
  height: number | null;
  /** Better formats first; empty for SVG, GIF and files that could not be fetched. */
  sources: readonly { type: string; srcset: string }[];
  /** Widths of the original format; '' for a single file. */
  srcset: string;
}

export interface PostSummary {
  id: string;
  slug: string;
  title: string;
  author: string;
  /** The date or date-time of the entry, ISO 8601; '' when missing. */
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
  /** Set in draft previews for content that the site does not show. */
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

/** A resource in a list; the id of a built-in card is not its slug (spec §3). */
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

/** A list that could not be read (`degrade` only). */
export interface Failed {
  status: 'failed';
}

/** The first page of a list: the newest items and the number of the archive page that follows. */
export interface List<T> {
  status: 'loaded';
  /** The newest item. */
  featured: T | null;
  items: readonly T[];
  /** Number of items in the whole list. */
  total: number;
  /** The archive page of the newest item not shown here; null when all are shown. */
  archive: number | null;
}

/** One page of the archive. Pages count from the oldest item; a page lists its newest item first. */
export interface ArchivePage<T> {
  items: readonly T[];
  page: number;
  hasNewer: boolean;
}

interface Tagged {
  slug: string;
  /** The oldest post's spelling, which new posts do not change. */
  label: string;
}

/** The newest posts with a tag; no post is featured. */
export type TagList = List<PostSummary> & Tagged;
export type TagArchivePage = ArchivePage<PostSummary> & Tagged;
