import { expect, test } from 'vitest';
import { describeSample } from '#scripts/doctor/check-built.ts';
import { findSample, toWords } from '#scripts/doctor/sample.ts';

const shown = new Map(
  [
    'Get the growth you deserve',
    'Our advice comes from companies we ran.',
    'Our own.',
    'Describe the problem in your own words.',
  ].map((text) => [toWords(text), '/']),
);
const claims = 'src/data/claims.ts';
const contact = 'src/pages/contact.astro';

test('a text or a file that the firm keeps is not sample', () => {
  const list = (...kept: string[]) => findSample(shown, kept).map(({ file }) => file);
  expect(list()).toEqual([claims, 'src/data/page-titles.ts', contact]);
  expect(list(claims, contact, 'Get the growth you deserve')).toEqual([]);
});

test('what is left of the sample is wrong at a public address, and one line for each file', () => {
  const found = findSample(shown, [claims]);
  expect(describeSample(found, false)).toMatchObject([{ level: 'wrong' }]);
  expect(describeSample(found, true)).toMatchObject([
    {
      level: 'note',
      line: expect.stringMatching(/^Texts of the sample that are left: 2\. /),
      details: [
        "src/data/page-titles.ts: 'Get the growth you deserve' (/)",
        "src/pages/contact.astro: 'Describe the problem in your own words.' (/)",
      ],
    },
  ]);
  const many = found.flatMap((one) => Array.from({ length: 20 }, () => one));
  expect(describeSample(many, true)[0]?.details?.[0]).toBe(
    "src/data/page-titles.ts: 20, such as 'Get the growth you deserve' (/)",
  );
  expect(describeSample([], true)).toEqual([]);
});
