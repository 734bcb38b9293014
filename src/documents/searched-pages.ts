/** What search knows of the pages that come from the code: services, prices, partners, contact, careers, legal texts. */
import { story } from '#data/claims.ts';
import { company, officeHours } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import * as legal from '#data/legal.ts';
import { pageTitles } from '#data/page-titles.ts';
import { categoryPath, partnerPath, routes, servicePath } from '#data/routes.ts';
import { categoryPages, getCategory, services } from '#data/services/index.ts';
import { team } from '#data/team.ts';

export interface SearchedPage {
  /** Path, with a fragment where a part of a page is meant. */
  path: string;
  title: string;
  /** The kind of page, as the results show it. */
  type: string;
  words?: readonly string[];
  /** The text, one paragraph an item. */
  texts: readonly string[];
}

const legalTexts = [
  { name: 'careers', type: 'Careers', words: ['jobs', 'hiring', 'vacancies', 'open positions'] },
  { name: 'privacy', type: 'Legal', words: ['privacy policy', 'GDPR', 'data protection'] },
  { name: 'terms', type: 'Legal', words: ['terms and conditions', 'legal notice'] },
  { name: 'cookies', type: 'Legal', words: ['cookie policy', 'tracking'] },
] as const;

export const searchedPages: readonly SearchedPage[] = [
  ...services.map(
    ({ category, slug, title, subtitle, description, benefits, process, tags = [] }) => ({
      path: servicePath(category, slug),
      title,
      type: 'Service',
      words: [...tags, getCategory(category).title],
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
    words: ['prices', 'price list', 'hourly rates', 'costs', 'fees', 'quote', 'budget'],
    texts: [
      'How much does an engagement cost? These are our prices.',
      ...engagements.map(
        ({ table: { model, description }, price }) =>
          `${model}: ${formatPrice(price, 'table')}. ${description}`,
      ),
    ],
  },
  {
    path: routes.about,
    title: pageTitles[routes.about],
    type: 'About',
    words: ['team', 'partners', 'founders', 'who are you', 'clients', 'references', 'case studies'],
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
    words: ['book a call', 'free consultation', 'email', 'phone', 'meeting', 'strategy session'],
    texts: [
      `Office hours: ${officeHours.days}, ${officeHours.hours}. ${officeHours.reply}`,
      ...company.phones.map(({ label, display }) => `Phone, ${label}: ${display}`),
    ],
  },
  ...legalTexts.map(({ name, type, words }) => ({
    path: routes[name],
    title: legal[name].title,
    type,
    words,
    texts: [
      legal[name].intro,
      ...legal[name].sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ],
  })),
];
