import { service } from './service.ts';
import type { CategoryRecord } from './types.ts';

export const businessOperations: CategoryRecord = {
  slug: 'business-operations',
  title: 'Business Operations',
  intro: 'The work between an order and its delivery.',
  page: {
    subtitle: 'The work between an order and its delivery.',
    icon: 'flow',
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
  },
  services: [
    service('warehouse', 'Warehouse', 'business-operations/purchasing', 'marketing/catalogue'),
    service(
      'purchasing',
      'Purchasing & Suppliers',
      'business-operations/quality',
      'marketing/trade-press',
    ),
    service('quality', 'Quality', 'marketing/harbour-days', 'marketing/photography'),
  ],
};
