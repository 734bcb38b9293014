import { expect, test } from 'vitest';
import { checkContrasts, checkPhotos, checkRedirects, checkTypefaces } from '#scripts/facts.ts';
import { colors } from '#data/brand.ts';
import { redirects } from '#data/redirects.ts';

test.each([
  ['old', '/about', "'old' does not begin at a path such as /old, or /old/* for all below it."],
  ['/ol*', '/about', "'/ol*' does not begin at a path such as /old"],
  ['/about', '/contact', "'/about' begins at a page of the site, which would be shown instead."],
  ['/old', '/none', "'/old' leads to '/none', neither a page of this site nor an https address."],
  ['/old', '//evil.example', "'/old' leads to '//evil.example', neither"],
  ['/old', '/blog/*', "'/old' has a * in 'to', and 'from' has no /*"],
])('a redirect that leads nowhere ends with one sentence: %s to %s', (from, to, sentence) => {
  expect(() => checkRedirects([...redirects, { from, to }])).toThrow(
    `src/data/redirects.ts: the redirect from ${sentence}`,
  );
});

test('redirects lead to pages, items, files below /public and other sites, once from each path', () => {
  const old = { from: '/old/*', to: '/blog/*' };
  const other = { from: '/shop', to: 'https://shop.example/' };
  expect(() => checkRedirects([...redirects, old, other])).not.toThrow();
  expect(() => checkRedirects([old, old])).toThrow("from '/old/*' stands there twice.");
});

test.each([
  [{ inkSoft: colors.paper }, 'inkSoft has a contrast of 1.0 to 1 on paper'],
  [{ control: colors.paper }, 'control has a contrast of 1.0 to 1 on paper'],
  [{ night: '#ffffff', nightSoft: '#808080' }, 'nightSoft has a contrast of 3.9 to 1 on night'],
  [{ rule: 'cream' }, "rule is 'cream', not # and six hexadecimal digits."],
])('colours that are hard to read end with one sentence: %o', (change, sentence) => {
  expect(() => checkContrasts({ ...colors, ...change })).toThrow(`src/data/brand.ts: ${sentence}`);
});

test('a typeface whose package is missing ends with one sentence that names the package', () => {
  const source = '@fontsource-variable/none';
  expect(() => checkTypefaces([{ family: 'None', source }])).toThrow(
    `src/data/brand.ts: the package of None is not installed: npm install ${source}, then npm run fonts.`,
  );
});

test('a photo must be as large as its place', async () => {
  const photo = '/apple-touch-icon.png';
  await expect(checkPhotos([{ name: 'Ada', photo }])).rejects.toThrow(
    `src/data/team.ts: the photo of Ada is not a picture of at least 400 × 320 pixels: public${photo}.`,
  );
});
