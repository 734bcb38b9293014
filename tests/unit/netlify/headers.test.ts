/**
 * The header rules for Netlify are right for every address, whether Netlify joins the values of several
 * rules or takes the last.
 */
import { expect, test } from 'vitest';
import { addPolicyToNotFound, renderNetlifyHeaders } from '#engine/netlify/headers.ts';
import { createFileHeaders } from '#engine/headers/headers.ts';
import { getHeaders, parseNetlifyHeaders } from '../../support/netlify-headers.ts';

const file = (address: string, type: string) => ({ address, type });
const policyOf = (name: string) =>
  new Map([
    ['default-src', new Set(["'none'"])],
    ['style-src', new Set([`'sha256-${name}'`])],
    ['frame-ancestors', new Set(["'none'"])],
  ]);
const policies = new Map(
  ['/', '/404', '/blog', '/blog/2024', '/blog/:slug', '/blog/page/:page', '/live/:list'].map(
    (pattern) => [pattern, policyOf(pattern)],
  ),
);

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
const stylesOf = (path: string) =>
  /style-src ([^;]*)/.exec(policiesOf(path).at(-1) ?? '')?.[1]?.split(' ');

test('a page with an address of its own has a rule, also under its file name', () => {
  for (const path of ['/', '/index.html']) expect(stylesOf(path)).toEqual(["'sha256-/'"]);
  for (const path of ['/404', '/404.html']) expect(stylesOf(path)).toEqual(["'sha256-/404'"]);
});

test('a route has one rule, which allows what is shown at any address that the rule matches', () => {
  expect(stylesOf('/blog/unknown')).toEqual(
    ['/blog/2024', '/blog/:slug', '/live/:list'].map((name) => `'sha256-${name}'`),
  );
  expect(stylesOf('/blog/2024')).toEqual(["'sha256-/blog/2024'"]);
});

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

test('the page for unknown addresses has its policy behind its charset', () => {
  expect(addPolicyToNotFound('<meta charset="utf-8"><p>Lost', policies)).toBe(
    `<meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-/404'"><p>Lost`,
  );
});
