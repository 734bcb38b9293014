import type { Document } from '@contentful/rich-text-types';

/** An entry in the format of the Delivery API; the embedded service adds the rest of `sys`. */
export interface SampleEntry {
  sys: { id: string; createdAt: string; updatedAt: string; contentType: { sys: { id: string } } };
  fields: Record<string, unknown>;
}

export interface SampleAsset {
  sys: { id: string };
  fields: {
    title?: string;
    description?: string;
    /** The artwork has the same name in `images/`. An SVG is rasterised to this content type. */
    file: { fileName: string; contentType: string };
  };
}

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
