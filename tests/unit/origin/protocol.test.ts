import { expect, test } from 'vitest';
import { createVisitorTest } from '#engine/origin/protocol.ts';

test('the first pattern that matches says whether Astro answers each visitor, also beyond ASCII', () => {
  const isPerVisitor = createVisitorTest({
    patterns: [
      ['^\\/about$', false],
      ['^\\/größe(?:\\/(.*?))?$', true],
    ],
  });
  const everything = createVisitorTest({
    patterns: [
      ['^\\/about$', false],
      ['^(?:\\/(.*?))?$', true],
    ],
  });
  const paths = ['/about', encodeURI('/größe'), '/other'];
  expect(paths.map(isPerVisitor)).toEqual([false, true, false]);
  expect(paths.map(everything)).toEqual([false, true, true]);
});
