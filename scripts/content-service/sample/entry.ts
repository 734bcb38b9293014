import type { Document } from '@contentful/rich-text-types';

/** An entry as the Delivery API has it; the embedded service fills in the rest of `sys`. */
export interface SampleEntry {
  sys: { id: string; createdAt: string; updatedAt: string; contentType: { sys: { id: string } } };
  fields: Record<string, unknown>;
}

export interface SampleAsset {
  sys: { id: string };
  fields: {
    title?: string;
    description?: string;
    /** The artwork has the same name in `images/`; an SVG is drawn in the type given here. */
    file: { fileName: string; contentType: string };
  };
}

/** Fields as editors fill them in; what they leave empty is absent, as it is in the API. */
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
): SampleEntry => ({
  sys: sys(id, 'blogPost', updatedAt),
  fields: featuredImage
    ? {
        ...fields,
        featuredImage: { sys: { type: 'Link', linkType: 'Asset', id: featuredImage } },
      }
    : fields,
});

/** @param updatedAt ISO 8601 */
export const resource = (id: string, updatedAt: string, fields: ResourceFields): SampleEntry => ({
  sys: sys(id, 'resource', updatedAt),
  fields: { ...fields },
});
