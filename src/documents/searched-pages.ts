/** What search knows of the pages that come from the code: services, prices, partners, contact, careers, legal texts. */
import { story } from '../data/claims.ts';
import { company, officeHours } from '../data/company.ts';
import { engagements } from '../data/engagements.ts';
import * as legal from '../data/legal.ts';
import { pageTitles } from '../data/page-titles.ts';
import { categoryPath, partnerPath, routes, servicePath } from '../data/routes.ts';
import { categoryPages, services } from '../data/services/index.ts';
import { team } from '../data/team.ts';

export interface SearchedPage {
  /** Path, with a fragment where a part of a page is meant. */
  path: string;
  title: string;
  /** The kind of page, as the results show it. */
  type: string;
  /** Other words that find the page. */
  words?: readonly string[];
  /** The text, one paragraph an item. */
  texts: readonly string[];
}

const legalTexts = [
  ['careers', 'Careers'],
  ['privacy', 'Legal'],
  ['terms', 'Legal'],
  ['cookies', 'Legal'],
] as const;

export const searchedPages: readonly SearchedPage[] = [
  ...services.map(
    ({ category, slug, title, subtitle, description, benefits, process, tags = [] }) => ({
      path: servicePath(category, slug),
      title,
      type: 'Service',
      words: tags,
      texts: [
        subtitle,
        description,
        ...benefits,
        ...process.map((step) => `${step.title}: ${step.description}`),
      ],
    }),
  ),
  ...categoryPages.map(({ slug, title, subtitle, description }) => ({
    path: categoryPath(slug),
    title: `${title} Services`,
    type: 'Services',
    texts: [subtitle, description],
  })),
  {
    path: `${routes.services}#how-we-engage`,
    title: 'Pricing',
    type: 'Prices',
    words: ['prices', 'price list', 'rates', 'pricing'],
    texts: [
      'How much does an engagement cost? These are our prices.',
      ...engagements.map(
        ({ table: { model, description, price } }) => `${model}: ${price}. ${description}`,
      ),
    ],
  },
  {
    path: routes.about,
    title: pageTitles[routes.about],
    type: 'About',
    texts: [
      story.opening,
      ...story.paragraphs,
      `Our team: ${team.map(({ name }) => name).join(', ')}`,
    ],
  },
  ...team.map(({ name, title, bio }) => ({
    path: partnerPath(name),
    title: name,
    type: 'Partner',
    texts: [`${title}. ${bio}`],
  })),
  {
    path: routes.contact,
    title: pageTitles[routes.contact],
    type: 'Contact',
    texts: [
      `Office hours: ${officeHours.days}, ${officeHours.hours}. ${officeHours.reply}`,
      ...company.phones.map(({ label, display }) => `Phone, ${label}: ${display}`),
    ],
  },
  ...legalTexts.map(([name, type]) => ({
    path: routes[name],
    title: legal[name].title,
    type,
    texts: [
      legal[name].intro,
      ...legal[name].sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ],
  })),
];
