/** The content types and fields that the site reads, under their names in the firm's Contentful space. */

export type ContentType = 'blogPost' | 'resource';
type CommonField = 'title' | 'slug' | 'author' | 'content';
export type PostField =
  | CommonField
  | 'publishedDate'
  | 'featuredImage'
  | 'excerpt'
  | 'category'
  | 'tags'
  | 'seoTitle'
  | 'seoDescription';
export type ResourceField = CommonField | 'subtitle' | 'readTime' | 'type' | 'gradient';

/**
 * Content types that have another id in the firm's Contentful space: the id there, then the site's, such as
 * `{ article: 'blogPost' }`. A type that the space lacks has no entries.
 */
export const typeNames: Readonly<Partial<Record<string, ContentType>>> = {};

/**
 * Fields that have another name in the firm's Contentful space: the name there, then the site's. For
 * Contentful's blog starter, `blogPost: { body: 'content', description: 'excerpt', heroImage:
 * 'featuredImage', publishDate: 'publishedDate' }`. `npm run doctor` says what the account has.
 */
export const fieldNames: {
  blogPost: Readonly<Partial<Record<string, PostField>>>;
  resource: Readonly<Partial<Record<string, ResourceField>>>;
} = {
  blogPost: {},
  resource: {},
};
