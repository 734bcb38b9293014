/** Unknown services paths redirect to /services (spec §2, §8): one table, read by both hosts. */
import { describe, expect, test } from 'vitest';
import { findFile, type Site } from '../../../src/adapters/node/site.ts';
import { redirects, renderNetlifyRedirects } from '../../../src/data/redirects.ts';

const page = (name: string) => ({
  address: `/${name}`,
  path: `/site/${name}.html`,
  type: 'text/html',
  isText: true,
  isHashed: false,
});
const site: Site = {
  files: new Map([
    ['/services', page('services')],
    ['/services/ai', page('services/ai')],
  ]),
  notFound: page('404'),
  live: new Map(),
  folders: new Map(),
};

describe('on the Node host', () => {
  test.each([
    '/services/marketing',
    '/services/sales',
    '/services/unknown',
    '/services/ai/unknown',
    '/services/unknown/and/deeper',
  ])('%s leads to /services', (path) => {
    expect(findFile(site, path)).toMatchObject({ status: 302, to: '/services' });
  });

  test('a page that exists wins', () => {
    expect(findFile(site, '/services')).toMatchObject({ status: 200 });
    expect(findFile(site, '/services/ai')).toMatchObject({ status: 200 });
  });

  test.each(['/servicesque', '/other/services/ai', '/unknown'])('%s is not found', (path) => {
    expect(findFile(site, path)).toMatchObject({ status: 404 });
  });
});

describe('on Netlify', () => {
  const lines = renderNetlifyRedirects().split('\n').slice(0, -1);

  test('the same table comes first in _redirects', () => {
    expect(lines.slice(0, redirects.length)).toEqual(['/services/* /services 302']);
  });

  test('unknown items of the two lists get their live page, still with status 404', () => {
    expect(lines.slice(redirects.length)).toEqual([
      '/blog/:slug /blog/live 404',
      '/resources/:slug /resources/live 404',
    ]);
  });

  test('no line wins over a page that exists', () => {
    // An exclamation mark after the status would force it.
    for (const line of lines) expect(line).toMatch(/^\/\S* \/\S* \d{3}$/);
  });
});
