/** The pages that exist with any content. */
import { getCategoryTitle, pageTitles } from '#data/page-titles.ts';
import { categoryPath, contactSentPath, routes, servicePath } from '#data/routes.ts';
import { categoryPages, getServiceTitle, services } from '#data/services/index.ts';

const unindexed: readonly string[] = [routes.thankYou, routes.search, contactSentPath];

export const codePages: readonly { path: string; title: string; indexed: boolean }[] = [
  ...Object.values(routes).map((path) => ({ path, title: pageTitles[path] })),
  { path: contactSentPath, title: pageTitles[contactSentPath] },
  ...categoryPages.map(({ slug, title }) => ({
    path: categoryPath(slug),
    title: getCategoryTitle(title),
  })),
  ...services.map((service) => ({
    path: servicePath(service.category, service.slug),
    title: getServiceTitle(service),
  })),
].map((page) => ({ ...page, indexed: !unindexed.includes(page.path) }));
