import { expect, test } from 'vitest';
import { findSampleFacts } from '../../../scripts/command-line/sample-facts.ts';

test('what is still sample is listed by file', () => {
  const lines = findSampleFacts();
  const files = [
    ...['company', 'team', 'testimonials', 'legal', 'proof-points', 'engagements'].map(
      (name) => `src/data/${name}.ts`,
    ),
    'src/sections/home/Hero.astro',
    'src/sections/about/Story.astro',
    ...['favicon.svg', 'apple-touch-icon.png', 'favicon.ico'].map((name) => `public/${name}`),
  ];
  expect(lines.map((line) => line.split(' is still sample: ')[0])).toEqual(files);
});
