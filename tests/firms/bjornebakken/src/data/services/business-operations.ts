import { createCategory } from './firm.ts';

const services = { warehouse: 'Warehouse' };
export const businessOperations = createCategory(
  'business-operations',
  'Business Operations',
  'The work between an order and its delivery.',
  services,
  'flow',
);
