import { describe, expect, test } from 'vitest';
import { doc, p } from '#data/built-in/document.ts';
import {
  formatOpenGraphLocale,
  getDirection,
  getTextDirection,
} from '#engine/content/direction.ts';
import { readWith } from '#engine/content/snapshot/read.ts';
import { listPages } from '#engine/content/page-list.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { manyPosts, manyResources, post } from '../../fixtures/content.ts';
import { createPulled } from './pulled.ts';

/** Slugs of `manyPosts`; 1 is the newest. */
const slugsOf = (first: number, last: number) =>
  manyPosts(last)
    .slice(first - 1)
    .map(({ sys }) => sys.id);

/** Pulls entries, and returns how pages read them. */
const open = async (...entries: RawEntry[]) => (await createPulled({ entries })).read;

describe('a page reads', () => {
  test('a post with its body, its neighbours and the posts that share its tags', async () => {
    const read = await open(
      post('a', { publishedDate: '2026-01-03', tags: ['crm'] }),
      post('b', { publishedDate: '2026-01-02', tags: ['crm'], content: doc(p('Body')) }),
      post('c', { publishedDate: '2026-01-01' }),
    );
    expect(await read({ type: 'item', collection: 'posts', slug: 'b' })).toMatchObject({
      record: { slug: 'b' },
      body: { html: '<p>Body</p>', headings: [] },
    });
    expect(await read({ type: 'neighbours', collection: 'posts', slug: 'b' })).toMatchObject({
      next: { slug: 'a' },
      previous: { slug: 'c' },
      related: [{ slug: 'a' }],
    });
  });

  test('the neighbours of a post among those of the same time, by their ids', async () => {
    const times = { a: '2026-01-02', b: '2026-01-02', c: '2026-01-02', d: '2026-01-01' };
    const read = await open(
      ...Object.entries(times).map(([id, publishedDate]) => post(id, { publishedDate })),
    );
    const listBeside = async (slug: string) => {
      const found = await read({ type: 'neighbours', collection: 'posts', slug });
      return [found?.next?.slug, found?.previous?.slug];
    };
    expect(await listBeside('a')).toEqual([undefined, 'b']);
    expect(await listBeside('b')).toEqual(['a', 'c']);
    expect(await listBeside('c')).toEqual(['b', 'd']);
    expect(await listBeside('d')).toEqual(['c', undefined]);
  });

  test('the posts with a tag, and null for what the snapshot lacks', async () => {
    const read = await open(
      // A tag is named as its oldest post writes it.
      ...manyPosts(1, { tags: ['GROWTH'] }),
      ...manyPosts(26, { tags: ['Growth', 'GROWTH', '日本'] }).slice(1),
      post('other', { tags: ['Pricing'] }),
      ...manyResources(25),
    );
    const tag = await read({ type: 'list', collection: 'posts', tag: 'growth' });
    expect(tag).toMatchObject({ label: 'Growth', total: 26, archive: 1 });
    expect(tag?.items.map(({ slug }) => slug)).toEqual(slugsOf(1, 24));
    expect((await read({ type: 'tags', collection: 'posts' })).map(({ label }) => label)).toEqual([
      'Growth',
      'Pricing',
    ]);
    for (const name of ['Growth', '', '__proto__', '../index']) {
      expect(await read({ type: 'list', collection: 'posts', tag: name })).toBeNull();
      expect(await read({ type: 'item', collection: 'posts', slug: name })).toBeNull();
    }
    // A tag is indexed from the second post on.
    const pages = (await listPages(read)).filter(({ path }) => /\/(?:tag|page)\//.test(path));
    expect(pages.map(({ path, indexed }) => [path, indexed])).toEqual([
      ['/blog/page/1', true],
      ['/blog/page/2', true],
      ['/blog/tag/growth', true],
      ['/blog/tag/growth/page/1', true],
      ['/blog/tag/growth/page/2', true],
      ['/blog/tag/pricing', false],
      ['/resources/page/1', true],
      ['/resources/page/2', true],
    ]);
  });

  test('the newest 24 posts with their bodies for the feed', async () => {
    const read = await open(...manyPosts(30, { content: doc(p('Body')) }));
    const feed = await read({ type: 'items', collection: 'posts', most: 24 });
    expect(feed.map(({ record }) => record.slug)).toEqual(slugsOf(1, 24));
    expect(feed.every(({ body }) => body.html === '<p>Body</p>')).toBe(true);
  });
});

test('a new item changes the first page of a list, and no full archive page', async () => {
  const entries = manyPosts(50, { tags: ['a'] });
  const { read, pullNow, service } = await createPulled({ entries });
  const readLists = () =>
    Promise.all(
      [{}, { page: 1 }, { tag: 'a' }, { tag: 'a', page: 1 }].map(async (filter) =>
        JSON.stringify(await read({ type: 'list', collection: 'posts', ...filter })),
      ),
    );
  const before = await readLists();
  service.publish(post('new', { publishedDate: '2026-06-01', tags: ['a'] }));
  await pullNow();
  const after = await readLists();
  expect(after.map((one, index) => one === before[index])).toEqual([false, true, false, true]);
});

test('held content stays as it is, whatever a pull writes', async () => {
  const { read, pullNow, service } = await createPulled();
  const version = read.begin();
  service.publish(post('one', { title: 'Edited' }));
  const pulled = await pullNow();
  const query = { type: 'item', collection: 'posts', slug: 'one' } as const;
  expect(await read(query)).not.toMatchObject({ record: { title: 'Edited' } });
  read.close();
  expect(await read(query)).toMatchObject({ record: { title: 'Edited' } });
  expect([version === pulled.version, read.begin() === pulled.version]).toEqual([false, true]);
});

test.each([
  [25, 0, null],
  [26, 2, 1],
  [48, 2, 1],
  [49, 3, 1],
  [50, 3, 2],
])(
  'an archive of %i posts has %i pages; the list links to page %s',
  async (count, pages, archive) => {
    const read = await open(...manyPosts(count));
    const list = await read({ type: 'list', collection: 'posts' });
    expect(list).toMatchObject({ total: count, archive });
    expect(list?.items.map(({ slug }) => slug)).toEqual(slugsOf(1, 25));
    const listed: string[] = [];
    for (let page = pages; page >= 1; page -= 1) {
      const found = await read({ type: 'list', collection: 'posts', page });
      expect(found).toMatchObject({ hasNewer: page < pages });
      if (page < pages) expect(found?.items).toHaveLength(24);
      listed.push(...(found?.items ?? []).map(({ slug }) => slug));
    }
    expect(listed).toEqual(pages > 0 ? slugsOf(1, count) : []);
    for (const page of [0, pages + 1])
      expect(await read({ type: 'list', collection: 'posts', page })).toBeNull();
  },
);

test.each([
  ['en-US', undefined, 'en_US'],
  ['de', undefined, 'de_DE'],
  ['ar', 'rtl', 'ar_EG'],
  ['he-IL', 'rtl', 'he_IL'],
  ['uz-Arab', 'rtl', 'uz_AF'],
])('the direction and the Open Graph name of %s', (locale, direction, name) => {
  expect(getDirection(locale)).toBe(direction);
  expect(formatOpenGraphLocale(locale)).toBe(name);
});

test('a text has its own direction where it or its page is written from right to left', async () => {
  const readIn = (locale: string, text: string) =>
    readWith(
      () => Promise.resolve(locale) as never,
      () => getTextDirection(text),
    );
  expect(await readIn('en-US', 'Growth')).toBeUndefined();
  expect(await readIn('en-US', 'Growth צמיחה')).toBe('auto');
  expect(await readIn('he', 'Growth')).toBe('auto');
});
