/**
 * Records with tokens as values. Pages that load live items are rendered from them with the templates of
 * the built pages; the browser replaces the tokens by the values of a real record
 * (islands/live-template.ts).
 */
import type {
  Post,
  PostSummary,
  Resource,
  ResourceCard,
} from '../engine/content/articles/records.ts';

export const liveHeading = { id: 'live-heading', level: 2, text: 'LiveHeading' };
const body = { html: 'LiveBody', headings: [liveHeading, liveHeading, liveHeading] } as const;

export const liveSummary = {
  id: 'LiveId',
  slug: 'live-slug',
  title: 'LiveTitle',
  author: 'LiveAuthor',
  publishedDate: '2001-02-03',
  excerpt: 'LiveExcerpt',
  category: '',
  tags: ['LiveTag'],
  seoTitle: 'LiveTitle',
  seoDescription: '',
  image: null,
  readingMinutes: 7_654_321,
  updatedAt: '',
} as const satisfies PostSummary;

export const livePicture = {
  src: '/live-picture',
  alt: 'LiveAlternative',
  width: 7_654_322,
  height: 7_654_323,
  sources: [],
  srcset: '',
} as const satisfies NonNullable<Post['image']>;

export const liveSummaryWithPicture = {
  ...liveSummary,
  image: livePicture,
} as const satisfies PostSummary;

export const livePost = { ...liveSummary, body } as const satisfies Post;
export const livePostWithPicture = {
  ...liveSummaryWithPicture,
  body,
} as const satisfies Post;

export const liveCard = {
  id: 'LiveId',
  slug: 'live-slug',
  title: 'LiveTitle',
  description: 'LiveDescription',
  type: 'LiveType',
  readTime: 'LiveReadTime',
  gradient: 'purple-to-blue',
} as const satisfies ResourceCard;

export const liveResource = {
  ...liveCard,
  subtitle: 'LiveSubtitle',
  author: 'LiveAuthor',
  updatedAt: '',
  body,
} as const satisfies Resource;
