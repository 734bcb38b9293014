import type { Document } from '@contentful/rich-text-types';

/** A built-in resource, shown unless the content service has a resource with its slug. */
export interface BuiltInResource {
  slug: string;
  title: string;
  subtitle: string;
  author: string;
  /** '15 min' */
  readTime: string;
  type: string;
  gradient: string;
  document: Document;
}

/** A card of the resource list when the content service has no resources. */
export interface BuiltInCard {
  id: string;
  /** Slug of the built-in resource that the card links to. */
  slug: string;
  title: string;
  description: string;
  type: string;
  /** '15 min' */
  readTime: string;
}
