import type { Article, BlogPosting } from 'schema-dts';
import { posts, type Post } from '#collections/posts.ts';
import { resources, type Resource } from '#collections/resources.ts';
import { itemPath } from '#engine/collections.ts';
import { parseDay } from '#engine/content/read.ts';
import { company } from '#data/company.ts';
import { routes } from '#data/routes.ts';
import { getShareImagePath } from '../share-card.ts';
import { describePartner, nodeIds, refer, type FirmNode, type PersonNode } from './site.ts';

/** Describes the author. Any name other than the firm's counts as a person's. */
function describeAuthor(name: string): PersonNode | FirmNode {
  const isFirm = name === company.teamName || name === company.name || name === company.legalName;
  return isFirm
    ? { '@type': 'Organization', name, url: routes.about }
    : (describePartner(name) ?? { '@type': 'Person', name });
}

interface Written {
  path: string;
  title: string;
  author: string;
  /** Path or address. */
  image: string;
}

const describeText = ({ path, title, author, image }: Written) => ({
  '@id': `${path}#article` as const,
  headline: title,
  image,
  mainEntityOfPage: refer(path),
  publisher: refer(nodeIds.organization),
  ...(author ? { author: describeAuthor(author) } : {}),
});

export function describePost(post: Post): BlogPosting {
  const { title, author, category, tags, updatedAt } = post;
  const path = itemPath(posts, post.slug);
  const image = post.featuredImage?.src ?? getShareImagePath(path, post.seoTitle);
  const published = parseDay(post.publishedDate);
  // Editors may save an entry before its publishing day; such a save is not a later change.
  const modified = updatedAt && updatedAt.slice(0, 10) >= (published ?? '') ? updatedAt : null;
  return {
    '@type': 'BlogPosting',
    ...describeText({ path, title, author, image }),
    ...(published ? { datePublished: published } : {}),
    ...(modified ? { dateModified: modified } : {}),
    ...(category ? { articleSection: category } : {}),
    ...(tags.length > 0 ? { keywords: tags } : {}),
  };
}

export function describeResource(resource: Resource): Article {
  const { title, author, type, gradient, updatedAt } = resource;
  const path = itemPath(resources, resource.slug);
  return {
    '@type': 'Article',
    ...describeText({ path, title, author, image: getShareImagePath(path, title, gradient) }),
    articleSection: type,
    ...(updatedAt ? { dateModified: updatedAt } : {}),
  };
}
