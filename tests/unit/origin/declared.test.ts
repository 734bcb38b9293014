/** What a site tells the engine: a wrong option and a wrong part of `src/site.ts` end in one sentence that names the key. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseOptions } from '#engine/origin/options.ts';
import { defineCollection, field, ownType } from '#engine/declare/collections.ts';
import { checkSite, siteSchema } from '#engine/declare/declaration.ts';
import { site } from '#site';
import { people } from '../../fixtures/types.ts';

test.each([
  [null, "'options' must be an object."],
  [{ layouts: './a.astro' }, "'layouts' is no option: there is layout"],
  [{ layout: 'src/a.astro' }, "'layout' must be a path from the root of the project"],
])('the options %j are refused: %s', (options, sentence) => {
  expect(() => parseOptions(options)).toThrow(sentence);
});

test.each([
  [{ name: '' }, "'name' must not be empty."],
  [{ timezone: 'UTC' }, "'timezone' is no part of a site, which may have name, collections, time"],
  [{ timeZone: 'Vienna' }, "'timeZone' is no time zone, such as Europe/Vienna."],
  [{ pages: [{ path: 'about', title: 'About' }] }, "'pages.0.path' must be a path"],
  [{ redirects: [{ from: '/a', to: '/b', status: 307 }] }, "'redirects.0.status' must be 301 or"],
  [{ feed: { path: '/feed.xml' } }, "'feed.type' is missing."],
  [{ words: { tryagain: 'Noch einmal' } }, "'words.tryagain' is no part of words, which may have"],
  [{ collections: {} }, "'collections' must be a list."],
])('the site with %j is refused: %s', (part, sentence) => {
  expect(() => checkSite({ ...site, ...part })).toThrow(sentence);
});

const { pages, ...unpaged } = defineCollection({
  name: 'walks',
  contentType: 'walk',
  title: 'Walk',
  help: 'A walk.',
  date: 'day',
  fields: {
    title: field.text('Title', 'Where it went.'),
    slug: field.slug(),
    day: field.date('Day', 'When it was.'),
    next: field.entries('Next', 'What to walk next.', [ownType]),
  },
  pages: {
    path: '/walks',
    head: { title: 'title', description: 'title' },
    lead: 'title',
    words: { loading: '…', failed: 'Failed', notFound: 'Not found', back: 'Back' },
  },
});
const walks = { ...unpaged, pages };
const { fields } = walks;

test.each([
  [{ name: 'two walks' }, ".two walks.name' must be one word of letters and digits."],
  [{ date: 'dai' }, ".walks.date' must name a field of kind date, of which the type has day."],
  [
    { fields: { ...fields, day: { ...fields.day, kind: 'day' } } },
    ".walks.fields.day.kind' must be one of text, date,",
  ],
  [{ fields: { ...fields, path: fields.title } }, ".walks.fields.path' has a name that every"],
  [{ fields: { slug: fields.slug, day: fields.day } }, ".walks.fields' must have 'title'"],
  [
    { fields: { ...fields, one: field.body(), two: field.body() } },
    ".walks.fields' must have one body",
  ],
  [
    { fields: { ...fields, host: field.entry('Host', 'Who leads.', [people]) } },
    ".walks.fields.host.to' names the type 'person', which is missing in 'collections'.",
  ],
  [{ pages: { ...pages, path: '/walks/' } }, ".walks.pages.path' must be one part such as"],
  [{ pages: { ...pages, path: '/live' } }, ".walks.pages.path' is an address of the engine"],
  [{ pages: { ...pages, label: undefined } }, ".walks' must be what defineCollection returns."],
  [
    { pages: { ...pages, lead: 'text' } },
    ".walks.pages.lead' must name a field, of which the type has",
  ],
])('the type with %j is refused: %s', (part, sentence) => {
  const check = () => checkSite({ ...site, collections: [{ ...walks, ...part }] });
  expect(check).toThrow(`'collections${sentence}`);
});

test.each([
  ['name', { ...walks, contentType: 'other', pages: undefined }],
  ['contentType', { ...walks, name: 'other', pages: undefined }],
  ['path', { ...walks, name: 'other', contentType: 'other' }],
])('two types with one %s are refused', (key, other) => {
  const check = () => checkSite({ ...site, collections: [walks, other] });
  expect(check).toThrow(`'collections' has two types with the ${key} '`);
});

test('a site needs a name and its content types', () => {
  expect(() => checkSite({ name: 'A blog', collections: [walks] })).not.toThrow();
  expect(() => checkSite(undefined)).toThrow("its export 'site' must be an object.");
});

test('the table of the README has every part of a site', () => {
  const readme = readFileSync('src/engine/README.md', 'utf8');
  const [, table = ''] = /## What a site may declare([^]*?)\n## /.exec(readme) ?? [];
  const parts = Array.from(table.matchAll(/^\| `(\w+)` /gm), ([, part]) => part);
  expect(['name', 'collections', ...parts].sort()).toEqual(Object.keys(siteSchema.entries).sort());
});
