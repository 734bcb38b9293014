import type { CategoryRecord, IconName, ServiceRecord } from './types.ts';

/** A service with as few words as pages allow. */
const createService = ([slug, title]: [string, string]): ServiceRecord => ({
  slug,
  title,
  head: {
    title: `${title}: advice for software and trade`,
    description: `${title} for software and trading companies in the Nordics, done once and then kept in order.`,
  },
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
  closing: `Ask us about ${title}.`,
  related:
    slug === 'forecasting'
      ? ['business-operations/warehouse', 'sales/after-sales']
      : ['ai/forecasting', 'marketing/harbour-days'],
});

const createValueProp = (icon: IconName, title: string, description: string) => ({
  icon,
  title,
  description,
});

const createPage = (title: string, subtitle: string): CategoryRecord['page'] => ({
  head: {
    title: `${title} for software and trade`,
    description: `${subtitle} For software and trading companies in the Nordics.`,
  },
  subtitle,
  description: 'What goes wrong here costs the most, and is seen last. We begin where the work is.',
  valueProps: [
    createValueProp('clock', 'By Friday', 'One thing is better by the end of each week.'),
    createValueProp('people', 'With your people', 'Nobody is told what to do by a slide.'),
    createValueProp('chart', 'One number', 'It hangs on the wall and everybody can read it.'),
  ],
});

/** A category with its services, whose titles stand by their slugs; some have a page. */
export const createCategory = (
  slug: CategoryRecord['slug'],
  title: string,
  intro: string,
  hasPage: boolean,
  services: Record<string, string>,
): CategoryRecord => ({
  slug,
  title,
  intro,
  ...(hasPage && { page: createPage(title, intro) }),
  services: Object.entries(services).map(createService),
});
