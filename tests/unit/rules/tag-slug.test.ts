import { describe, expect, test } from 'vitest';
import { getTagSlug } from '../../../src/engine/content/tag-slug.ts';

describe('a tag becomes an address', () => {
  test.each([
    ['Growth', 'growth'],
    ['  AI   agents ', 'ai-agents'],
    ['E-commerce', 'e-commerce'],
    ['Sales & Marketing', 'sales-and-marketing'],
    ['R&D', 'r-and-d'],
    ['Café déjà vu', 'cafe-deja-vu'],
    ['Straße', 'strasse'],
    ['İSTANBUL', 'istanbul'],
    ['a/../b?c#d%2f', 'a-b-c-d-2f'],
    ['ＧＲＯＷＴＨ', 'growth'],
  ])('%s → %s', (label, slug) => {
    expect(getTagSlug(label)).toBe(slug);
  });

  test.each(['', '   ', '日本', '!!!', '-', 'Index', 'x'.repeat(81)])(
    '%j has no address and no page',
    (label) => {
      expect(getTagSlug(label)).toBeNull();
    },
  );
});
