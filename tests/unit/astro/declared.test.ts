/** What a site tells the engine: a wrong option and a wrong part of `src/site.ts` end in one sentence that names the key. */
import { expect, test } from 'vitest';
import { parseOptions } from '#engine/astro/options.ts';
import { checkSite } from '#engine/check-site.ts';
import { site } from '#site';

test.each([
  [null, "'options' must be an object."],
  [{ layouts: './a.astro' }, "'layouts' is no option."],
  [{ layout: 'src/a.astro' }, "'layout' must be a path from the root of the project"],
  [{ inlineParts: 5 }, "'inlineParts' must be a path from the root of the project"],
])('the options %j are refused: %s', (options, sentence) => {
  expect(() => parseOptions(options)).toThrow(sentence);
});

test('options that can be used are taken as they are', () => {
  const options = { layout: './src/layouts/Page.astro', inlineParts: './src/parts.ts' };
  expect(parseOptions(options)).toEqual(options);
  expect(parseOptions({})).toEqual({});
});

test.each([
  [{ name: '' }, "'name' must not be empty."],
  [{ name: undefined }, "'name' must be a text."],
  [{ timezone: 'UTC' }, "'timezone' is no part of a site."],
  [{ timeZone: 'Vienna' }, "'timeZone' is no time zone, such as Europe/Vienna."],
  [{ pages: [{ path: 'about', title: 'About' }] }, "'pages.0.path' must be a path"],
  [{ redirects: [{ from: '/a', to: '/b', status: 307 }] }, "'redirects.0.status' must be 301 or"],
  [{ feed: { path: '/feed.xml' } }, "'feed.type' is missing."],
  [{ feed: '/feed.xml' }, "'feed' must be an object."],
  [{ leads: { ...site.leads, sentPath: 'sent' } }, "'leads.sentPath' must be a path"],
])('the site with %j is refused: %s', (part, sentence) => {
  expect(() => checkSite({ ...site, ...part })).toThrow(sentence);
});

test('a site needs a name and its content types', () => {
  expect(() => checkSite({ name: 'A blog', collections: [] })).not.toThrow();
});
