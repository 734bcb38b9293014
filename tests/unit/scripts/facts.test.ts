import { expect, test } from 'vitest';
import {
  checkContrasts,
  checkFacts,
  checkPhotos,
  checkTypefaces,
  firmFacts,
} from '#scripts/command-line/facts.ts';
import { colors } from '#data/brand.ts';
import { categories } from '#data/services/index.ts';

test('typefaces that are not cut end with the command that cuts them', () => {
  expect(() => checkTypefaces('/* for others */')).toThrow('run npm run fonts.');
});

const [category] = categories;
const [service] = category?.services ?? [];
const place = `${category?.slug}.services.${service?.slug}`;

test.each<[file: keyof typeof firmFacts, sentence: string, change: object]>([
  ['data/company.ts', 'privacyEmail is no e-mail address.', { privacyEmail: 'a.example' }],
  ['data/company.ts', 'name has a soft hyphen; write it in wordmark', { name: 'A\u00adb' }],
  ['data/company.ts', 'wordmark is not the name, but for soft', { wordmark: 'Another' }],
  ['data/company.ts', 'timeZone is no time zone such as Eur', { timeZone: 'Mars/Base' }],
  ['data/company.ts', 'numberLocale is no language and cou', { numberLocale: 'Swiss' }],
  ['data/engagements.ts', '0.price is empty.', { price: ' ' }],
  ['data/engagements.ts', '0.price.currency is missing.', { price: { amount: 5, unit: 'hour' } }],
  [
    'data/engagements.ts',
    '0.price.unit is none of project, hour, day, week, month.',
    { price: { amount: 5, currency: 'EUR', unit: 'year' } },
  ],
  ['data/services/', `${place} has the slug of another service.`, { services: [service, service] }],
  [
    'data/services/',
    `${place}.related.0 is 'ai/none', which is no service.`,
    { services: [{ ...service, related: ['ai/none'] }] },
  ],
  ['data/redirects.ts', 'old.from is no path such as /old', { from: 'old' }],
  ['data/redirects.ts', '/ol*.from is no path such as /old', { from: '/ol*' }],
  ['data/redirects.ts', "/about.from is '/about', a page of the site", { from: '/about' }],
  ['data/redirects.ts', "/old.to is '/none', neither a page of", { from: '/old', to: '/none' }],
  ['data/redirects.ts', '/old.to keeps the rest of a path, and', { from: '/old', to: '/blog/*' }],
  ['data/brand.ts', 'paper is not # and six hexadecimal digits', { paper: 'cream' }],
])('a wrong fact ends with one sentence: src/%s: %s', (file, sentence, change) => {
  const [schema, facts] = firmFacts[file];
  const changed = 'length' in facts ? [{ ...facts[0], ...change }] : { ...facts, ...change };
  expect(() => checkFacts({ [file]: [schema, changed] })).toThrow(`src/${file}: ${sentence}`);
});

test.each([
  [{ inkSoft: colors.paper }, 'inkSoft has a contrast of 1.0 to 1 on paper'],
  [{ control: colors.paper }, 'control has a contrast of 1.0 to 1 on paper'],
  [{ night: '#ffffff', nightSoft: '#808080' }, 'nightSoft has a contrast of 3.9 to 1 on night'],
])('colours that are hard to read end with one sentence: %o', (change, sentence) => {
  expect(() => checkContrasts({ ...colors, ...change })).toThrow(`src/data/brand.ts: ${sentence}`);
});

test('a photo must be as large as its place', async () => {
  const photo = '/apple-touch-icon.png';
  await expect(checkPhotos([{ name: 'Ada', photo }])).rejects.toThrow(
    `src/data/team.ts: the photo of Ada is no picture of at least 400 × 320 pixels: public${photo}.`,
  );
});
