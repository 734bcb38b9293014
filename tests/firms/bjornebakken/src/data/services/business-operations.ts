import { createCategory } from './firm.ts';

const title = 'Business Operations';
const intro = 'The work between an order and its delivery.';
export const businessOperations = createCategory('business-operations', title, intro, true, {
  warehouse: 'Warehouse',
});
