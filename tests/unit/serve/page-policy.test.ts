/** A page may run what the code of the pages declares. tests/build/headers.test.ts has the policies of the site. */
import { expect, test } from 'vitest';
import { createPagePolicy } from '#engine/headers/page-policy.ts';

const inlineParts = {
  scripts: ["'sha256-menu'"],
  routes: [
    { pattern: '^\\/blog\\/page\\/([^/]+?)$', styles: ["'sha256-archive'"] },
    { pattern: '^\\/blog\\/([^/]+?)$', styles: ["'sha256-post'", "'sha256-first'"] },
  ],
};
const policyOf = (addresses: string[], pictureOrigin: string | null = null) =>
  createPagePolicy(addresses, { inlineParts, pictureOrigin });

test.each([
  ['/blog/one', ["'sha256-first'", "'sha256-post'"]],
  ['/blog/page/2', ["'sha256-archive'"]],
  ['/unknown/address', ["'none'"]],
])('%s has the styles of its route, and the scripts of all pages', (address, styles) => {
  const policy = policyOf([address]);
  expect(policy.get('style-src')).toEqual(styles);
  expect(policy.get('script-src')).toEqual(["'self'", "'sha256-menu'"]);
});

test('a page of which nothing is known runs no inline script', () => {
  const policy = createPagePolicy(['/blog/one'], { inlineParts: null, pictureOrigin: null });
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('style-src')).toEqual(["'none'"]);
});

test('a page shows pictures of the content service, if the site has one', () => {
  const origin = 'https://images.ctfassets.net';
  expect(policyOf(['/'], origin).get('img-src')).toEqual(["'self'", origin]);
  expect(policyOf(['/']).get('img-src')).toEqual(["'self'"]);
});

test('a policy of several pages allows the sources of each', () => {
  const policy = policyOf(['/blog/one', '/search', '/blog/page/2', '/blog/two']);
  const styles = ["'sha256-archive'", "'sha256-first'", "'sha256-post'"];
  expect(policy.get('style-src')).toEqual(styles);
  const scripts = ["'self'", "'sha256-menu'", "'wasm-unsafe-eval'"];
  expect(policy.get('script-src')).toEqual(scripts);
});
