/** Every page of the site as data: getStaticPaths, the sitemap and the tests take them from here. */
import { read as readSnapshot } from './content/read.ts';
import {
  categoryPath,
  listPath,
  postPath,
  resourcePath,
  routes,
  servicePath,
} from './data/routes.ts';
import { categoryPages, services } from './data/services/index.ts';

export interface SitePage {
  path: string;
  /** The file under `pages/` that draws it, in Astro's notation. */
  route: string;
  params: Record<string, string>;
  /** ISO 8601, from the content; null for pages of the code. */
  lastModified: string | null;
  /** false: kept out of search results and the sitemap. */
  indexed: boolean;
}

const page = (
  route: string,
  path: string,
  params: Record<string, string> = {},
  lastModified: string | null = null,
): SitePage => ({ route, path, params, lastModified, indexed: path !== routes.thankYou });

const lists = [
  { type: 'post-list', root: routes.blog },
  { type: 'resource-list', root: routes.resources },
] as const;

/** All pages, in no particular order; without the error page and the pages of live items. */
export async function listPages(read: typeof readSnapshot): Promise<SitePage[]> {
  const { posts, resources } = await read({ type: 'slugs' });
  const further: SitePage[] = [];
  for (const { type, root } of lists) {
    const first = await read({ type, page: 1 });
    const pages = first.status === 'loaded' ? first.pages : 1;
    for (let number = 2; number <= pages; number++)
      further.push(page(`${root}/page/[page]`, listPath(root, number), { page: String(number) }));
  }
  return [
    ...Object.values(routes).map((path) => page(path, path)),
    ...categoryPages.map(({ slug }) =>
      page('/services/[category]', categoryPath(slug), { category: slug }),
    ),
    ...services.map(({ category, slug }) =>
      page('/services/[category]/[service]', servicePath(category, slug), {
        category,
        service: slug,
      }),
    ),
    ...posts.map(({ slug, updatedAt }) =>
      page('/blog/[slug]', postPath(slug), { slug }, updatedAt || null),
    ),
    ...resources.map(({ slug, updatedAt }) =>
      page('/resources/[slug]', resourcePath(slug), { slug }, updatedAt || null),
    ),
    ...further,
  ];
}

/** The pages of one route, as `getStaticPaths` wants them. */
export async function staticPaths(route: string) {
  const pages = await listPages(readSnapshot);
  return pages.filter((page) => page.route === route).map(({ params }) => ({ params }));
}
