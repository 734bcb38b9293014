import type { CategoryRecord, ServiceRecord } from './types.ts';

type Slug = CategoryRecord['slug'];
type ServiceReference = ServiceRecord['related'][number];

const titles: Record<Slug, Record<string, string>> = {
  'business-operations': {
    warehouse: 'Warehouse',
    purchasing: 'Purchasing & Suppliers',
    quality: 'Quality',
  },
  marketing: {
    'harbour-days': 'Harbour Days',
    catalogue: 'The Catalogue',
    'trade-press': 'Trade Press',
    photography: 'Photography',
  },
  sales: {
    quotes: 'Quotes in an Hour',
    'key-accounts': 'Key Accounts',
    'after-sales': 'After Sales',
  },
  ai: {
    'parcel-sorting': 'Parcel Sorting',
    forecasting: 'Forecasting by the Tide',
    translation: 'Translation Desk',
    'night-watch': 'Night Watch',
    'document-understanding': 'Internationalisation of Documents',
  },
};

const references = Object.entries(titles).flatMap(([category, services]) =>
  Object.keys(services).map((slug) => `${category}/${slug}` as ServiceReference),
);

/** Creates a service with as few words as pages allow, related to the next and the one after. */
const createService = (reference: ServiceReference, title: string): ServiceRecord => {
  const next = (steps: number) =>
    references[(references.indexOf(reference) + steps) % references.length] ?? reference;
  return {
    slug: reference.split('/')[1] ?? '',
    title,
    subtitle: `${title}, done once and then kept in order.`,
    description: `We look at how ${title.toLowerCase()} is done with you today, who does it, and what it costs. Then we change one thing at a time.`,
    benefits: [
      'Fewer handovers',
      'One list in place of five',
      'Answers on the same day',
      'A named owner for each step',
      'Nothing that needs us afterwards',
    ],
    process: {
      Watch: 'A week beside those who do the work.',
      Draw: 'The way of an order on one sheet of paper.',
      Change: 'One step, with those who take it.',
      Leave: 'When the numbers have held for a month.',
    },
    related: [next(1), next(4)],
  };
};

const page = (subtitle: string, icon: 'agent' | 'flow') =>
  ({
    subtitle,
    icon,
    description:
      'What goes wrong here costs the most, and is seen last. We begin where the work is.',
    valueProps: [
      {
        icon: 'clock',
        title: 'By Friday',
        description: 'One thing is better by the end of each week.',
      },
      {
        icon: 'people',
        title: 'With your people',
        description: 'Nobody is told what to do by a slide.',
      },
      {
        icon: 'chart',
        title: 'One number',
        description: 'It hangs on the wall and everybody can read it.',
      },
    ],
  }) satisfies CategoryRecord['page'];

/** A category with its services; one with an icon has a page. */
export const createCategory = (
  slug: Slug,
  title: string,
  intro: string,
  icon?: 'agent' | 'flow',
): CategoryRecord => ({
  slug,
  title,
  intro,
  ...(icon && { page: page(intro, icon) }),
  services: Object.entries(titles[slug]).map(([name, called]) =>
    createService(`${slug}/${name}` as ServiceReference, called),
  ),
});
