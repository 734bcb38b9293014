import { expect, test } from 'vitest';
import { drawCover, gradients } from '../../../src/components/drawings/covers.ts';

const nouns = 'churn pricing pipeline onboarding margin'.split(' ');
const verbs = 'fix-the measure-your stop-losing what-we-know-of when-to-leave'.split(' ');
/** The largest number of addresses in one list, with many similar ones. */
const list = verbs.flatMap((verb) => nouns.map((noun) => `${verb}-${noun}`));
const numbered = Array.from({ length: 25 }, (_, index) => `part-${index + 1}`);

test.for([
  ['of titles that are alike', list],
  ['of numbered parts', numbered],
] as const)('no two covers of a list %s have the same drawing', ([, words]) => {
  for (const gradient of [undefined, ...Object.keys(gradients)]) {
    const drawings = words.map((item) => {
      const { shapes, line } = drawCover(item, gradient);
      return shapes.path + line.path;
    });
    expect(new Set(drawings).size).toBe(words.length);
    const lines = words.map((item) => drawCover(item, gradient).line.path);
    expect(new Set(lines).size).toBe(words.length);
  }
});

test('a gradient decides the colours of the background, and an unknown gradient is purple to blue', () => {
  const { ground } = drawCover('any', 'brown-to-gold');
  expect(ground).toEqual(gradients['brown-to-gold']);
  expect(drawCover('any', 'red-to-red').ground).toEqual(gradients['purple-to-blue']);
});
