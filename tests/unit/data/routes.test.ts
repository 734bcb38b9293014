import { expect, test } from 'vitest';
import { isActivePath } from '../../../src/data/routes.ts';

test.each([
  ['/services', '/services', true],
  ['/services', '/services/ai/strategy-roadmap', true],
  ['/blog', '/blog/thank-you', true],
  ['/blog', '/blogger', false],
  ['/blog', '/', false],
  ['/about', '/resources/about', false],
])('a link to %s is active on %s: %s', (link, path, active) => {
  expect(isActivePath(link, path)).toBe(active);
});
