/**
 * A page may run what the code of the pages declares, whatever its HTML contains. tests/build/headers.test.ts has the
 * policies of the site.
 */
import { expect, test } from 'vitest';
import { createPagePolicy, joinPolicies } from '../../../src/engine/serve/page-policy.ts';

const inlineParts = {
  scripts: ["'sha256-menu'"],
  routes: [
    { pattern: '^\\/blog\\/page\\/([^/]+?)$', styles: ["'sha256-archive'"] },
    { pattern: '^\\/blog\\/([^/]+?)$', styles: ["'sha256-post'", "'sha256-first'"] },
  ],
};
const policyOf = (address: string, html = '', pictureOrigin: string | null = null) =>
  createPagePolicy({ address, html }, { inlineParts, pictureOrigin });

test.each([
  ['/blog/one', ["'sha256-first'", "'sha256-post'"]],
  ['/blog/page/2', ["'sha256-archive'"]],
  ['/unknown/address', ["'none'"]],
])('%s has the styles of its route, and the scripts of all pages', (address, styles) => {
  const policy = policyOf(address, '<script>evil()</script><style>evil{}</style>');
  expect(policy.get('style-src')).toEqual(styles);
  expect(policy.get('script-src')).toEqual(["'self'", "'sha256-menu'"]);
});

test('a page of which nothing is known runs no inline script', () => {
  const page = { address: '/blog/one', html: '<script>one()</script>' };
  const policy = createPagePolicy(page, { inlineParts: null, pictureOrigin: null });
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('style-src')).toEqual(["'none'"]);
});

const origin = 'https://images.ctfassets.net';
test.each([
  [`<img src="${origin}/a/b.png">`, true],
  ['<img src="/media/a.png">', false],
  ['<img src="https://tracker.test/a.png">', false],
  [`<img src="${origin}.tracker.test/a.png">`, false],
  [`<a href="${origin}/a.pdf">Checklist</a>`, false],
])('whether %s loads pictures from the content service: %s', (html, loads) => {
  const picturesOf = (from: string | null) => policyOf('/', html, from).get('img-src');
  expect(picturesOf(origin)).toEqual(["'self'", ...(loads ? [origin] : [])]);
  expect(picturesOf(null)).toEqual(["'self'"]);
});

test('two joined policies allow the sources of both', () => {
  const [one, other] = [policyOf('/blog/one'), policyOf('/blog/page/2')];
  const joined = joinPolicies(one, other);
  expect(joined.get('style-src')).toEqual(
    ["'sha256-archive'", "'sha256-first'", "'sha256-post'"].sort(),
  );
  expect(joined.get('script-src')).toEqual(one.get('script-src'));
  expect(joined.get('object-src')).toEqual(["'none'"]);
  expect(joinPolicies(other, one)).toEqual(joined);
  expect(joinPolicies(policyOf('/unknown/address'), one)).toEqual(one);
});
