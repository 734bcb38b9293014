import { expect, onTestFinished, test } from 'vitest';
import { company } from '#data/company.ts';
import { formatPrice, type Price } from '#data/prices.ts';

test.each<[locale: string, Price | string, home: string, table: string]>([
  ['en-US', { amount: 3000, currency: 'USD', unit: 'project' }, 'from $3,000', 'From $3,000'],
  ['en-US', { amount: 200, currency: 'USD', unit: 'hour' }, 'from $200/h', '$200/h'],
  ['en-US', 'Custom price', 'Custom price', 'Custom price'],
  ['de-AT', { amount: 99.5, currency: 'EUR', unit: 'day' }, 'from € 99,50/day', '€ 99,50/day'],
  ['ja-JP', { amount: 500, currency: 'JPY', unit: 'week' }, 'from ￥500/week', '￥500/week'],
])('a price is written as in %s: %j', (numberLocale, price, home, table) => {
  const before = { ...company };
  onTestFinished(() => void Object.assign(company, before));
  Object.assign(company, { numberLocale });
  // A price has no-break spaces.
  const read = (place: 'home' | 'table') => formatPrice(price, place).replaceAll('\u00a0', ' ');
  expect([read('home'), read('table')]).toEqual([home, table]);
});
