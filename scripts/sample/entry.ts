import type { Document, Inline } from '@contentful/rich-text-types';
import { linkTo, type RawEntry } from '#engine/stand-in/space.ts';
import { a } from '#data/built-in/document.ts';
import { isBuiltIn } from '#data/built-in/index.ts';
import { routes } from '#data/routes.ts';

/** Field values from editors. An empty field is absent, as in the API. */
interface PostFields {
  title: string | Document;
  slug: string;
  author?: string | Document;
  publishedDate?: string;
  featuredImage?: string;
  excerpt?: string | Document;
  content: Document;
  category?: string;
  tags?: readonly string[];
  seoTitle?: string;
  seoDescription?: string;
}

interface ResourceFields {
  title: string;
  slug: string;
  subtitle: string;
  author?: string;
  readTime?: string;
  type?: string;
  gradient?: string;
  content: Document;
}

const sys = (id: string, contentType: string, updatedAt: string) => ({
  id,
  createdAt: updatedAt,
  updatedAt,
  contentType: { sys: { id: contentType } },
});

/** @param updatedAt ISO 8601 */
export const post = (
  id: string,
  updatedAt: string,
  { featuredImage, ...fields }: PostFields,
): RawEntry => ({
  sys: sys(id, 'blogPost', updatedAt),
  fields: { ...fields, ...(featuredImage && { featuredImage: linkTo('Asset', featuredImage) }) },
});

/** A link to a built-in guide, or to the list of a site that has removed it. */
export function guideLink(slug: string, text: string): Inline {
  const guide = `${routes.resources}/${slug}`;
  return a(isBuiltIn(guide) ? guide : routes.resources, text);
}

/** @param updatedAt ISO 8601 */
export const resource = (id: string, updatedAt: string, fields: ResourceFields): RawEntry => ({
  sys: sys(id, 'resource', updatedAt),
  fields: { ...fields },
});
