/** The policy of a page allows its scripts and styles by exact hash, and no text that looks like a script. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createPagePolicy,
  formatPolicy,
  joinPolicies,
} from '../../../src/engine/serve/page-policy.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string, address = '/about', pictureOrigin: string | null = null) =>
  createPagePolicy({ address, html }, pictureOrigin);
const scriptsOf = (html: string) => policyOf(html).get('script-src');
const stylesOf = (html: string) => policyOf(html).get('style-src');

test('a page without inline code may only use files of its origin', () => {
  expect(formatPolicy(policyOf('<!doctype html><title>About</title><p>Text'))).toBe(
    "default-src 'none'; script-src 'self'; style-src 'none'; img-src 'self'; font-src 'self'; " +
      "connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      "trusted-types 'none'",
  );
});

describe('scripts', () => {
  test.each([
    ['<script>one()</script>', 'one()'],
    ['<script type="module">one()</script>', 'one()'],
    ['<script type="importmap">{"imports":{}}</script>', '{"imports":{}}'],
    ['<script type="speculationrules">{"prefetch":[]}</script>', '{"prefetch":[]}'],
    ['<script>\n  a &amp; "b" < c\n</script>', '\n  a &amp; "b" < c\n'],
    ['<script>"<style>"</script>', '"<style>"'],
    ['<style><script></style><script>one()</script>', 'one()'],
    ['<p title="<script>">It\'s</p><script>one()</script>', 'one()'],
    ['<script>"é 漢 🙂"</script>', '"é 漢 🙂"'],
    ['<script></script>', ''],
  ])('%j may run', (html, code) => {
    expect(scriptsOf(html)).toEqual(["'self'", hashOf(code)]);
  });

  test('each counts once', () => {
    const html = '<script>one()</script><p><script>two()</script><script>one()</script>';
    expect(scriptsOf(html)).toEqual(["'self'", ...[hashOf('one()'), hashOf('two()')].sort()]);
  });

  test.each([
    ['a data block', '<script type="application/ld+json">{"@context":"x"}</script>'],
    ['a file', '<script src="/_astro/one.js">evil()</script>'],
    ['an attribute', '<img alt="<script>evil()</script>">'],
    ['an attribute in single quotes', "<img alt='\"><script>evil()</script>'>"],
    ['a comment', '<!-- <script>evil()</script> -->'],
    ['a title', '<title><script>evil()</script></title>'],
    ['a text field', '<textarea><script>evil()</script></textarea>'],
    ['a style', '<style><script>evil()</script></style>'],
    ['a style that never ends', '<style>p{}<script>evil()</script>'],
    ['text', '<p>&lt;script&gt;evil()&lt;/script&gt;'],
    ['a handler', '<button onclick="evil()">'],
    ['an address', '<a href="javascript:evil()">'],
  ])('%s allows nothing', (_, html) => {
    expect(scriptsOf(html)).toEqual(["'self'"]);
  });
});

describe('styles', () => {
  test('each is allowed by its hash, also without JavaScript', () => {
    const html =
      '<style>p{color:red}</style><noscript><style media="print">a>b{}</style></noscript>';
    expect(stylesOf(html)).toEqual([hashOf('p{color:red}'), hashOf('a>b{}')].sort());
  });

  test('an attribute is never allowed', () => {
    expect(stylesOf('<p style="color:red">')).toEqual(["'none'"]);
  });

  test('a file of our origin is allowed when the page links one', () => {
    expect(stylesOf('<link rel="preload stylesheet" href="/a.css">')).toEqual(["'self'"]);
    expect(stylesOf('<link rel="icon" href="/a.svg">')).toEqual(["'none'"]);
  });
});

describe('pictures', () => {
  const origin = 'https://images.ctfassets.net';
  const picturesOf = (html: string, address?: string, from: string | null = origin) =>
    policyOf(html, address, from).get('img-src');

  test.each([
    `<img src="${origin}/a/b.png">`,
    `<picture><source srcset="/a.avif, ${origin}/b.avif 2x"><img src="/a.png"></picture>`,
  ])('%s may load from the content service', (html) => {
    expect(picturesOf(html)).toEqual(["'self'", origin]);
    expect(picturesOf(html, '/about', null)).toEqual(["'self'"]);
  });

  test.each([
    '<img src="/media/a.png">',
    '<img src="https://tracker.test/a.png">',
    `<img src="${origin}.tracker.test/a.png">`,
    `<a href="${origin}/a.pdf">Checklist</a>`,
  ])('%s may not', (html) => {
    expect(picturesOf(html)).toEqual(["'self'"]);
  });
});

test('only the search page may compile WebAssembly', () => {
  expect(policyOf('', '/search').get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
});

test('two joined policies allow the sources of both', () => {
  const one = policyOf('<script>one()</script>');
  const other = policyOf('<script>two()</script><style>p{}</style>');
  const joined = joinPolicies(one, other);
  expect(joined.get('script-src')).toEqual([
    "'self'",
    ...[hashOf('one()'), hashOf('two()')].sort(),
  ]);
  expect(joined.get('style-src')).toEqual([hashOf('p{}')]);
  expect(joined.get('object-src')).toEqual(["'none'"]);
  expect(joinPolicies(other, one)).toEqual(joined);
});
