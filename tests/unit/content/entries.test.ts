import { expect, test } from 'vitest';
import { company } from '#data/company.ts';
import { chooseShown } from '#engine/content/pull/apply.ts';
import { collections } from '#collections/index.ts';
import { posts } from '#collections/posts.ts';
import { resources } from '#collections/resources.ts';
import { parseEntry } from '#engine/content/records/kinds.ts';
import { findSlugProblem, getTagSlug } from '#engine/content/records/records.ts';
import { getEntriesAddress } from '#engine/account.ts';
import { parseItem } from '#engine/content/contentful/wire.ts';
import { b, doc, i, p } from '#data/built-in/document.ts';
import { parseAsset } from '#engine/content/files/asset.ts';
import { link, post, resource } from '../../fixtures/content.ts';

const readPost = (fields: Record<string, unknown> = {}) =>
  parseEntry(parseItem(post('one', { title: 'Title', excerpt: 'Excerpt', ...fields })), posts);
const long = 'x'.repeat(161);
const manyTags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
const time = '2026-03-01T09:00:00.000Z';
const noText = 'is neither text nor rich text; it is left out';
const noName = 'links to entry gone, which is not published or has no name; it is left out';
const notTags = 'tags is not a list of text; what is not text is left out';
const noDate = 'publishedDate is missing or not a date; no date is shown';
test.each<[fields: Record<string, unknown>, record: object, warnings: string[]]>([
  [{ title: doc(p('Your ', b('CRM'))) }, { title: 'Your CRM' }, []],
  [{ author: doc(p(i('Ada'), ' Smith')) }, { author: 'Ada Smith' }, []],
  [{ excerpt: doc(p('One.'), p('Two.')) }, { excerpt: 'One. Two.' }, []],
  [
    { excerpt: 'We **grew** [fast](https://a.example):\n\n- `one`\n- two\\*' },
    { excerpt: 'We grew fast: one two*', seoDescription: 'We grew fast: one two*' },
    [],
  ],
  [{ excerpt: 'In short[^1].\n\n[^1]: A note.' }, { excerpt: 'In short.' }, []],
  [
    { excerpt: '2019. A <b>good</b> year' },
    { excerpt: '2019. A <b>good</b> year' },
    ["excerpt has HTML, such as '<b>', which is shown as text"],
  ],
  [
    { excerpt: 'Before <img src="/a.png" alt="a hill"> after' },
    { excerpt: 'Before a hill after' },
    ['excerpt has a picture, of which only the words are shown here'],
  ],
  [{ seoTitle: '  ' }, { seoTitle: 'Title', seoDescription: 'Excerpt' }, []],
  [{ title: long, excerpt: long }, { title: long }, []],
  [{ title: '' }, { title: '' }, ['title is empty; the page is headed by the words of its slug']],
  [{ author: ['Ada', doc(p('Bob'))] }, { author: 'Ada, Bob' }, []],
  // Values of a wrong type.
  [{ author: 7, category: true }, { author: '7', category: '' }, [`category ${noText}`]],
  [{ excerpt: [true] }, { excerpt: '' }, [`excerpt ${noText}`]],
  [{ author: link('Entry', 'gone') }, { author: '' }, [`author ${noName}`]],
  [{ featuredImage: link('Asset', 'hill') }, { featuredImage: 'hill' }, []],
  [
    { featuredImage: 'a.png' },
    { featuredImage: null },
    ['featuredImage is not a link to an asset; no picture is shown'],
  ],
  [{ featuredImage: null, tags: null }, { featuredImage: null, tags: [] }, []],
  [{ tags: ['crm', link('Entry', 'gone')] }, { tags: ['crm'] }, [`tags ${noName}`]],
  [{ tags: 'crm, AI;\nsales' }, { tags: ['crm', 'AI', 'sales'] }, []],
  [{ tags: true }, { tags: [] }, [notTags]],
  [{ tags: [' crm', 'crm', '', 7, null, 'sales'] }, { tags: ['crm', 'sales'] }, [notTags]],
  [
    { tags: ['CRM', 'crm', 'продажи', 'Продажи', 'Café', 'Cafe\u0301', '🚀', 'Index'] },
    { tags: ['CRM', 'продажи', 'Café', '🚀', 'Index'] },
    ["tags has 'продажи', '🚀', 'Index', of which no address can be made; such a tag has no page"],
  ],
  // The page of each tag shows all tags of a post.
  [{ tags: manyTags }, { tags: manyTags }, []],
  [{ tags: [...manyTags, 'x'] }, { tags: manyTags }, ['tags has 51 tags; the first 50 are shown']],
  [{ publishedDate: time }, { publishedDate: time }, []],
  [{ publishedDate: '2026-02-30' }, { publishedDate: '' }, [noDate]],
  [
    { publishedDate: '0206-03-01' },
    { publishedDate: '0206-03-01' },
    ['publishedDate is 0206-03-01, which is before 1900'],
  ],
  [{ publishedDate: 20260301 }, { publishedDate: '' }, [noDate]],
])('a post with %j is read as %j, with the warnings %j', (fields, record, warnings) => {
  const parsed = readPost(fields);
  expect(parsed.record).toMatchObject(record);
  expect(parsed.findings.map(({ field, message }) => `${field} ${message}`)).toEqual(warnings);
});

test('an entry with a slug alone has defaults in its other fields', () => {
  const bare = parseItem({ sys: { id: 'bare' }, fields: { slug: 'bare' } });
  const shared = { id: 'bare', slug: 'bare', title: '', updatedAt: '' };
  const texts = { author: '', publishedDate: '', excerpt: '', category: '' };
  const seo = { seoTitle: '', seoDescription: '' };
  const others = { tags: [], featuredImage: null };
  expect(parseEntry(bare, posts).record).toEqual({ ...shared, ...texts, ...seo, ...others });
  expect(parseEntry(bare, resources).record).toEqual({
    ...shared,
    subtitle: '',
    author: company.teamName,
    readTime: '10 min',
    type: 'Guide',
    gradient: 'purple-to-blue',
  });
});

test.each([
  ['15 min Read', '15 min'],
  ['10 minutes', '10 min'],
  ['10 mins reading time', '10 min'],
  ['Read time: 10 minutes', '10 min'],
  ["10'", '10 min'],
  ['10-minute read', '10 min'],
  ['5–7 Minutes read', '5–7 min'],
  ['7.5', '7.5 min'],
  ['about 10 min', 'about 10 min'],
  ['15', '15 min'],
  [15, '15 min'],
  ['1 hour', '1 hour'],
  ['', '10 min'],
  [{}, '10 min'],
])('the reading time %j of a resource is %j', (readTime, expected) => {
  const { record } = parseEntry(parseItem(resource('r', { readTime })), resources);
  expect(record?.readTime).toBe(expected);
});

// pull.test.ts has the report of two posts that could be shown.
const choose = (...dates: string[]) =>
  chooseShown(
    dates.map((publishedDate, index) => {
      const item = parseItem(post(`p${index}`, { slug: 'pricing', publishedDate, excerpt: 'x' }));
      return { ...parseEntry(item, posts), isShown: false, address: null };
    }),
    posts,
    new Date('2026-06-15T12:00:00Z'),
    false,
  );

test('a post dated in the future is told its day, or that its slug is taken: the post that is shown keeps it', () => {
  const [waiting] = choose('2026-07-01');
  const message = expect.stringMatching(
    /^is 2026-07-01; the entry appears by itself on (June 30|July 1), 2026 at .+ \(.+\)$/,
  );
  expect(waiting?.findings).toEqual([{ field: 'publishedDate', message, isLeftOut: true }]);
  const [next, current] = choose('2026-07-01', '2026-01-01');
  expect([next?.isShown, current?.isShown, next?.due]).toEqual([false, true, null]);
  expect([next, current].map((one) => one?.findings.map(({ field }) => field))).toEqual([
    ['slug'],
    ['slug'],
  ]);
});

test.each([
  ['2026-06-15', true],
  ['2026-06-16', false],
  ['2026-06-15T12:00:00Z', true],
  ['2026-06-15T12:00:01Z', false],
  ['2026-06-15T11:00:00-02:00', false],
  ['', true],
])('a post dated %j is shown at noon UTC on June 15: %s', (date, isShown) => {
  expect(choose(date)[0]?.isShown).toBe(isShown);
});

test.each([
  ['is missing', [undefined, null, '']],
  ['is not text', [7, ['a']]],
  ['that the site needs itself', ['thank-you', 'page', 'tag', 'index', 'feed', 'rss', 'search']],
  [
    'use lower-case letters a to z, digits and single hyphens',
    ['Upper', 'two words', ' a', 'a ', 'a\n', 'ünï', 'a--b', '-a', 'a-', '__proto__'].concat(
      ...['.', '..', '../x', '..%2fx', 'a/b', 'a\\b', 'rss.xml', 'a.html', 'a?b', 'a#b', 'a%20b'],
    ),
  ],
  ['is longer than 120 characters', ['x'.repeat(121)]],
])('a slug %s: %j', (problem, slugs) => {
  for (const slug of slugs)
    expect([slug, findSlugProblem(slug)]).toEqual([slug, expect.stringContaining(problem)]);
  expect(['q3-2026', 'x'.repeat(120)].map(findSlugProblem)).toEqual([null, null]);
});

test.each([
  ['Growth', 'growth'],
  ['  AI   agents ', 'ai-agents'],
  ['E-commerce', 'e-commerce'],
  ['R&D', 'r-and-d'],
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['#C', 'c'],
  ['Sales + AI', 'sales-ai'],
  ['.NET', 'dot-net'],
  ['net', 'net'],
  ['ASP.NET', 'asp-net'],
  ['Café déjà vu', 'cafe-deja-vu'],
  ['Straße', 'strasse'],
  ['İSTANBUL', 'istanbul'],
  ['a/../b?c#d%2f', 'a-b-c-d-2f'],
  ['ＧＲＯＷＴＨ', 'growth'],
  ['Gro\u00adw\u200bth', 'growth'],
  ...['', '   ', '日本', '!!!', '-', 'Index', 'x'.repeat(81)].map((label) => [label, null]),
])('the tag %j has the slug %j', (label, slug) => expect(getTagSlug(label ?? '')).toBe(slug));

test('an asset has an absolute address, its kind in lower case, and a text for its picture', () => {
  const file = {
    url: '//images.example/a.png',
    contentType: 'Image/PNG; q=1',
    fileName: 'a.png',
    details: { size: 1234, image: { width: 100, height: 50 } },
  };
  expect(parseAsset({ fields: { description: 'Text', file } }, 'https:')).toEqual({
    url: 'https://images.example/a.png',
    contentType: 'image/png',
    fileName: 'a.png',
    width: 100,
    height: 50,
    size: 1234,
    title: '',
    description: 'Text',
    caption: 'Text',
    alt: 'Text',
  });
  const withUser = { file: { ...file, url: '//ann:secret@images.example/a.png' } };
  for (const fields of [{ file }, withUser])
    expect(parseAsset({ fields }, 'http:')?.url).toBe('http://images.example/a.png');
  for (const fields of [{}, { file: {} }, { file: { url: 'javascript:x' } }])
    expect(parseAsset({ fields }, 'https:')).toBeNull();
});

test.each([
  'hill.JPG',
  'IMG_2034',
  'Two hills@2x',
  'DSC01234',
  'Screenshot 2026-01-05 at 10.22.33 AM',
  'photo-1542406915-20eac16493d2',
  'photo-1583511655857?ixid=MXwx&q=80',
  'team_photo_final',
])('a picture that is called %j has no such alt text or caption', (title) => {
  const file = { url: '//images.example/a.jpg', fileName: 'header-image-1.jpg' };
  const parse = (fields: object) => parseAsset({ fields: { ...fields, file } }, 'https:');
  expect(parse({ title, description: title })).toMatchObject({ alt: 'Image', caption: '' });
  expect(parse({ title, description: 'A hill' })).toMatchObject({ alt: 'A hill' });
});

test.each(['puppies', 'Q3-2026', 'GA4', '1600x1066 hill', 'B2B funnel', 'Photo: 3 hills'])(
  'a picture that is called %j has that as its alt text, also where its file is called so',
  (title) => {
    for (const fileName of ['puppies.jpg', `${title.replaceAll(' ', '_')}.jpg`]) {
      const file = { url: '//images.example/a.jpg', fileName };
      expect(parseAsset({ fields: { title, file } }, 'https:')?.alt).toBe(title);
    }
  },
);

// pull.test.ts tries any fields.
test.each([null, 7, 'text', [], {}, { sys: null, fields: null }, { sys: { id: 7 }, fields: [] }])(
  'what is no entry is left out and reported: %j',
  (raw) => {
    for (const collection of collections)
      expect(parseEntry(parseItem(raw), collection)).toMatchObject({
        record: null,
        findings: [{ field: 'slug', isLeftOut: true }],
      });
  },
);

test('an entry is opened in Contentful’s own app, of the right region', () => {
  const open = (host: string) => getEntriesAddress(`https://${host}/spaces/abc/environments/dev`);
  const path = 'contentful.com/spaces/abc/environments/dev/entries';
  expect(open('preview.contentful.com')).toBe(`https://app.${path}`);
  expect(open('preview.eu.contentful.com')).toBe(`https://app.eu.${path}`);
  expect(open('127.0.0.1:4000')).toBeNull();
});
