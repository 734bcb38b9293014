import { createCategory } from './firm.ts';

const intro = 'Being found by those who need you.';
export const marketing = createCategory('marketing', 'Marketing', intro, false, {
  'harbour-days': 'Harbour Days',
  catalogue: 'The Catalogue',
});
