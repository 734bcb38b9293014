/** What search knows of the pages that come from the code: services, prices, partners, contact, careers, legal texts. */
import { proofPoints, story } from '#data/claims.ts';
import { company, officeHours } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import * as legal from '#data/legal.ts';
import { messages } from '#data/messages.ts';
import { categoryWords, partnerWords, routeWords, serviceWords } from '#data/page-words.ts';
import { headlines, pageTitles } from '#data/page-titles.ts';
import { categoryAnchor, categoryPath, partnerPath, routes, servicePath } from '#data/routes.ts';
import { categories, getCategory, overviewIntro, services } from '#data/services/index.ts';
import { team } from '#data/team.ts';
import { testimonial } from '#data/testimonials.ts';

export interface SearchedPage {
  /** Path, with a fragment where a part of a page is meant. */
  path: string;
  title: string;
  /** The kind of page, as the results show it. */
  type: string;
  /** What people call it: data/page-words.ts. */
  words?: readonly string[];
  headings?: readonly string[];
  /** The summary, and the paragraphs of the text. */
  texts: readonly string[];
}

const legalTexts = [
  { name: 'careers', type: 'Careers' },
  { name: 'privacy', type: 'Legal' },
  { name: 'terms', type: 'Legal' },
  { name: 'cookies', type: 'Legal' },
] as const;

export const searchedPages: readonly SearchedPage[] = [
  ...services.map(({ category, slug, title, subtitle, description, benefits, tags = [] }) => ({
    path: servicePath(category, slug),
    title,
    type: 'Service',
    words: [
      ...tags,
      `${title} ${getCategory(category).title}`,
      ...(serviceWords[`${category}/${slug}`] ?? []),
    ],
    texts: [subtitle, description, ...benefits],
  })),
  ...categories.map(({ slug, title, intro, page }) => ({
    path: page ? categoryPath(slug) : categoryAnchor(slug),
    title: `${title} Services`,
    type: 'Services',
    words: [title, ...(categoryWords[slug] ?? [])],
    texts: page ? [page.subtitle, page.description] : [intro],
  })),
  {
    path: routes.services,
    title: pageTitles[routes.services],
    type: 'Services',
    words: routeWords.services,
    texts: [overviewIntro, ...categories.map(({ title, intro }) => `${title}: ${intro}`)],
  },
  {
    path: `${routes.services}#how-we-engage`,
    title: 'Pricing',
    type: 'Prices',
    words: [...engagements.map(({ table }) => table.model), ...routeWords.pricing],
    texts: [
      engagements
        .map(({ table: { model }, price }) => `${model}: ${formatPrice(price, 'table')}.`)
        .join(' '),
      ...engagements.map(({ table: { model, description } }) => `${model}: ${description}`),
    ],
  },
  {
    path: routes.home,
    title: 'Who Trusts Us',
    type: 'Clients',
    words: routeWords.clients,
    texts: [testimonial.text, `${testimonial.author}, ${testimonial.title}`],
  },
  {
    path: routes.about,
    title: pageTitles[routes.about],
    type: 'About',
    words: [company.name, ...routeWords.about],
    texts: [
      story.opening,
      ...story.paragraphs,
      `Our team: ${team.map(({ name }) => name).join(', ')}`,
      ...proofPoints.map(({ figure, label }) => `${figure} ${label}`),
    ],
  },
  ...team.map(({ name, title, bio, linkedin, social }) => ({
    path: partnerPath(name),
    title: name,
    type: 'Partner',
    words: [title, ...(partnerWords[name] ?? [])],
    texts: [
      `${title}. ${bio}`,
      `Profiles: ${[linkedin && 'LinkedIn', social?.label].filter(Boolean).join(', ')}`,
    ],
  })),
  {
    path: routes.contact,
    title: 'Contact',
    type: 'Contact',
    words: routeWords.contact,
    texts: [
      `Office hours: ${officeHours.days}, ${officeHours.hours}. ${officeHours.reply}`,
      ...company.phones.map(({ label, display }) => `Phone, ${label}: ${display}`),
      `Email: ${company.inbox}`,
      `Address: ${company.address.join(', ')}`,
    ],
  },
  {
    path: routes.blog,
    title: 'Blog',
    type: 'Articles',
    words: routeWords.blog,
    texts: [messages.posts.intro],
  },
  {
    path: routes.resources,
    title: headlines[routes.resources],
    type: 'Resources',
    words: routeWords.resources,
    texts: [messages.resources.intro],
  },
  ...legalTexts.map(({ name, type }) => ({
    path: routes[name],
    title: legal[name].title,
    type,
    words: routeWords[name],
    headings: legal[name].sections.map(({ heading }) => heading),
    texts: [legal[name].intro, ...legal[name].sections.flatMap(({ paragraphs }) => paragraphs)],
  })),
];
