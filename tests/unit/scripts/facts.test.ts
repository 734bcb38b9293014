import { expect, test } from 'vitest';
import { checkFacts, checkFirm, checkPhotos, firmFacts } from '../../../scripts/astro/facts.ts';

test('the facts of the firm are valid', () => checkFirm());

const first = <T>([item]: readonly T[]): T => {
  if (!item) throw new Error('The list is empty.');
  return item;
};
const [companySchema, company] = firmFacts['data/company.ts'];
const [engagementsSchema, engagements] = firmFacts['data/engagements.ts'];
const [servicesSchema, services] = firmFacts['data/services/'];
const [colorsSchema, colors] = firmFacts['data/brand.ts'];
const [fontsSchema] = firmFacts['styles/fonts/fonts.css'];

type Facts = Parameters<typeof checkFacts>[0];
const withCompany = (change: Partial<Record<keyof typeof company, string>>): Facts => ({
  'data/company.ts': [companySchema, { ...company, ...change }],
});
const withPrice = (priceFrom: object, price = 'From 5 €'): Facts => {
  const { home, table, link } = first(engagements);
  const written = { home: { ...home, price }, table: { ...table, price }, link };
  return { 'data/engagements.ts': [engagementsSchema, [{ ...written, priceFrom }]] };
};
const withColor = (change: Partial<typeof colors>): Facts => ({
  'data/brand.ts': [colorsSchema, { ...colors, ...change }],
});
const category = first(services);
const twice = [first(category.services), first(category.services)];

test.each<[string, Facts, string]>([
  [
    'an address without @',
    withCompany({ privacyEmail: 'privacy.example' }),
    'src/data/company.ts: privacyEmail is no e-mail address.',
  ],
  [
    'a name with a soft hyphen',
    withCompany({ name: 'Long\u00adname' }),
    'src/data/company.ts: name has a soft hyphen; write it in wordmark only',
  ],
  [
    'a wordmark with another name',
    withCompany({ wordmark: 'Another' }),
    'src/data/company.ts: wordmark is not the name, but for soft hyphens.',
  ],
  [
    'a zone that does not exist',
    withCompany({ timeZone: 'Mars/Base' }),
    'src/data/company.ts: timeZone is no time zone such as Europe/Oslo.',
  ],
  [
    'a price without a currency',
    withPrice({ amount: 5, unit: 'hour' }),
    'src/data/engagements.ts: 0.priceFrom.currency is missing.',
  ],
  [
    'a price by the year',
    withPrice({ amount: 5, currency: 'EUR', unit: 'year' }),
    'src/data/engagements.ts: 0.priceFrom.unit is none of project, hour, day, week, month.',
  ],
  [
    'a price with other words',
    withPrice({ amount: 3500, currency: 'EUR', unit: 'project' }, 'from 3\u00a0000 €'),
    "src/data/engagements.ts: 0.home.price 'from 3\u00a0000 €' does not say 3500, the amount of priceFrom.",
  ],
  [
    'two services with one slug',
    { 'data/services/': [servicesSchema, [{ ...category, services: twice }]] },
    'src/data/services/: 0.services.1 has the slug of another service.',
  ],
  [
    'a service related to none',
    {
      'data/services/': [
        servicesSchema,
        [{ services: [{ ...first(category.services), related: ['ai/none', 'ai/none'] }] }],
      ],
    },
    "src/data/services/: 0.services.0.related.0 is 'ai/none', which is no service.",
  ],
  [
    'a colour without digits',
    withColor({ paper: 'cream' }),
    'src/data/brand.ts: paper is not # and six hexadecimal digits',
  ],
  [
    'a pale text',
    withColor({ inkSoft: '#a0a0a0' }),
    'src/data/brand.ts: inkSoft has a contrast of 2.3 to 1 on paper, and 4.5',
  ],
  [
    'a field without a visible border',
    withColor({ control: '#e0e0e0' }),
    'src/data/brand.ts: control has a contrast of 1.2 to 1',
  ],
  [
    'a footer with dark text',
    withColor({ nightSoft: '#333333' }),
    'src/data/brand.ts: nightSoft has a contrast of 1.4 to 1',
  ],
  [
    'typefaces that are not cut',
    { 'styles/fonts/fonts.css': [fontsSchema, '/* for others */'] },
    'was written for other typefaces than src/data/brand.ts has; run npm run fonts.',
  ],
])('%s ends with one sentence that names file and field', (_, facts, sentence) => {
  expect(() => checkFacts(facts)).toThrow(sentence);
});

test('a photo must be a picture in public/, and as large as its place', async () => {
  const check = (photo: string) => checkPhotos([{ name: 'Ada', photo }]);
  await expect(check('/none.jpg')).rejects.toThrow(
    'src/data/team.ts: the photo of Ada is missing or no picture: public/none.jpg.',
  );
  await expect(check('/apple-touch-icon.png')).rejects.toThrow(
    'has 180 × 180 pixels, and 400 × 320 are the least.',
  );
});
