/** The pages that exist with any content. */
import { pageDescriptions, pageTitles } from '#data/page-titles.ts';
import { categoryPath, contactSentPath, routes, servicePath } from '#data/routes.ts';
import { categoryPages, services } from '#data/services/index.ts';

interface DescribedPage {
  path: string;
  title: string;
  description?: string | undefined;
}

const unindexed: readonly string[] = [routes.thankYou, routes.search, contactSentPath];

const described: readonly DescribedPage[] = [
  ...Object.entries(pageTitles).map(([path, title]) => ({
    path,
    title,
    description: pageDescriptions[path],
  })),
  ...categoryPages.map(({ slug, head }) => ({ path: categoryPath(slug), ...head })),
  ...services.map(({ category, slug, head }) => ({ path: servicePath(category, slug), ...head })),
];

export const codePages = described.map((page) => ({
  ...page,
  indexed: !unindexed.includes(page.path),
}));
