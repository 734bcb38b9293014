/** The header rules for what is no page on Netlify; tests/build/host-files.test.ts has those of pages. */
import { expect, test } from 'vitest';
import { renderNetlifyHeaders } from '#engine/netlify/headers.ts';
import { createFileHeaders } from '#engine/headers/index.ts';
import { getHeaders, parseNetlifyHeaders } from '../../support/netlify-headers.ts';

const file = (address: string, type: string) => ({ address, type });
const policies = new Map([
  ['/', new Map([['frame-ancestors', new Set(["'none'"])]])],
  ['/404', new Map([['frame-ancestors', new Set(["'none'"])]])],
]);

const site = [
  file('/', 'text/html; charset=utf-8'),
  file('/favicon.svg', 'image/svg+xml'),
  file('/favicon.ico', 'image/x-icon'),
  file('/rss.xml', 'application/rss+xml; charset=utf-8'),
  file('/robots.txt', 'text/plain'),
  file('/media/abc.svg', 'image/svg+xml'),
  file('/media/abc.pdf', 'application/pdf'),
];

const siteUrl = 'https://www.firm.test';
const settings = { siteUrl, policies, isPreview: false, showsDrafts: false };
const render = (options = {}) => renderNetlifyHeaders(site, { ...settings, ...options });
const rules = parseNetlifyHeaders(render());
const valuesOf = (path: string, name: string) => getHeaders(rules, path).get(name) ?? [];
const policiesOf = (path: string) => valuesOf(path, 'content-security-policy');

test('a file has the headers that Node sends', () => {
  const getFileHeaders = createFileHeaders(siteUrl);
  for (const file of site)
    for (const [name, value] of Object.entries(getFileHeaders(file)))
      expect([file, name, valuesOf(file.address, name).at(-1)]).toEqual([file, name, value]);
});

test.each([
  ['/404', 'cache-control', ['public, max-age=0, must-revalidate, no-transform']],
  ['/media/abc.svg', 'cache-control', ['public, max-age=31536000, immutable']],
  ['/share/abc.png', 'cross-origin-resource-policy', ['same-origin', 'cross-origin']],
  ['/_astro/abc.js', 'cross-origin-resource-policy', ['same-origin']],
  ['/_astro/abc.js', 'cache-control', ['public, max-age=31536000, immutable']],
  ['/rss.xml', 'content-type', ['application/rss+xml; charset=utf-8']],
  ['/favicon.ico', 'content-type', ['image/x-icon']],
  ['/robots.txt', 'content-type', []],
  ['/media/abc.pdf', 'cache-control', ['public, max-age=31536000, immutable', 'no-cache']],
  ['/media/abc.pdf', 'content-disposition', ['attachment']],
  ['/media/abc.svg', 'content-disposition', []],
  ['/blog/one', 'x-robots-tag', []],
])('%s has the %s %j', (path, name, values) => expect(valuesOf(path, name)).toEqual(values));

test('documents that are no pages run, load and send nothing', () => {
  const policy = /^default-src 'none'; style-src 'unsafe-inline';/;
  for (const path of ['/favicon.svg', '/rss.xml', '/media/abc.svg', '/media/abc.pdf'])
    expect(policiesOf(path).at(-1)).toMatch(policy);
  for (const path of ['/favicon.svg', '/rss.xml', '/media/abc.svg'])
    expect(policiesOf(path).at(-1)).toMatch(/; sandbox$/);
});

test('HSTS is sent for https only, and search engines show no preview', () => {
  expect(valuesOf('/', 'strict-transport-security')).toHaveLength(1);
  const text = render({ siteUrl: 'http://127.0.0.1:4321', isPreview: true });
  expect(text).not.toContain('strict-transport-security');
  expect(text).toContain('  x-robots-tag: noindex\n');
});

test('with drafts every rule lets the editor show the deploy in a frame, and says nothing else', () => {
  const opened = render().replace('  x-frame-options: DENY\n', '');
  const ancestors = 'frame-ancestors https://app.contentful.com https://app.eu.contentful.com';
  expect(render({ showsDrafts: true })).toBe(
    opened.replaceAll("frame-ancestors 'none'", ancestors),
  );
});
