import { expect, test } from 'vitest';
import { describeSample } from '#scripts/doctor.ts';
import { createDigest, findSample, reduce } from '#scripts/doctor/sample.ts';
import { parseConfig } from '#engine/config.ts';

test('a text or a file that the firm keeps is not sample', () => {
  const texts = [
    'Get the growth you deserve',
    'We ran companies before we advised them.',
    'Our own.',
    // The page Contact describes itself in the same words.
    'What is holding your growth back?',
  ];
  const shown = new Map(
    texts.map((text) => [createDigest(reduce(text)), { text, place: '/' }] as const),
  );
  const list = (...kept: string[]) => [...findSample(shown, [], kept).keys()];
  const claims = 'src/data/claims.ts';
  const panel = 'src/sections/ClosingPanel.astro';
  expect(list()).toEqual([claims, 'src/data/page-titles.ts', panel]);
  expect(list(claims, panel, 'Get the growth you deserve')).toEqual([]);

  const found = findSample(shown, [], [claims, panel]);
  const describeAt = (SITE_URL: string) => describeSample(parseConfig({ SITE_URL }), found);
  expect(describeAt('https://www.example.com')).toMatchObject([{ level: 'wrong' }]);
  expect(describeAt('http://127.0.0.1:4321')).toMatchObject([{ level: 'note' }]);
});
