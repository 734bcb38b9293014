import { expect, test } from 'vitest';
import { renderRobots } from '../../../src/documents/robots.ts';

const site = new URL('https://www.company.example');

test('the live site allows all crawlers and names its sitemap', () => {
  expect(renderRobots(site, false)).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://www.company.example/sitemap-index.xml\n',
  );
});

test('a preview refuses all crawlers and names no sitemap', () => {
  expect(renderRobots(site, true)).toBe('User-agent: *\nDisallow: /\n');
});
