import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { doc, p } from '../../../src/engine/content/fallback/document.ts';
import type { Query } from '../../../src/engine/content/snapshot/queries.ts';
import { createRead, recordReads } from '../../../src/engine/content/snapshot/read.ts';
import { listPages, staticPaths } from '../../../src/engine/content/page-list.ts';
import { routes } from '../../../src/data/routes.ts';
import { services } from '../../../src/data/services/index.ts';
import type { RawEntry } from '../../../scripts/content-service/service.ts';
import { manyPosts, post, resource } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { openSnapshot } from './pulled.ts';

/** Slugs of `manyPosts`; 1 is the newest. */
const slugsOf = (first: number, last: number) =>
  Array.from(
    { length: last - first + 1 },
    (_, index) => `post-${String(first + index).padStart(4, '0')}`,
  );

describe('a page reads', () => {
  test('a post with its body, its neighbours and the posts that share its tags', async () => {
    const { directory } = await openSnapshot([
      post('a', { publishedDate: '2026-01-03', tags: ['crm'] }),
      post('b', { publishedDate: '2026-01-02', tags: ['crm'], content: doc(p('Body')) }),
      post('c', { publishedDate: '2026-01-01' }),
    ]);
    const read = createRead(directory);
    expect(await read({ type: 'post', slug: 'b' })).toMatchObject({
      slug: 'b',
      body: { html: '<p>Body</p>', headings: [] },
    });
    expect(await read({ type: 'post-surroundings', slug: 'b' })).toMatchObject({
      next: { slug: 'a' },
      previous: { slug: 'c' },
      related: [{ slug: 'a' }],
    });
  });

  test('null for a record that the snapshot lacks, whatever its name', async () => {
    const read = createRead((await openSnapshot([post('a')])).directory);
    for (const slug of ['b', '', '__proto__', '../index'])
      expect(await read({ type: 'post', slug })).toBeNull();
    expect(await read({ type: 'resource', slug: 'a' })).toBeNull();
  });

  test('the resource of the service instead of the built-in one with the same slug', async () => {
    const { directory } = await openSnapshot([resource('growth-playbook', { title: 'Ours' })]);
    const read = createRead(directory);
    expect((await read({ type: 'resource', slug: 'growth-playbook' }))?.title).toBe('Ours');
    expect((await read({ type: 'resource', slug: 'tech-stack-guide' }))?.type).toBe('Guide');
  });

  test('no built-in card when the service has a resource', async () => {
    const { directory } = await openSnapshot([resource('one', { subtitle: 'What it is' })]);
    expect(await createRead(directory)({ type: 'resource-list' })).toMatchObject({
      total: 1,
      featured: { slug: 'one' },
      items: [{ slug: 'one', description: 'What it is' }],
    });
  });

  test('the posts with a tag, and null for a tag that no post has', async () => {
    const { directory } = await openSnapshot([
      ...manyPosts(26, { tags: ['Growth'] }),
      post('other', { tags: ['Pricing'] }),
    ]);
    const read = createRead(directory);
    const tag = await read({ type: 'tag', tag: 'growth' });
    expect(tag).toMatchObject({ label: 'Growth', total: 26, featured: null, archive: 1 });
    expect(tag?.items.map(({ slug }) => slug)).toEqual(slugsOf(1, 24));
    expect(await read({ type: 'tags' })).toEqual([
      { slug: 'growth', label: 'Growth', total: 26 },
      { slug: 'pricing', label: 'Pricing', total: 1 },
    ]);
    for (const name of ['Growth', '', '__proto__'])
      expect(await read({ type: 'tag', tag: name })).toBeNull();
  });

  test('the newest 24 posts with their bodies for the feed', async () => {
    const { directory } = await openSnapshot(manyPosts(30, { content: doc(p('Body')) }));
    const feed = await createRead(directory)({ type: 'feed' });
    expect(feed.map(({ slug }) => slug)).toEqual(slugsOf(1, 24));
    expect(feed.every(({ body }) => body.html === '<p>Body</p>')).toBe(true);
  });

  test('a snapshot, or an error that says how to make one', async () => {
    const directory = await createFolder();
    await expect(createRead(directory)({ type: 'slugs' })).rejects.toThrow(
      `The content snapshot in ${directory} is missing or damaged: `,
    );
  });
});

describe('the recorded queries of a page', () => {
  test('include each query once, with the digest of its answer', async () => {
    const { directory } = await openSnapshot(manyPosts(3));
    const read = createRead(directory);
    const { result, reads } = await recordReads(async () => {
      await read({ type: 'post', slug: 'post-0001' });
      await read({ type: 'post', slug: 'post-0001' });
      return (await read({ type: 'post-list' })).status;
    });
    expect(result).toBe('loaded');
    expect(reads.map(({ query }) => query)).toEqual([
      { type: 'post', slug: 'post-0001' },
      { type: 'post-list' },
    ]);
    for (const { query, digest } of reads) expect(read.getDigest(query)).toBe(digest);
  });

  test('are separate for pages that render at the same time', async () => {
    const { directory } = await openSnapshot(manyPosts(3));
    const read = createRead(directory);
    const recorded = await Promise.all(
      slugsOf(1, 3).map((slug) => recordReads(() => read({ type: 'post', slug }))),
    );
    expect(recorded.map(({ reads }) => reads.map(({ query }) => query))).toEqual(
      slugsOf(1, 3).map((slug) => [{ type: 'post', slug }]),
    );
  });

  test.each<[string, RawEntry, Query[]]>([
    [
      // sys.updatedAt is part of a summary, so lists and neighbours change; distant pages do not.
      'a text',
      post('post-0002', { ...manyPosts(2)[1]?.fields, content: doc(p('New text')) }),
      [
        { type: 'post-list' },
        { type: 'post-archive', page: 3 },
        { type: 'post', slug: 'post-0002' },
        { type: 'post-surroundings', slug: 'post-0001' },
        { type: 'feed' },
      ],
    ],
    [
      'a new post',
      post('new', { publishedDate: '2026-05-01' }),
      [
        { type: 'post-list' },
        { type: 'post-archive', page: 3 },
        { type: 'post-surroundings', slug: 'post-0001' },
        { type: 'feed' },
      ],
    ],
  ])('change with %s only where it is shown', async (_, change, expected) => {
    const queries: readonly Query[] = [
      { type: 'post-list' },
      { type: 'post-archive', page: 1 },
      { type: 'post-archive', page: 3 },
      { type: 'post', slug: 'post-0001' },
      { type: 'post', slug: 'post-0002' },
      { type: 'post-surroundings', slug: 'post-0001' },
      { type: 'post-surroundings', slug: 'post-0050' },
      { type: 'resource-list' },
      { type: 'tag', tag: 'growth' },
      { type: 'feed' },
    ];
    const old = post('old', { publishedDate: '2020-01-01', tags: ['Growth'] });
    const { service, directory, refresh } = await openSnapshot([...manyPosts(60), old]);
    const read = createRead(directory);
    const before = queries.map((query) => read.getDigest(query));
    service.publish(change);
    await refresh();
    expect(queries.filter((query, index) => before[index] !== read.getDigest(query))).toEqual(
      expected,
    );
  });
});

describe('an archive', () => {
  test.each([
    [25, 0, null],
    [26, 2, 1],
    [48, 2, 1],
    [49, 3, 1],
    [50, 3, 2],
  ])('of %i posts has %i pages; the list links to page %s', async (count, pages, archive) => {
    const { directory } = await openSnapshot(manyPosts(count));
    const read = createRead(directory);
    const list = await read({ type: 'post-list' });
    expect(list).toMatchObject({ featured: { slug: 'post-0001' }, total: count, archive });
    expect(list.status === 'loaded' && list.items.map(({ slug }) => slug)).toEqual(slugsOf(2, 25));
    const listed: string[] = [];
    for (let page = pages; page >= 1; page -= 1) {
      const found = await read({ type: 'post-archive', page });
      expect(found).toMatchObject({ page, hasNewer: page < pages });
      if (page < pages) expect(found?.items).toHaveLength(24);
      listed.push(...(found?.items ?? []).map(({ slug }) => slug));
    }
    expect(listed).toEqual(pages > 0 ? slugsOf(1, count) : []);
    for (const page of [0, pages + 1])
      expect(await read({ type: 'post-archive', page })).toBeNull();
  });

  test.each([
    [24, null, [0, 0]],
    [25, 1, [24, 1]],
  ])('of %i resources: page %s follows', async (count, archive, lengths) => {
    const { directory } = await openSnapshot(
      Array.from({ length: count }, (_, index) => resource(`guide-${index}`)),
    );
    const read = createRead(directory);
    const list = await read({ type: 'resource-list' });
    expect(list).toMatchObject({ total: count, archive });
    if (list.status !== 'loaded') throw new Error('There is no list.');
    expect(list.featured).toEqual(list.items[0]);
    const pages = await Promise.all([1, 2].map((page) => read({ type: 'resource-archive', page })));
    expect(pages.map((page) => page?.items.length ?? 0)).toEqual(lengths);
    expect(pages[1]?.items[0] ?? list.featured).toEqual(list.featured);
  });
});

describe('the page list', () => {
  test('has every route of the spec once', async () => {
    const { directory } = await openSnapshot([...manyPosts(26), resource('guide')]);
    const paths = (await listPages(createRead(directory))).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(
      [
        ...Object.values(routes),
        ...['/services/business-operations', '/services/ai'],
        ...services.map(({ category, slug }) => `/services/${category}/${slug}`),
        ...slugsOf(1, 26).map((slug) => `/blog/${slug}`),
        ...['/blog/page/1', '/blog/page/2', '/resources/guide'],
        ...builtInResources.map(({ slug }) => `/resources/${slug}`),
      ].sort(),
    );
  });

  test('hides the thank-you page and search from search engines, and has the dates of the content', async () => {
    const { directory } = await openSnapshot([post('a')]);
    const pages = await listPages(createRead(directory));
    expect(pages.filter(({ indexed }) => !indexed).map(({ path }) => path)).toEqual([
      routes.thankYou,
      routes.search,
    ]);
    expect(pages.filter(({ lastModified }) => lastModified)).toMatchObject([{ path: '/blog/a' }]);
  });

  test('has a page for each tag, indexed from the second post on', async () => {
    const { directory } = await openSnapshot([
      ...manyPosts(26, { tags: ['Growth', '日本'] }),
      post('a', { tags: ['Pricing'] }),
    ]);
    const pages = await listPages(createRead(directory));
    expect(
      pages
        .filter(({ path }) => path.startsWith('/blog/tag/'))
        .map(({ path, indexed }) => [path, indexed]),
    ).toEqual([
      ['/blog/tag/growth', true],
      ['/blog/tag/growth/page/1', true],
      ['/blog/tag/growth/page/2', true],
      ['/blog/tag/pricing', false],
    ]);
  });

  test('gives getStaticPaths the parameters of the pages of one route', async () => {
    const { directory } = await openSnapshot(manyPosts(26));
    vi.stubEnv('SNAPSHOT_DIRECTORY', directory);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await staticPaths('/blog/page/[page]')).toEqual([
      { params: { page: '1' } },
      { params: { page: '2' } },
    ]);
    expect(await staticPaths('/blog/[slug]')).toEqual(
      slugsOf(1, 26).map((slug) => ({ params: { slug } })),
    );
  });
});
