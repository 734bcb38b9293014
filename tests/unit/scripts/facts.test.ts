import { expect, test } from 'vitest';
import {
  checkContrasts,
  checkFacts,
  checkFirm,
  checkPhotos,
  checkTypefaces,
  firmFacts,
} from '../../../scripts/astro/facts.ts';

test('the facts of the firm are valid', () => checkFirm());

test('typefaces that are not cut end with the command that cuts them', () => {
  expect(() => checkTypefaces('/* for others */')).toThrow('run npm run fonts.');
});

const first = <T>([item]: readonly T[]): T => {
  if (!item) throw new Error('The list is empty.');
  return item;
};
const [companySchema, company] = firmFacts['data/company.ts'];
const [engagementsSchema, engagements] = firmFacts['data/engagements.ts'];
const [servicesSchema, services] = firmFacts['data/services/'];
const [colorsSchema, colors] = firmFacts['data/brand.ts'];

type Facts = Parameters<typeof checkFacts>[0];
const withCompany = (change: Partial<Record<keyof typeof company, string>>): Facts => ({
  'data/company.ts': [companySchema, { ...company, ...change }],
});
const withPrice = (price: unknown): Facts => ({
  'data/engagements.ts': [engagementsSchema, [{ ...first(engagements), price }]],
});
const withColor = (change: Partial<typeof colors>): Facts => ({
  'data/brand.ts': [colorsSchema, { ...colors, ...change }],
});
const category = first(services);
const service = first(category.services);
const place = `${category.slug}.services.${service.slug}`;
const withServices = (changed: readonly unknown[]): Facts => ({
  'data/services/': [servicesSchema, [{ ...category, services: changed }]],
});

test.each<[file: string, sentence: string, Facts]>([
  ['company.ts', 'privacyEmail is no e-mail address.', withCompany({ privacyEmail: 'a.example' })],
  ['company.ts', 'name has a soft hyphen; write it in wordmark', withCompany({ name: 'A\u00adb' })],
  ['company.ts', 'wordmark is not the name, but for soft', withCompany({ wordmark: 'Another' })],
  ['company.ts', 'timeZone is no time zone such as Eur', withCompany({ timeZone: 'Mars/Base' })],
  ['company.ts', 'numberLocale is no language and cou', withCompany({ numberLocale: 'Swiss' })],
  ['engagements.ts', '0.price is empty.', withPrice(' ')],
  ['engagements.ts', '0.price.currency is missing.', withPrice({ amount: 5, unit: 'hour' })],
  [
    'engagements.ts',
    '0.price.unit is none of project, hour, day, week, month.',
    withPrice({ amount: 5, currency: 'EUR', unit: 'year' }),
  ],
  ['services/', `${place} has the slug of another service.`, withServices([service, service])],
  [
    'services/',
    `${place}.related.0 is 'ai/none', which is no service.`,
    withServices([{ ...service, related: ['ai/none', 'ai/none'] }]),
  ],
  ['brand.ts', 'paper is not # and six hexadecimal digits', withColor({ paper: 'cream' })],
])('a wrong fact ends with one sentence: src/data/%s: %s', (file, sentence, facts) => {
  expect(() => checkFacts(facts)).toThrow(`src/data/${file}: ${sentence}`);
});

test.each([
  [{ inkSoft: '#a0a0a0' }, 'inkSoft has a contrast of 2.3 to 1 on paper'],
  [{ control: '#e0e0e0' }, 'control has a contrast of 1.2 to 1'],
  [{ nightSoft: '#333333' }, 'nightSoft has a contrast of 1.4 to 1'],
])('colours that are hard to read end with one sentence: %o', (change, sentence) => {
  expect(() => checkContrasts({ ...colors, ...change })).toThrow(`src/data/brand.ts: ${sentence}`);
});

test.each(['/none.jpg', '/apple-touch-icon.png'])(
  'a photo must be a picture in public/, as large as its place: %s',
  async (photo) => {
    await expect(checkPhotos([{ name: 'Ada', photo }])).rejects.toThrow(
      `src/data/team.ts: the photo of Ada is no picture of at least 400 × 320 pixels: public${photo}.`,
    );
  },
);
