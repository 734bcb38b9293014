import { expect, onTestFinished, test } from 'vitest';
import { company } from '../../../src/data/company.ts';
import { formatPrice, type Price } from '../../../src/data/prices.ts';

test.each<[locale: string, Price | string, home: string, table: string]>([
  ['en-US', { amount: 3000, currency: 'USD', unit: 'project' }, 'from $3,000', 'From $3,000'],
  ['en-US', { amount: 200, currency: 'USD', unit: 'hour' }, 'from $200/h', '$200/h'],
  ['en-US', 'Custom price', 'Custom price', 'Custom price'],
  ['de-AT', { amount: 99.5, currency: 'EUR', unit: 'day' }, 'from € 99,50/day', '€ 99,50/day'],
  [
    'de-CH',
    { amount: 1250, currency: 'CHF', unit: 'week' },
    'from CHF 1’250/week',
    'CHF 1’250/week',
  ],
  [
    'sv-SE',
    { amount: 12500, currency: 'SEK', unit: 'project' },
    'from 12 500 kr',
    'From 12 500 kr',
  ],
  [
    'en-IN',
    { amount: 150000, currency: 'INR', unit: 'month' },
    'from ₹1,50,000/month',
    '₹1,50,000/month',
  ],
  [
    'ja-JP',
    { amount: 120000, currency: 'JPY', unit: 'project' },
    'from ￥120,000',
    'From ￥120,000',
  ],
])('a price is written as in %s: %j', (numberLocale, price, home, table) => {
  const before = { ...company };
  onTestFinished(() => void Object.assign(company, before));
  Object.assign(company, { numberLocale });
  // A price has no-break spaces, and versions of Node write the Swiss apostrophe differently.
  const read = (place: 'home' | 'table') =>
    formatPrice(price, place).replaceAll('\u00a0', ' ').replace("'", '’');
  expect([read('home'), read('table')]).toEqual([home, table]);
});
