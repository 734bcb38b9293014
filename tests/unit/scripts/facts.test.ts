import { expect, test } from 'vitest';
import { checkFacts, firmFacts } from '../../../scripts/astro/facts.ts';

test('the facts of the firm are valid', () => {
  checkFacts(firmFacts);
});

const first = <T>([item]: readonly T[]): T => {
  if (!item) throw new Error('The list is empty.');
  return item;
};
const company = firmFacts['data/company.ts'];
const engagements = firmFacts['data/engagements.ts'];
const services = firmFacts['data/services/'];
const [colorsSchema, colors] = firmFacts['data/brand.ts'];
const [fontsSchema] = firmFacts['styles/fonts/fonts.css'];
const category = first(services[1]);
const service = first(category.services);

test.for<[string, Parameters<typeof checkFacts>[0], string]>([
  [
    'an address without @',
    { 'data/company.ts': [company[0], { ...company[1], privacyEmail: 'privacy.example' }] },
    'src/data/company.ts: privacyEmail is no e-mail address.',
  ],
  [
    'a name with a soft hyphen',
    { 'data/company.ts': [company[0], { ...company[1], name: 'Long\u00adname' }] },
    'src/data/company.ts: name has a soft hyphen; write it in wordmark only',
  ],
  [
    'a wordmark with another name',
    { 'data/company.ts': [company[0], { ...company[1], wordmark: 'Another' }] },
    'src/data/company.ts: wordmark is not the name, but for soft hyphens.',
  ],
  [
    'a zone that does not exist',
    { 'data/company.ts': [company[0], { ...company[1], timeZone: 'Mars/Base' }] },
    'src/data/company.ts: timeZone is no time zone such as Europe/Oslo.',
  ],
  [
    'a price without a currency',
    {
      'data/engagements.ts': [
        engagements[0],
        [{ ...first(engagements[1]), priceFrom: { amount: 5, unit: 'hour' } }],
      ],
    },
    'src/data/engagements.ts: 0.priceFrom.currency is missing.',
  ],
  [
    'a price without the amount for search engines',
    {
      'data/engagements.ts': [
        engagements[0],
        [{ ...first(engagements[1]), priceFrom: { amount: 5, currency: 'EUR', unit: 'hour' } }],
      ],
    },
    'src/data/engagements.ts: 0.priceFrom is not in home.price and in table.price.',
  ],
  [
    'two services with one slug',
    { 'data/services/': [services[0], [{ ...category, services: [service, service] }]] },
    'src/data/services/: 0.services.1 has the slug of another service.',
  ],
  ...(
    [
      ['without digits', { paper: 'cream' }, 'paper is not # and six hexadecimal digits'],
      ['in the short form', { blue: '#56e' }, 'blue is not # and six hexadecimal digits'],
      [
        'of pale text',
        { inkSoft: '#a0a0a0' },
        'inkSoft has a contrast of 2.3 to 1 on paper, and 4.5',
      ],
      ['of a field without a border', { control: '#e0e0e0' }, 'control has a contrast of 1.2 to 1'],
      [
        'of dark text on the footer',
        { nightSoft: '#333333' },
        'nightSoft has a contrast of 1.4 to 1',
      ],
    ] as const
  ).map(([kind, change, problem]): [string, Parameters<typeof checkFacts>[0], string] => [
    `a colour ${kind}`,
    { 'data/brand.ts': [colorsSchema, { ...colors, ...change }] },
    `src/data/brand.ts: ${problem}`,
  ]),
  [
    'typefaces that are not cut',
    { 'styles/fonts/fonts.css': [fontsSchema, '/* for others */'] },
    'was written for other typefaces than src/data/brand.ts has; run npm run fonts.',
  ],
])('%s ends with one sentence that names file and field', ([, facts, sentence]) => {
  expect(() => {
    checkFacts(facts);
  }).toThrow(sentence);
});
