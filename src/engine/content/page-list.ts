/** Lists every page of the site, for getStaticPaths, the sitemap, publishes and tests. */
import { countArchivePages, pageSize, shownPosts } from './articles/lists.ts';
import type { Query, Read } from './snapshot/queries.ts';
import { read as readSnapshot } from './snapshot/read.ts';
import {
  archivePath,
  categoryPath,
  postPath,
  resourcePath,
  routes,
  servicePath,
  tagPath,
} from '#data/routes.ts';
import {
  getCategoryTitle,
  getPostArchiveTitle,
  getResourceArchiveTitle,
  getServiceTitle,
  getTagArchiveTitle,
  getTagTitle,
  pageTitles,
} from '#data/page-titles.ts';
import { categoryPages, getCategory, services } from '#data/services/index.ts';

export interface SitePage {
  path: string;
  title: string;
  /** Colours of a resource; undefined for other pages. */
  gradient: string | undefined;
  /** ISO 8601, from the content; null for pages that come from the code. */
  lastModified: string | null;
  /** false: hidden from search engines and absent from the sitemap. */
  indexed: boolean;
}

const toPage = (path: string, title: string, facts: Partial<SitePage> = {}): SitePage => ({
  path,
  title,
  gradient: undefined,
  lastModified: null,
  indexed: true,
  ...facts,
});

const toArchivePages = (
  list: string,
  total: number,
  shownFirst: number,
  getTitle: (page: number) => string,
) =>
  Array.from({ length: countArchivePages(total, shownFirst) }, (_, index) =>
    toPage(archivePath(list, index + 1), getTitle(index + 1)),
  );

/** Lists the pages that exist with any content. */
export const listCodePages = (): SitePage[] => [
  ...Object.values(routes).map((path) =>
    toPage(path, pageTitles[path], { indexed: path !== routes.thankYou && path !== routes.search }),
  ),
  ...categoryPages.map(({ slug, title }) => toPage(categoryPath(slug), getCategoryTitle(title))),
  ...services.map(({ category, slug, title }) =>
    toPage(servicePath(category, slug), getServiceTitle(title, getCategory(category).title)),
  ),
];

async function listContentPages(read: Read): Promise<SitePage[]> {
  const slugs = await read({ type: 'slugs' });
  const tags = await read({ type: 'tags' });
  const { posts, resources } = await read({ type: 'overview' });
  return [
    ...slugs.posts.map(({ slug, title, updatedAt }) =>
      toPage(postPath(slug), title, { lastModified: updatedAt || null }),
    ),
    ...slugs.resources.map(({ slug, title, updatedAt, gradient }) =>
      toPage(resourcePath(slug), title, {
        lastModified: updatedAt || null,
        gradient: gradient ?? undefined,
      }),
    ),
    ...toArchivePages(routes.blog, posts, shownPosts, getPostArchiveTitle),
    ...toArchivePages(routes.resources, resources, pageSize, getResourceArchiveTitle),
    ...tags.flatMap(({ slug, label, total }) => [
      // The page of a tag with one post shows nothing beyond the post, so search engines skip the page.
      toPage(tagPath(slug), getTagTitle(label), { indexed: total > 1 }),
      ...toArchivePages(tagPath(slug), total, pageSize, (page) => getTagArchiveTitle(label, page)),
    ]),
  ];
}

/** Lists all pages in any order, without the error page and the pages that load an item live. */
export const listPages = async (read: Read = readSnapshot): Promise<SitePage[]> => [
  ...listCodePages(),
  ...(await listContentPages(read)),
];

/** The addresses of items and archives, each with the query whose answer its page shows. */
const subjects: readonly (readonly [RegExp, (name: string, page: string) => Query])[] = [
  [/^\/blog\/([^/]+)$/, (slug) => ({ type: 'post', slug })],
  [/^\/resources\/([^/]+)$/, (slug) => ({ type: 'resource', slug })],
  [/^\/blog()\/page\/([1-9]\d{0,8})$/, (_, page) => ({ type: 'post-archive', page: Number(page) })],
  [
    /^\/resources()\/page\/([1-9]\d{0,8})$/,
    (_, page) => ({ type: 'resource-archive', page: Number(page) }),
  ],
  [/^\/blog\/tag\/([^/]+)$/, (tag) => ({ type: 'tag', tag })],
  [
    /^\/blog\/tag\/([^/]+)\/page\/([1-9]\d{0,8})$/,
    (tag, page) => ({ type: 'tag-archive', tag, page: Number(page) }),
  ],
];

/** The query that the page at an address is about: without an answer there is no page. null: no content has this address. */
export function getSubject(path: string): Query | null {
  for (const [pattern, toQuery] of subjects) {
    const [, name, page = ''] = pattern.exec(path) ?? [];
    if (name !== undefined) return toQuery(name, page);
  }
  return null;
}

type ParameterName<Route extends string> = Route extends `${string}[${infer Name}]${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/**
 * Lists the parameters of the pages of one route for `getStaticPaths`.
 * @param route a file under `pages/` in Astro's notation
 */
export async function staticPaths<Route extends string>(route: Route) {
  const pattern = new RegExp(`^${route.replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`);
  const pages = await listContentPages(readSnapshot);
  return pages.flatMap(({ path }) => {
    const groups = pattern.exec(path)?.groups;
    // The pattern has a group for each parameter.
    return groups ? [{ params: groups as Record<ParameterName<Route>, string> }] : [];
  });
}
