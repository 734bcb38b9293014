import { createCategory } from './firm.ts';

export const businessOperations = createCategory(
  'business-operations',
  'Business Operations',
  'The work between an order and its delivery.',
  'flow',
);
