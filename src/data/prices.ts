import { company } from './company.ts';

/** What a price is for, and how the site writes it behind the amount. */
export const units = { project: '', hour: '/h', day: '/day', week: '/week', month: '/month' };

/** The lowest price of an engagement. The currency is one of ISO 4217. */
export interface Price {
  amount: number;
  currency: string;
  unit: keyof typeof units;
}

/** Writes a price as the firm's country does; words for a price without figures stay as they are. */
export function formatPrice(price: Price | string, place: 'home' | 'table'): string {
  if (typeof price === 'string') return price;
  const { amount, currency, unit } = price;
  const format = new Intl.NumberFormat(company.numberLocale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  // Without these spaces a price might break into two lines.
  const written = format.format(amount).replaceAll(/\s/g, '\u00a0') + units[unit];
  if (place === 'home') return `from ${written}`;
  return unit === 'project' ? `From ${written}` : written;
}
