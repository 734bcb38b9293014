import type { Price } from './prices.ts';

/** The three ways to engage. The home page and the services table use different words. */
export interface Engagement {
  home: { title: string; description: string };
  table: { model: string; description: string };
  /** How long it takes and what the client keeps, where the firm says so: 'Two weeks', 'A ranked list of leaks'. */
  duration?: string;
  keeps?: string;
  /** The link to the contact page, on both pages. */
  cta: string;
  /** Figures, or words for a price without figures. */
  price: Price | string;
}

export const engagements: readonly [Engagement, ...Engagement[]] = [
  {
    home: {
      title: 'Audit',
      description:
        'We go through your funnel, stack and numbers. You get the leaks, what each one costs, and the order to fix them in.',
    },
    table: {
      model: 'Audit',
      description:
        'A close look at your funnel, stack and numbers. You keep a ranked list of leaks with the cost of each.',
    },
    cta: 'Get Audit',
    price: { amount: 3000, currency: 'USD', unit: 'project' },
  },
  {
    home: {
      title: 'Advisory',
      description: 'A partner works beside your team by the hour, until your people run the plan.',
    },
    table: {
      model: 'Advisory & Kickstart',
      description:
        'A partner beside your team by the hour: we set the plan with you, start it and hand it over.',
    },
    cta: 'Start Advisory',
    price: { amount: 200, currency: 'USD', unit: 'hour' },
  },
  {
    home: {
      title: 'As-a-Service',
      description:
        'We build it and run it: operations, campaigns, pipelines, agents. Accounts, data and code are yours from the first day.',
    },
    table: {
      model: 'As-a-Service',
      description:
        'We build and run the function for you and report every week. Accounts, data and code are yours from the first day.',
    },
    cta: 'Explore As-a-Service',
    price: 'Custom price',
  },
];
