import { createCategory } from './firm.ts';

export const marketing = createCategory(
  'marketing',
  'Marketing',
  'Being found by those who need you.',
);
