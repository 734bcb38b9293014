import { servicePath, type CategorySlug } from '../routes.ts';
import { ai } from './ai.ts';
import { businessOperations } from './business-operations.ts';
import { marketing } from './marketing.ts';
import { sales } from './sales.ts';
import type { CategoryRecord } from './types.ts';

export type { IconName, ValueProp } from './types.ts';

export const categories: readonly CategoryRecord[] = [businessOperations, marketing, sales, ai];

/** What the services overview begins with. */
export const overviewIntro =
  'Targeted audits, CRM setup, marketing strategy, sales optimization and AI integration - solve your biggest revenue bottlenecks.';

/** Order of the jump buttons and of the sections on the services overview. */
export const jumpOrder = ['business-operations', 'ai', 'marketing', 'sales'] as const;

const targets = new Map(
  categories.flatMap(({ slug: category, services }) =>
    services.map(({ slug, title }) => [
      `${category}/${slug}`,
      { title, link: servicePath(category, slug) },
    ]),
  ),
);

function required<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`The catalogue has no ${what}.`);
  return found;
}

export const services = categories.flatMap(({ slug: category, services }) =>
  services.map(({ process, related, ...record }) => ({
    ...record,
    category,
    process: Object.entries(process).map(([title, description]) => ({ title, description })),
    related: related.map((reference) => required(targets.get(reference), `service '${reference}'`)),
  })),
);

export type Service = (typeof services)[number];

export const categoryPages = categories.flatMap(({ page, ...category }) =>
  page ? [{ ...category, ...page }] : [],
);

export const getCategory = (slug: string) =>
  required(
    categories.find((one) => one.slug === slug),
    `category '${slug}'`,
  );

/** undefined for a category without a page, and for one that is not there. */
export const findCategoryPage = (slug: string) => categoryPages.find((one) => one.slug === slug);

export const getServices = (category: CategorySlug) =>
  services.filter((service) => service.category === category);

/** The service of the first tag that has one. */
export const findServiceOf = (tags: readonly string[]) =>
  tags.map((tag) => services.find((one) => one.tags?.includes(tag))).find(Boolean);

/** undefined for a service that is not there. */
export const findService = (category: string, slug: string) =>
  services.find((service) => service.category === category && service.slug === slug);
