/** The records of posts and resources: a pull writes them into the snapshot, pages read them. */
import * as v from 'valibot';

/** An image on pages, served from our own files, which are made once per asset. */
export const pictureSchema = v.object({
  /** `/media/…`, in the original format; the asset's own address when fetching failed. */
  src: v.string(),
  alt: v.string(),
  /** Pixels of `src`; null when the asset has no size. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** A `srcset` of AVIF files; '' for SVG, GIF and files that could not be fetched. */
  avif: v.string(),
});
export type Picture = v.InferOutput<typeof pictureSchema>;

/** draft: not published. changed: saved since it was published. scheduled: dated in the future. */
const draftState = v.picklist(['draft', 'changed', 'scheduled']);
export type DraftState = v.InferOutput<typeof draftState>;

const shared = {
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  author: v.string(),
  /** `sys.updatedAt`, for lastmod. */
  updatedAt: v.string(),
  /** Set in draft previews for content that the site does not show. */
  draft: v.exactOptional(draftState),
};

const postFields = {
  ...shared,
  /** The date or date-time of the entry, ISO 8601; '' when missing. */
  publishedDate: v.string(),
  excerpt: v.string(),
  category: v.string(),
  tags: v.array(v.string()),
  seoTitle: v.string(),
  seoDescription: v.string(),
};

/** A post without picture and text, as its entry has it. */
export const parsedPostSchema = v.object({ ...postFields, imageId: v.nullable(v.string()) });
export type ParsedPost = v.InferOutput<typeof parsedPostSchema>;

export const postSchema = v.object({
  ...postFields,
  image: v.nullable(pictureSchema),
  readingMinutes: v.number(),
});
export type PostSummary = v.InferOutput<typeof postSchema>;

export const resourceSchema = v.object({
  ...shared,
  subtitle: v.string(),
  /** '10 min', shown as '10 min read'. */
  readTime: v.string(),
  type: v.string(),
  /** Two named stops, 'purple-to-blue' by default. */
  gradient: v.string(),
});
export type ResourceSummary = v.InferOutput<typeof resourceSchema>;

/** A resource in a list, described by its subtitle; the id of a built-in card is not its slug. */
export interface ResourceCard extends Omit<ResourceSummary, 'subtitle' | 'author' | 'updatedAt'> {
  description: string;
}

/** The rendered rich text of one entry: sanitized HTML, '' when there is no body. */
export const bodySchema = v.object({
  html: v.string(),
  headings: v.pipe(
    v.array(
      v.object({
        id: v.string(),
        /** 2 to 6 */
        level: v.number(),
        text: v.string(),
      }),
    ),
    v.readonly(),
  ),
  /** Length of the HTML before the chapter that follows the first third of a long text. */
  pause: v.optional(v.number()),
});
export type Body = v.InferOutput<typeof bodySchema>;
export type Heading = Body['headings'][number];

export type Post = PostSummary & { body: Body };
export type Resource = ResourceSummary & { body: Body };

/** A list that could not be read (`degrade` only). */
export interface Failed {
  status: 'failed';
}

/** The first page of a list: the newest items and the number of the archive page that follows. */
export interface List<T> {
  status: 'loaded';
  featured: T | null;
  items: readonly T[];
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
