/** Titles of the pages, for the head of a page, link previews and share images. */
import { company } from './company.ts';
import { careers, cookies, privacy, terms } from './legal.ts';
import { contactSentPath, routes } from './routes.ts';

export const pageTitles = {
  [routes.home]:
    company.name.length > 20
      ? `${company.name}: growth consulting`
      : `${company.name}: growth consulting for SaaS and e-commerce founders`,
  [routes.services]: 'Growth Consulting Services',
  [routes.resources]: 'Growth Resources: Playbooks, Guides and Checklists',
  [routes.blog]: 'Growth Blog for B2B SaaS Founders',
  [routes.thankYou]: 'Your Content Has Been Published!',
  [routes.about]: 'About Us',
  [routes.contact]: 'Contact: Book a Free Consultation',
  [contactSentPath]: 'Message sent',
  [routes.careers]: careers.title,
  [routes.privacy]: privacy.title,
  [routes.terms]: terms.title,
  [routes.cookies]: cookies.title,
  [routes.search]: 'Search',
} as const satisfies Record<(typeof routes)[keyof typeof routes] | typeof contactSentPath, string>;

export const getCategoryTitle = (category: string) => `${category} Consulting Services`;

/** The headlines of pages that say more than their titles: share images show these. */
export const headlines = {
  [routes.home]: 'Get the growth you deserve',
  [routes.services]: 'Cut Revenue Leaks with Growth Consulting',
  [routes.resources]: 'Growth Resources',
  [routes.contact]: 'Stop Guessing - Get Growth Answers Now',
} as const;
