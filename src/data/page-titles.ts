/** Titles of the pages, for the head of a page, link previews and share images. */
import { company } from './company.ts';
import { careers, cookies, privacy, terms } from './legal.ts';
import { routes } from './routes.ts';

export const pageTitles = {
  [routes.home]:
    company.name.length > 20
      ? `${company.name}: growth consulting`
      : `${company.name}: growth consulting for SaaS and e-commerce founders`,
  [routes.services]: 'Growth Consulting Services',
  [routes.resources]: 'Growth Resources',
  [routes.blog]: 'Blog',
  [routes.thankYou]: 'Your Content Has Been Published!',
  [routes.about]: 'About Us',
  [routes.contact]: 'Contact',
  [routes.careers]: careers.title,
  [routes.privacy]: privacy.title,
  [routes.terms]: terms.title,
  [routes.cookies]: cookies.title,
  [routes.search]: 'Search',
} as const satisfies Record<(typeof routes)[keyof typeof routes], string>;

export const getCategoryTitle = (category: string) => `${category} Services`;

/** The title of a service names its category, because services of two categories may have equal names. */
export const getServiceTitle = (service: string, category: string) =>
  service.startsWith(category) ? service : `${service} for ${category}`;
