import { expect, test } from 'vitest';
import { drawCover, getGradientName, gradients } from '#components/drawings/covers.ts';

/** As many items as one list shows, whose names share their beginnings or their ends. */
const alike = Array.from({ length: 25 }, (_, index) => `a-${index % 5}-of-${index - (index % 5)}`);

test.for([undefined, ...gradients.keys()])('%s: no two covers have the same line', (name) => {
  expect(new Set(alike.map((item) => drawCover(item, { gradient: name }).line.path)).size).toBe(25);
});

test('a gradient decides the colours of the background, and an unknown gradient is purple to blue', () => {
  expect(drawCover('any', { gradient: 'brown-to-gold' }).ground).toEqual(
    gradients.get('brown-to-gold'),
  );
  for (const gradient of ['red-to-red', 'constructor', '__proto__']) {
    expect(getGradientName(gradient)).toBe('purple-to-blue');
    expect(drawCover('any', { gradient, type: gradient })).toMatchObject({
      isScene: false,
      ground: gradients.get('purple-to-blue'),
    });
  }
});
