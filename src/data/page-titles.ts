/** Titles and descriptions of the pages, for the head of a page, link previews, share images and llms.txt. */
import { company } from './company.ts';
import { careers, cookies, privacy, terms } from './legal.ts';
import { messages } from './messages.ts';
import { contactSentPath, routes } from './routes.ts';
import { overviewIntro } from './services/index.ts';

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

/** Pages of other addresses give theirs to the layout. */
export const pageDescriptions: Readonly<Record<string, string>> = {
  [routes.home]: company.description,
  [routes.services]: overviewIntro,
  [routes.resources]: messages.resources.intro,
  [routes.blog]: messages.posts.intro,
  [routes.about]:
    'Operators first: who we are, how we work inside B2B SaaS and e-commerce companies, and the results behind the advice.',
  [routes.contact]:
    'Tell us what is holding your growth back, in your own words. A partner answers within one business day, with times for a call.',
  [routes.careers]: careers.description,
  [routes.privacy]: privacy.description,
  [routes.terms]: terms.description,
  [routes.cookies]: cookies.description,
  [routes.search]: messages.search.description,
  [routes.thankYou]: 'Confirmation for authors.',
  [contactSentPath]: 'Your message has arrived.',
};

/** The headlines of pages that say more than their titles: share images show these. */
export const headlines = {
  [routes.home]: 'Get the growth you deserve',
  [routes.services]: 'Cut Revenue Leaks with Growth Consulting',
  [routes.resources]: 'Growth Resources',
  [routes.contact]: 'Stop Guessing - Get Growth Answers Now',
} as const;
