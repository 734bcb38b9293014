import { createCategory } from './firm.ts';

export const sales = createCategory('sales', 'Sales', 'From a handshake to an invoice.', false, {
  'after-sales': 'After Sales',
});
