import { getEntriesAddress } from '../../../src/engine/content/contentful/account.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findSlugProblem,
  parseAsset,
  parsePosts,
  parseResources,
} from '../../../src/engine/content/pull/entries.ts';
import { b, doc, i, p } from '../../../src/engine/content/fallback/document.ts';
import { parseItem } from '../../../src/engine/content/contentful/wire.ts';
import type { Problem } from '../../../src/engine/content/pull/report.ts';
import { company } from '../../../src/data/company.ts';
import { link, post, resource } from '../../fixtures/content.ts';

const now = new Date('2026-06-15T12:00:00Z');

function readPosts(...items: unknown[]) {
  const problems: Problem[] = [];
  const { posts, withheld } = parsePosts(items.map(parseItem), now, (problem) =>
    problems.push(problem),
  );
  return { posts, withheld, problems };
}

function readResources(...items: unknown[]) {
  const problems: Problem[] = [];
  const resources = parseResources(items.map(parseItem), (problem) => problems.push(problem));
  return { resources, problems };
}

const fieldsOf = (problems: readonly Problem[], severity: Problem['severity']) =>
  problems
    .filter((problem) => problem.severity === severity)
    .map(({ entryId, field }) => `${entryId}.${field}`);

describe('a blog post', () => {
  test('has every field of the specification', () => {
    const { posts, problems } = readPosts({
      ...post('crm', {
        title: 'Your CRM',
        author: 'Ada',
        publishedDate: '2026-03-01T23:30-05:00',
        featuredImage: link('Asset', 'picture'),
        excerpt: 'Short.',
        content: doc(p('Body')),
        category: 'Sales',
        tags: ['crm', 'sales'],
        seoTitle: 'CRM for founders',
        seoDescription: 'How to.',
      }),
    });
    expect(problems).toEqual([]);
    expect(posts).toEqual([
      {
        id: 'crm',
        slug: 'crm',
        title: 'Your CRM',
        author: 'Ada',
        publishedDate: '2026-03-01T23:30-05:00',
        excerpt: 'Short.',
        category: 'Sales',
        tags: ['crm', 'sales'],
        seoTitle: 'CRM for founders',
        seoDescription: 'How to.',
        updatedAt: '',
        imageId: 'picture',
      },
    ]);
  });

  test('has defaults for all but its slug', () => {
    const { posts } = readPosts({ sys: { id: 'bare' }, fields: { slug: 'bare' } });
    expect(posts[0]).toEqual({
      id: 'bare',
      slug: 'bare',
      title: '',
      author: '',
      publishedDate: '',
      excerpt: '',
      category: '',
      tags: [],
      seoTitle: '',
      seoDescription: '',
      updatedAt: '',
      imageId: null,
    });
  });

  test('flattens title, author and excerpt from rich text', () => {
    const { posts } = readPosts(
      post('rich', {
        title: doc(p('Your ', b('CRM'))),
        author: doc(p(i('Ada'), ' Smith')),
        excerpt: doc(p('One.'), p('Two.')),
      }),
    );
    expect(posts[0]).toMatchObject({
      title: 'Your CRM',
      author: 'Ada Smith',
      excerpt: 'One. Two.',
    });
  });

  test('falls back from seoTitle to title and from seoDescription to excerpt', () => {
    const { posts } = readPosts(
      post('one', { title: 'Title', excerpt: 'Excerpt', seoTitle: '  ' }),
    );
    expect(posts[0]).toMatchObject({ seoTitle: 'Title', seoDescription: 'Excerpt' });
  });

  test.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
    ['2026-02-30', ''],
    ['soon', ''],
    [20260301, ''],
  ])('keeps the date %j as %j', (written, expected) => {
    const { posts, problems } = readPosts(post('dated', { publishedDate: written, excerpt: 'x' }));
    expect(posts[0]?.publishedDate).toBe(expected);
    expect(fieldsOf(problems, 'warning')).toEqual(expected ? [] : ['dated.publishedDate']);
  });

  test('reports fields of a wrong type by entry and name, and ignores them', () => {
    const { posts, problems } = readPosts(
      post('odd', {
        author: 7,
        tags: 'crm',
        featuredImage: 'image.png',
        excerpt: ['x'],
        category: true,
      }),
    );
    expect(posts[0]).toMatchObject({
      author: '',
      tags: ['crm'],
      imageId: null,
      excerpt: '',
      category: '',
    });
    expect(new Set(fieldsOf(problems, 'warning'))).toEqual(
      new Set(['odd.author', 'odd.tags', 'odd.featuredImage', 'odd.excerpt', 'odd.category']),
    );
  });

  test('has each tag once, and ignores tags that are not text', () => {
    const { posts } = readPosts(post('tagged', { tags: [' crm', 'crm', '', 7, null, 'sales'] }));
    expect(posts[0]?.tags).toEqual(['crm', 'sales']);
  });

  test('has a warning when search results would cut its title or description', () => {
    const { problems } = readPosts(
      post('long', { title: 'x'.repeat(61), excerpt: 'y'.repeat(161) }),
      post('seo', {
        title: 'x'.repeat(61),
        seoTitle: 'x',
        excerpt: 'y'.repeat(161),
        seoDescription: 'y',
      }),
    );
    expect(fieldsOf(problems, 'warning')).toEqual(['long.title', 'long.excerpt']);
  });
});

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])('in the zone %s', (zone) => {
  const machineZone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  });

  test.each([
    ['2026-06-15', true],
    ['2026-06-16', false],
    ['2026-06-15T12:00:00Z', true],
    ['2026-06-15T12:00:01Z', false],
    ['2026-06-15T13:30:00+02:00', true],
    ['2026-06-15T11:00:00-02:00', false],
    ['2026-06-15T11:59', true],
    ['2026-06-15T12:01', false],
    ['', true],
  ])('a post dated %j is shown at noon UTC on June 15: %s', (publishedDate, isShown) => {
    const { posts, withheld } = readPosts(post('dated', { publishedDate }));
    expect([posts.length, withheld.length]).toEqual(isShown ? [1, 0] : [0, 1]);
  });
});

describe('a post dated in the future', () => {
  test('does not take its slug from a post that is shown until then', () => {
    const { posts, withheld, problems } = readPosts(
      post('new', { slug: 'pricing', publishedDate: '2026-07-01' }),
      post('old', { slug: 'pricing', publishedDate: '2026-01-01' }),
    );
    expect(posts.map(({ id }) => id)).toEqual(['old']);
    expect(withheld.map(({ id }) => id)).toEqual(['new']);
    expect(fieldsOf(problems, 'error')).toEqual([]);
  });
});

describe('a slug', () => {
  test.each(['a', 'pipeline', 'a-b-c', '2026', 'q3-2026', 'x'.repeat(120)])('may be %j', (slug) => {
    expect(findSlugProblem(slug)).toBeNull();
  });

  test.each([
    undefined,
    null,
    '',
    7,
    ['a'],
    'thank-you',
    'page',
    'live',
    'tag',
    'index',
    'Upper',
    'two words',
    ' a',
    'a ',
    'a\n',
    'ünï',
    'a--b',
    '-a',
    'a-',
    '.',
    '..',
    '../x',
    '..%2fx',
    'a/b',
    'a\\b',
    'rss.xml',
    'a.html',
    'a?b',
    'a#b',
    'a%20b',
    '__proto__',
    'x'.repeat(121),
  ])('may not be %j', (slug) => {
    const { posts, problems } = readPosts(post('odd', { slug }), post('good'));
    expect(posts.map(({ id }) => id)).toEqual(['good']);
    expect(fieldsOf(problems, 'error')).toEqual(['odd.slug']);
  });

  test('belongs to the first received entry, and the report names both', () => {
    const { posts, problems } = readPosts(
      post('one', { slug: 'same' }),
      post('two', { slug: 'same' }),
    );
    expect(posts.map(({ id }) => id)).toEqual(['one']);
    expect(problems.find(({ severity }) => severity === 'error')).toMatchObject({
      entryId: 'two',
      entryTitle: 'Title of two',
      field: 'slug',
      message: "is 'same', which entry one has already; the entry is left out",
    });
  });

  test('may be the same for a post and a resource', () => {
    expect(readPosts(post('same')).posts).toHaveLength(1);
    expect(readResources(resource('same')).resources).toHaveLength(1);
  });
});

describe('a resource', () => {
  test('has the defaults of the specification', () => {
    const { resources } = readResources({ sys: { id: 'r' }, fields: { slug: 'r' } });
    expect(resources[0]).toEqual({
      id: 'r',
      slug: 'r',
      title: '',
      subtitle: '',
      author: company.teamName,
      readTime: '10 min',
      type: 'Guide',
      gradient: 'purple-to-blue',
      updatedAt: '',
    });
  });

  test.each([
    ['15 min', '15 min'],
    ['15 min read', '15 min'],
    ['15', '15 min'],
    [15, '15 min'],
    ['1 hour', '1 hour'],
    ['', '10 min'],
    [undefined, '10 min'],
    [{}, '10 min'],
  ])('with readTime %j has the read time %j', (readTime, expected) => {
    expect(readResources(resource('r', { readTime })).resources[0]?.readTime).toBe(expected);
  });
});

describe('an asset', () => {
  const asset = (fields: object) => parseItem({ sys: { id: 'a' }, fields });
  const file = {
    url: '//images.example/a.png',
    contentType: 'image/png',
    fileName: 'a.png',
    details: { size: 1234, image: { width: 100, height: 50 } },
  };

  test('has an absolute address, and the sizes of its details', () => {
    expect(parseAsset(asset({ title: 'A', file }), 'https:')).toMatchObject({
      url: 'https://images.example/a.png',
      width: 100,
      height: 50,
      size: 1234,
    });
    expect(parseAsset(asset({ file }), 'http:')?.url).toBe('http://images.example/a.png');
  });

  test.each([
    [{ title: 'Title', description: 'Description' }, 'Title'],
    [{ title: ' ', description: 'Description' }, 'Description'],
    [{}, 'Image'],
  ])('with %j has the alt text %j', (fields, alt) => {
    expect(parseAsset(asset({ ...fields, file }), 'https:')?.alt).toBe(alt);
  });

  test.each([
    parseItem(undefined),
    asset({}),
    asset({ file: {} }),
    asset({ file: { url: 'javascript:x' } }),
  ])('without a file is ignored: %j', (item) => {
    expect(parseAsset(item, 'https:')).toBeNull();
  });
});

describe('any list of entries', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
  const slugs = fc.oneof(
    fc.constantFrom('a', 'b', 'thank-you', '../x', '__proto__', 'constructor', 'A', ''),
    fc.string({ maxLength: 8 }),
    fc.anything({ maxDepth: 1 }),
  );
  const entries = fc.array(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(
          {
            sys: fc.record({ id: fc.oneof(fc.string(), fc.anything({ maxDepth: 1 })) }),
            fields: fc.record(
              {
                slug: slugs,
                title: fc.anything({ maxDepth: 3 }),
                author: fc.anything({ maxDepth: 3 }),
                publishedDate: fc.anything({ maxDepth: 1 }),
                featuredImage: fc.anything({ maxDepth: 3 }),
                tags: fc.anything({ maxDepth: 2 }),
                content: fc.anything({ maxDepth: 4 }),
                readTime: fc.anything({ maxDepth: 1 }),
              },
              { requiredKeys: ['slug'] },
            ),
          },
          { requiredKeys: ['fields'] },
        ),
      },
      { weight: 1, arbitrary: fc.anything() },
    ),
    { maxLength: 12 },
  );

  test(`becomes usable records, and every other entry is named in the report (seed ${seed})`, () => {
    fc.assert(
      fc.property(entries, (items) => {
        const { posts, withheld, problems } = readPosts(...items);
        const left = problems.filter(({ severity }) => severity === 'error');
        expect(posts.length + withheld.length + left.length).toBe(items.length);
        expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
        for (const { slug, title, tags } of posts) {
          expect(findSlugProblem(slug)).toBeNull();
          expect(typeof title).toBe('string');
          expect(tags.every((tag) => typeof tag === 'string' && tag !== '')).toBe(true);
        }
        const { resources, problems: others } = readResources(...items);
        expect(
          resources.length + others.filter(({ severity }) => severity === 'error').length,
        ).toBe(items.length);
      }),
      { numRuns: 1000, seed },
    );
  });
});

test('an entry is opened in Contentful’s own app, of the right region', () => {
  const open = (host: string) => getEntriesAddress(`https://${host}/spaces/abc/environments/dev`);
  expect(open('preview.contentful.com')).toBe(
    'https://app.contentful.com/spaces/abc/environments/dev/entries',
  );
  expect(open('preview.eu.contentful.com')).toMatch(/^https:\/\/app\.eu\.contentful\.com\//);
  expect(open('127.0.0.1:4000')).toBeNull();
});
