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
} from '../../data/routes.ts';
import {
  getCategoryTitle,
  getPostArchiveTitle,
  getResourceArchiveTitle,
  getServiceTitle,
  getTagArchiveTitle,
  getTagTitle,
  pageTitles,
} from '../../data/page-titles.ts';
import { categoryPages, getCategory, services } from '../../data/services/index.ts';

export interface SitePage {
  path: string;
  /** The file under `pages/` that renders the page, in Astro's notation. */
  route: string;
  params: Readonly<Record<string, string>>;
  title: string;
  /** Colours of a resource; undefined for other pages. */
  gradient: string | undefined;
  /** ISO 8601, from the content; null for pages that come from the code. */
  lastModified: string | null;
  /** false: hidden from search engines and absent from the sitemap. */
  indexed: boolean;
}

/** Routes whose number of pages depends on the content or the catalogue. */
type DynamicRoute =
  | '/services/[category]'
  | '/services/[category]/[service]'
  | '/blog/[slug]'
  | '/blog/page/[page]'
  | '/blog/tag/[tag]'
  | '/blog/tag/[tag]/page/[page]'
  | '/resources/[slug]'
  | '/resources/page/[page]';

type ParamName<R extends string> = R extends `${string}[${infer Name}]${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

interface Place {
  path: string;
  params: Readonly<Record<string, string>>;
  title: string;
  gradient?: string | null;
  updatedAt?: string;
  indexed?: boolean;
}

interface PlaceOf<R extends DynamicRoute> extends Place {
  params: Record<ParamName<R>, string>;
}

type Places = { [R in DynamicRoute]: readonly PlaceOf<R>[] };

const getArchivePlaces = (list: string, pages: number, getTitle: (page: number) => string) =>
  Array.from({ length: pages }, (_, index) => ({
    path: archivePath(list, index + 1),
    params: { page: String(index + 1) },
    title: getTitle(index + 1),
  }));

async function getListPlaces(read: Read, list: typeof routes.blog | typeof routes.resources) {
  const first = await read({ type: list === routes.blog ? 'post-list' : 'resource-list' });
  const shownFirst = list === routes.blog ? shownPosts : pageSize;
  const total = first.status === 'loaded' ? first.total : 0;
  const getTitle = list === routes.blog ? getPostArchiveTitle : getResourceArchiveTitle;
  return getArchivePlaces(list, countArchivePages(total, shownFirst), getTitle);
}

/** Pages of the service catalogue, which is part of the code. */
const codePlaces = {
  '/services/[category]': categoryPages.map(({ slug: category, title }) => ({
    path: categoryPath(category),
    params: { category },
    title: getCategoryTitle(title),
  })),
  '/services/[category]/[service]': services.map(({ category, slug: service, title }) => ({
    path: servicePath(category, service),
    params: { category, service },
    title: getServiceTitle(title, getCategory(category).title),
  })),
} satisfies Partial<Places>;

async function getPlaces(read: Read): Promise<Places> {
  const { posts, resources } = await read({ type: 'slugs' });
  const tags = await read({ type: 'tags' });
  return {
    ...codePlaces,
    '/blog/[slug]': posts.map(({ slug, title, updatedAt }) => ({
      path: postPath(slug),
      params: { slug },
      title,
      updatedAt,
    })),
    '/blog/page/[page]': await getListPlaces(read, routes.blog),
    // The page of a tag with one post shows nothing beyond the post, so search engines skip the page.
    '/blog/tag/[tag]': tags.map(({ slug, label, total }) => ({
      path: tagPath(slug),
      params: { tag: slug },
      title: getTagTitle(label),
      indexed: total > 1,
    })),
    '/blog/tag/[tag]/page/[page]': tags.flatMap(({ slug, label, total }) =>
      getArchivePlaces(tagPath(slug), countArchivePages(total, pageSize), (page) =>
        getTagArchiveTitle(label, page),
      ).map(({ params, ...place }) => ({ ...place, params: { tag: slug, ...params } })),
    ),
    '/resources/[slug]': resources.map(({ slug, title, gradient, updatedAt }) => ({
      path: resourcePath(slug),
      params: { slug },
      title,
      gradient,
      updatedAt,
    })),
    '/resources/page/[page]': await getListPlaces(read, routes.resources),
  };
}

const toPage = (route: string, place: Place): SitePage => ({
  path: place.path,
  route,
  params: place.params,
  title: place.title,
  gradient: place.gradient ?? undefined,
  lastModified: place.updatedAt || null,
  indexed: place.indexed ?? true,
});

/** Lists the pages that exist with any content. */
export const listCodePages = (): SitePage[] => [
  ...Object.values(routes).map((path) => ({
    path,
    route: path,
    params: {},
    title: pageTitles[path],
    gradient: undefined,
    lastModified: null,
    indexed: path !== routes.thankYou && path !== routes.search,
  })),
  ...Object.entries(codePlaces).flatMap(([route, places]) =>
    places.map((place) => toPage(route, place)),
  ),
];

/** Lists all pages in any order, without the error page and the pages that load an item live. */
export async function listPages(read: Read = readSnapshot): Promise<SitePage[]> {
  const places = await getPlaces(read);
  return [
    ...listCodePages(),
    ...Object.entries(places).flatMap(([route, ofRoute]) =>
      route in codePlaces ? [] : ofRoute.map((place) => toPage(route, place)),
    ),
  ];
}

/** Lists the pages that an answer to the query makes: a post has one page, a list may have several. */
export function listPagesOf(query: Query): string[] {
  switch (query.type) {
    case 'post':
      return [postPath(query.slug)];
    case 'resource':
      return [resourcePath(query.slug)];
    case 'post-archive':
      return [archivePath(routes.blog, query.page)];
    case 'resource-archive':
      return [archivePath(routes.resources, query.page)];
    case 'tag':
      return [tagPath(query.tag)];
    case 'tag-archive':
      return [archivePath(tagPath(query.tag), query.page)];
    default:
      return [];
  }
}

/** Lists the parameters of one route's pages for `getStaticPaths`. */
export async function staticPaths<R extends DynamicRoute>(route: R) {
  const places: Places[R] = (await getPlaces(readSnapshot))[route];
  return places.map(({ params }: PlaceOf<R>) => ({ params }));
}
