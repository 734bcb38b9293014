import { service } from './service.ts';
import type { CategoryRecord } from './types.ts';

export const ai: CategoryRecord = {
  slug: 'ai',
  title: 'AI',
  intro: 'Machines for the boring half of the work.',
  page: {
    subtitle: 'Machines for the boring half of the work.',
    icon: 'agent',
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
    service('parcel-sorting', 'Parcel Sorting', 'ai/forecasting', 'ai/document-understanding'),
    service(
      'forecasting',
      'Forecasting by the Tide',
      'ai/translation',
      'business-operations/warehouse',
    ),
    service('translation', 'Translation Desk', 'ai/night-watch', 'business-operations/purchasing'),
    service(
      'night-watch',
      'Night Watch',
      'ai/document-understanding',
      'business-operations/quality',
    ),
    service(
      'document-understanding',
      'Internationalisation of Documents',
      'business-operations/warehouse',
      'marketing/harbour-days',
    ),
  ],
};
