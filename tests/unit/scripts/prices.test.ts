import { expect, test } from 'vitest';
import { findDisagreement } from '../../../scripts/astro/prices.ts';

test.each([
  ['3\u00a0500 €', 3500, 'EUR', 'project'],
  ['ab 1.250,00 €', 1250, 'EUR', 'project'],
  ['99,50 €/h', 99.5, 'EUR', 'hour'],
  ['CHF 1’250.–', 1250, 'CHF', 'project'],
  ['CHF 1ʼ250.50/h', 1250.5, 'CHF', 'hour'],
  ['CHF 0.5M', 500_000, 'CHF', 'project'],
  ['CHF 1.2 Mio.', 1_200_000, 'CHF', 'project'],
  ['Fr. 250.– per hour', 250, 'CHF', 'hour'],
  ['Rs 12,500/-', 12_500, 'INR', 'project'],
  ['Project from ₹3 lakhs, 18 hours a week', 300_000, 'INR', 'project'],
  ['¥120,000/月', 120_000, 'JPY', 'month'],
  ['30万円 per month', 300_000, 'JPY', 'month'],
  ['₹1.25 crores', 12_500_000, 'INR', 'project'],
  ['￥120,000', 120000, 'CNY', 'project'],
  ['₹1,20,000 a month', 120000, 'INR', 'month'],
  ['₹1.2 lakh', 120000, 'INR', 'project'],
  ['R$ 1.200,00', 1200, 'BRL', 'project'],
  ['1 200 kr per day', 1200, 'NOK', 'day'],
  ['US$2,500 weekly', 2500, 'USD', 'week'],
  ['from $10k, within 4 weeks', 10000, 'USD', 'project'],
  ['KWD 1,250.500', 1250.5, 'KWD', 'project'],
  ['from £3,000 to £5,000', 3000, 'GBP', 'project'],
] as const)('%s is %d %s by the %s', (price, amount, currency, unit) => {
  expect(findDisagreement(price, { amount, currency, unit })).toBeNull();
});

test.each([
  ['€1,250', { amount: 1.25 }, 'does not say 1.25, the amount of priceFrom'],
  ['from €3,000, 4 weeks', { amount: 30004 }, 'does not say 30004, the amount of priceFrom'],
  ['$1,250', {}, 'says another currency than EUR of priceFrom'],
  ['CHF 1250', {}, 'says another currency than EUR of priceFrom'],
  ['1,250円', {}, 'says another currency than EUR of priceFrom'],
  ['Rs 1,250', {}, 'says another currency than EUR of priceFrom'],
  ['1250/月', {}, 'says month, and priceFrom says project'],
  ['€1250/day', { unit: 'hour' }, 'says day, and priceFrom says hour'],
  ['€1250 per month', {}, 'says month, and priceFrom says project'],
] as const)('%s beside %j %s', (price, change, fault) => {
  const figures = { amount: 1250, currency: 'EUR', unit: 'project' as const, ...change };
  expect(findDisagreement(price, figures)).toBe(fault);
});
