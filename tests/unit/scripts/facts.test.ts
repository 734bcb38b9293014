import { expect, test } from 'vitest';
import { checkFacts, firmFacts } from '../../../scripts/astro/facts.ts';

test('the facts of the firm are valid', () => {
  checkFacts(firmFacts);
});

const first = <T>([item]: readonly T[]): T => {
  if (!item) throw new Error('The list is empty.');
  return item;
};
const company = firmFacts['company.ts'];
const engagements = firmFacts['engagements.ts'];
const services = firmFacts['services/'];
const category = first(services[1]);
const service = first(category.services);

test.for<[string, Parameters<typeof checkFacts>[0], string]>([
  [
    'an address without @',
    { 'company.ts': [company[0], { ...company[1], privacyEmail: 'privacy.example' }] },
    'src/data/company.ts: privacyEmail is no e-mail address.',
  ],
  [
    'a name with a soft hyphen',
    { 'company.ts': [company[0], { ...company[1], name: 'Long\u00adname' }] },
    'src/data/company.ts: name has a soft hyphen; write it in wordmark only',
  ],
  [
    'a wordmark with another name',
    { 'company.ts': [company[0], { ...company[1], wordmark: 'Another' }] },
    'src/data/company.ts: wordmark is not the name, but for soft hyphens.',
  ],
  [
    'a zone that does not exist',
    { 'company.ts': [company[0], { ...company[1], timeZone: 'Mars/Base' }] },
    'src/data/company.ts: timeZone is no time zone such as Europe/Oslo.',
  ],
  [
    'a price without a currency',
    {
      'engagements.ts': [
        engagements[0],
        [{ ...first(engagements[1]), priceFrom: { amount: 5, unit: 'hour' } }],
      ],
    },
    'src/data/engagements.ts: 0.priceFrom.currency is missing.',
  ],
  [
    'a price without the amount for search engines',
    {
      'engagements.ts': [
        engagements[0],
        [{ ...first(engagements[1]), priceFrom: { amount: 5, currency: 'EUR', unit: 'hour' } }],
      ],
    },
    'src/data/engagements.ts: 0.priceFrom is not in home.price and in table.price.',
  ],
  [
    'two services with one slug',
    { 'services/': [services[0], [{ ...category, services: [service, service] }]] },
    'src/data/services/: 0.services.1 has the slug of another service.',
  ],
])('%s ends with one sentence that names file and field', ([, facts, sentence]) => {
  expect(() => {
    checkFacts(facts);
  }).toThrow(sentence);
});
