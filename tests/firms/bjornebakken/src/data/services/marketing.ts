import { createCategory } from './firm.ts';

const services = { 'harbour-days': 'Harbour Days', catalogue: 'The Catalogue' };
export const marketing = createCategory(
  'marketing',
  'Marketing',
  'Being found by those who need you.',
  services,
);
