import { createCategory } from './firm.ts';

const services = { 'after-sales': 'After Sales' };
export const sales = createCategory('sales', 'Sales', 'From a handshake to an invoice.', services);
