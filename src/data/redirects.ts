import { categoryAnchor, categoryPath, routes } from './routes.ts';
import { categories } from './services/index.ts';

/**
 * On both hosts: a category without a page leads to its section, and an unknown service to all. A final `/*` also takes
 * every path below, and in `to` keeps the rest.
 */
export const redirects: readonly { from: string; to: string; status: 301 | 302 }[] = [
  ...categories
    .filter(({ page }) => !page)
    .map(({ slug }) => ({
      from: categoryPath(slug),
      to: categoryAnchor(slug),
      status: 302 as const,
    })),
  { from: `${routes.services}/*`, to: routes.services, status: 302 },
];
