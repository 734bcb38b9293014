import { service } from './service.ts';
import type { CategoryRecord } from './types.ts';

export const marketing: CategoryRecord = {
  slug: 'marketing',
  title: 'Marketing',
  intro: 'Being found by those who need you.',
  services: [
    service('harbour-days', 'Harbour Days', 'marketing/catalogue', 'sales/quotes'),
    service('catalogue', 'The Catalogue', 'marketing/trade-press', 'sales/key-accounts'),
    service('trade-press', 'Trade Press', 'marketing/photography', 'sales/after-sales'),
    service('photography', 'Photography', 'sales/quotes', 'ai/parcel-sorting'),
  ],
};
