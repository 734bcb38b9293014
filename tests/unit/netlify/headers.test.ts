/**
 * The header rules for Netlify are right for every address, whether Netlify joins the values of several
 * rules or takes the last.
 */
import { expect, test } from 'vitest';
import { addPolicyToNotFound, renderNetlifyHeaders } from '#engine/netlify/headers.ts';
import { createFileHeaders } from '#engine/headers/headers.ts';
import { createPagePolicy } from '#engine/headers/page-policy.ts';
import { getHeaders, parseNetlifyHeaders } from '../../support/netlify-headers.ts';

const siteUrl = 'https://www.firm.test';
const pictureOrigin = 'https://images.ctfassets.net';
const html = 'text/html; charset=utf-8';
const page = (address: string) => ({ address, type: html });
const file = (address: string, type: string) => ({ address, type });
const route = (pattern: string, name: string) => ({
  pattern,
  isDynamic: false,
  file: `src/pages/${name}.astro`,
  styles: [`'sha256-${name}'`],
});
const inlineParts = {
  scripts: ["'sha256-menu'"],
  routes: [
    route('^/$', 'home'),
    route('^/404$', 'lost'),
    route('^/blog$', 'list'),
    route('^/live/', 'waiting'),
    route('^/blog/page/', 'more'),
    route('^/blog/', 'post'),
  ],
};

const site = [
  ...['/', '/404', '/blog', '/live/blog', '/blog/one', '/blog/two', '/blog/page/2'].map(page),
  file('/favicon.svg', 'image/svg+xml'),
  file('/favicon.ico', 'image/x-icon'),
  file('/rss.xml', 'application/rss+xml; charset=utf-8'),
  file('/robots.txt', 'text/plain'),
  file('/media/abc.svg', 'image/svg+xml'),
  file('/media/abc.pdf', 'application/pdf'),
];

const settings = { siteUrl, inlineParts, pictureOrigin, isPreview: false, showsDrafts: false };
const render = (files: typeof site, options = {}) =>
  renderNetlifyHeaders(files, { ...settings, ...options });
const rules = parseNetlifyHeaders(render(site));
const valuesOf = (path: string, name: string) => getHeaders(rules, path).get(name) ?? [];
const policiesOf = (path: string) => valuesOf(path, 'content-security-policy');

test('a page at the top has its own rule, also under its file name', () => {
  for (const path of ['/', '/index.html', '/blog', '/blog.html', '/404', '/404.html']) {
    expect(policiesOf(path).at(-1), path).toMatch(/^default-src 'none'.* style-src 'sha256-\S+';/);
  }
});

test('a folder has one rule, however many pages are in it', () => {
  const many = Array.from({ length: 1000 }, (_, index) => page(`/blog/post-${index}`));
  expect(parseNetlifyHeaders(render([...site, ...many]))).toEqual(rules);
});

test('one policy fits every address below the blog, a post or unknown', () => {
  const policy = policiesOf('/blog/unknown').at(-1);
  expect(policy).toBe(policiesOf('/blog/one').at(-1));
  expect(policy?.match(/style-src ([^;]*)/)?.[1]?.split(' ')).toHaveLength(5);
});

test('a file has the headers that Node sends, and a page the policy of its own on Node', () => {
  const getFileHeaders = createFileHeaders(siteUrl, pictureOrigin);
  for (const file of site) {
    const headers = getFileHeaders(file, inlineParts);
    const isPage = file.type === html;
    expect(headers).toHaveProperty('x-frame-options', 'DENY');
    const powers = ['camera', 'geolocation', 'microphone', 'payment', 'usb'];
    const denied = isPage ? powers.map((power) => `${power}=()`).join(', ') : undefined;
    expect(headers['permissions-policy']).toBe(denied);
    const isInFolder = file.address.lastIndexOf('/') > 0;
    for (const [name, value] of Object.entries(headers))
      if (!isPage || !isInFolder || name !== 'content-security-policy')
        expect([file, name, valuesOf(file.address, name).at(-1)]).toEqual([file, name, value]);
  }
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
  const text = render(site, { siteUrl: 'http://127.0.0.1:4321', isPreview: true });
  expect(text).not.toContain('strict-transport-security');
  expect(text).toContain('  x-robots-tag: noindex\n');
});

test('with drafts every rule lets the editor show the deploy in a frame, and says nothing else', () => {
  const opened = render(site).replace('  x-frame-options: DENY\n', '');
  const ancestors = 'frame-ancestors https://app.contentful.com https://app.eu.contentful.com';
  const drafts = render(site, { showsDrafts: true });
  expect(drafts).toBe(opened.replaceAll("frame-ancestors 'none'", ancestors));
  expect(drafts).not.toContain('x-frame-options');
});

test('the page for unknown addresses must declare its charset, behind which its policy goes', () => {
  expect(() => addPolicyToNotFound('<p>lost', inlineParts)).toThrow('declares no charset');
});

// tests/build/headers.test.ts has the policies of the site.
test('a page shows pictures of the content service, if there is one, and runs no inline part that is unknown', () => {
  const known = createPagePolicy(['/blog/one'], { inlineParts, pictureOrigin });
  expect(known.get('img-src')).toEqual(["'self'", pictureOrigin]);
  const unknown = createPagePolicy(['/blog/one'], { inlineParts: null, pictureOrigin: null });
  const sources = { 'img-src': ["'self'"], 'script-src': ["'self'"], 'style-src': ["'none'"] };
  expect(Object.fromEntries(unknown)).toMatchObject(sources);
});
