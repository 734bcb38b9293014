import { service } from './service.ts';
import type { CategoryRecord } from './types.ts';

export const sales: CategoryRecord = {
  slug: 'sales',
  title: 'Sales',
  intro: 'From a handshake to an invoice.',
  services: [
    service('quotes', 'Quotes in an Hour', 'sales/key-accounts', 'ai/forecasting'),
    service('key-accounts', 'Key Accounts', 'sales/after-sales', 'ai/translation'),
    service('after-sales', 'After Sales', 'ai/parcel-sorting', 'ai/night-watch'),
  ],
};
