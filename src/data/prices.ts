import { company } from './company.ts';

/** The lowest price of an engagement. The currency is one of ISO 4217. */
export interface Price {
  amount: number;
  currency: string;
  unit: 'project' | 'hour' | 'day' | 'week' | 'month';
}

const units = { project: '', hour: '/h', day: '/day', week: '/week', month: '/month' };

/**
 * Writes a price as the firm's country does, for the home page or for the table of services; words for a price
 * without figures stay as they are.
 */
export function formatPrice(price: Price | string, place: 'home' | 'table'): string {
  if (typeof price === 'string') return price;
  const { amount, currency, unit } = price;
  const format = new Intl.NumberFormat(company.numberLocale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  // A price breaks into two lines nowhere.
  const written = format.format(amount).replaceAll(/\s/g, '\u00a0') + units[unit];
  if (place === 'home') return `from ${written}`;
  return unit === 'project' ? `From ${written}` : written;
}
