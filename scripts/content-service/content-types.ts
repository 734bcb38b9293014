import { environment, linkTo, spaceId } from './space.ts';

/** Field types of the content model (spec §3), as Contentful names them. */
const models = {
  blogPost: {
    name: 'Blog post',
    fields: {
      title: 'Symbol',
      slug: 'Symbol',
      author: 'Symbol',
      publishedDate: 'Date',
      featuredImage: 'Link',
      excerpt: 'Text',
      content: 'RichText',
      category: 'Symbol',
      tags: 'Array',
      seoTitle: 'Symbol',
      seoDescription: 'Symbol',
    },
  },
  resource: {
    name: 'Resource',
    fields: {
      title: 'Symbol',
      slug: 'Symbol',
      subtitle: 'Symbol',
      author: 'Symbol',
      readTime: 'Symbol',
      type: 'Symbol',
      gradient: 'Symbol',
      content: 'RichText',
    },
  },
} as const satisfies Record<string, { name: string; fields: Record<string, FieldType> }>;

export type FieldType = 'Symbol' | 'Text' | 'Date' | 'Link' | 'RichText' | 'Array';

/** Field name to type; undefined for a content type that does not exist. */
export const fieldTypes = (contentType: string): Map<string, FieldType> | undefined => {
  const model = Object.entries(models).find(([id]) => id === contentType)?.[1];
  return model && new Map(Object.entries(model.fields));
};

/** The items of `/content_types`. */
export const contentTypes = Object.entries(models).map(([id, { name, fields }]) => ({
  sys: {
    space: linkTo('Space', spaceId),
    id,
    type: 'ContentType',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    environment: linkTo('Environment', environment),
    publishedVersion: 3,
    revision: 1,
  },
  displayField: 'title',
  name,
  description: '',
  fields: Object.entries(fields).map(([field, type]) => ({
    id: field,
    name: field,
    type,
    localized: false,
    required: field === 'title' || field === 'slug',
    disabled: false,
    omitted: false,
    ...(type === 'Link' && { linkType: 'Asset' }),
    ...(type === 'Array' && { items: { type: 'Symbol', validations: [] } }),
  })),
}));
