import { expect, test } from 'vitest';
import { renderRobots } from '../../../src/documents/robots.ts';

const site = new URL('https://www.company.example');

test('the site itself may be fetched whole, and tells where its sitemap is', () => {
  expect(renderRobots(site, false)).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://www.company.example/sitemap-index.xml\n',
  );
});

test('a preview turns every crawler away and has no sitemap to offer', () => {
  expect(renderRobots(site, true)).toBe('User-agent: *\nDisallow: /\n');
});
