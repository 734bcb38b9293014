/**
 * The policy of a page allows its scripts and styles by exact hash, and no text that looks like a script.
 * tests/build/headers.test.ts has the policies of the site.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPagePolicy, joinPolicies } from '../../../src/engine/serve/page-policy.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string, pictureOrigin: string | null = null) =>
  createPagePolicy({ address: '/about', html }, pictureOrigin);

test.each([
  ['<script>one()</script>', ['one()']],
  ['<script type="module">one()</script>', ['one()']],
  ['<script type="speculationrules">{"prefetch":[]}</script>', ['{"prefetch":[]}']],
  ['<script>\n  a &amp; "b" < c\n</script>', ['\n  a &amp; "b" < c\n']],
  ['<script>"<style>"</script>', ['"<style>"']],
  ['<style><script></style><script>one()</script>', ['one()']],
  ['<p title="<script>">It\'s</p><script>one()</script>', ['one()']],
  ['<script>"é 漢 🙂"</script>', ['"é 漢 🙂"']],
  ['<script></script>', ['']],
  ['<script>one()</script><p><script>two()</script><script>one()</script>', ['one()', 'two()']],
  ['<script type="application/ld+json">{"@context":"x"}</script>', []],
  ['<script src="/_astro/one.js">evil()</script>', []],
  ["<img alt='\"><script>evil()</script>'>", []],
  ['<!-- <script>evil()</script> -->', []],
  ['<title><script>evil()</script></title>', []],
  ['<textarea><script>evil()</script></textarea>', []],
  ['<style><script>evil()</script></style>', []],
  ['<style>p{}<script>evil()</script>', []],
])('the scripts of %j that may run are %j', (html, scripts) => {
  const sources = policyOf(html).get('script-src');
  expect(sources).toEqual(["'self'", ...scripts.map(hashOf).sort()]);
});

test.each([
  ['<style>p{color:red}</style>', [hashOf('p{color:red}')]],
  ['<noscript><style media="print">a>b{}</style></noscript>', [hashOf('a>b{}')]],
  ['<p style="color:red">', ["'none'"]],
])('the styles of %s are %j', (html, sources) => {
  expect(policyOf(html).get('style-src')).toEqual(sources);
});

const origin = 'https://images.ctfassets.net';
test.each([
  [`<img src="${origin}/a/b.png">`, true],
  [`<picture><source srcset="/a.avif, ${origin}/b.avif 2x"><img src="/a.png"></picture>`, true],
  ['<img src="/media/a.png">', false],
  ['<img src="https://tracker.test/a.png">', false],
  [`<img src="${origin}.tracker.test/a.png">`, false],
  [`<a href="${origin}/a.pdf">Checklist</a>`, false],
])('whether %s loads pictures from the content service: %s', (html, loads) => {
  expect(policyOf(html, origin).get('img-src')).toEqual(["'self'", ...(loads ? [origin] : [])]);
  expect(policyOf(html).get('img-src')).toEqual(["'self'"]);
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
