import { describe, expect, test } from 'vitest';
import {
  getNeighbours,
  getPostPage,
  getRelated,
  getResourcePage,
  getTagPage,
  groupByTag,
  toCard,
} from '../../../src/content/snapshot/lists.ts';
import type { PostSummary, ResourceCard } from '../../../src/content/snapshot/records.ts';

const summary = (slug: string, tags: readonly string[] = []): PostSummary => ({
  id: slug,
  slug,
  title: slug,
  author: '',
  publishedDate: '',
  excerpt: '',
  category: '',
  tags,
  seoTitle: '',
  seoDescription: '',
  image: null,
  readingMinutes: 1,
  updatedAt: '',
});
const posts = (count: number, tags: (index: number) => readonly string[] = () => []) =>
  Array.from({ length: count }, (_, index) => summary(`p${index}`, tags(index)));
const cards = (count: number): ResourceCard[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    slug: `r${index}`,
    title: '',
    description: '',
    type: '',
    readTime: '',
    gradient: '',
  }));
const slugs = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug);

describe('the blog list', () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 1],
    [25, 1],
    [26, 2],
    [49, 2],
    [50, 3],
    [2345, 98],
  ])('of %i posts has %i pages, which hold each post once, in received order', (count, pages) => {
    const all = posts(count);
    const first = getPostPage(all, 1);
    expect(first).toMatchObject({ status: 'loaded', page: 1, pages, total: count });
    expect(first.featured).toBe(all[0] ?? null);
    const listed = Array.from({ length: pages }, (_, index) => getPostPage(all, index + 1).items);
    expect(listed.every((items) => items.length <= 24)).toBe(true);
    expect(slugs(listed.flat())).toEqual(slugs(all.slice(1)));
  });

  test('features the first post received on page 1 only', () => {
    expect(getPostPage(posts(60), 1).featured?.slug).toBe('p0');
    expect(getPostPage(posts(60), 2).featured).toBeNull();
  });
});

describe('the resource list', () => {
  test.each([
    [1, 1],
    [24, 1],
    [25, 2],
    [49, 3],
  ])('of %i resources has %i pages of all items, the featured one included', (count, pages) => {
    const all = cards(count);
    const first = getResourcePage(all, 1);
    expect(first).toMatchObject({ pages, total: count, featured: all[0] });
    const listed = Array.from(
      { length: pages },
      (_, index) => getResourcePage(all, index + 1).items,
    );
    expect(slugs(listed.flat())).toEqual(slugs(all));
    if (pages > 1) expect(getResourcePage(all, 2).featured).toBeNull();
  });

  test('describes a resource by its subtitle', () => {
    const card = toCard({
      id: 'i',
      slug: 's',
      title: 't',
      subtitle: 'u',
      author: 'a',
      readTime: '10 min',
      type: 'Guide',
      gradient: 'g',
      updatedAt: '',
    });
    expect(card).toEqual({
      id: 'i',
      slug: 's',
      title: 't',
      description: 'u',
      readTime: '10 min',
      type: 'Guide',
      gradient: 'g',
    });
  });
});

describe('the posts with a tag', () => {
  test('stand in received order, each once, under the first spelling received', () => {
    const tags = groupByTag([
      summary('a', ['AI agents', 'Growth']),
      summary('b', ['growth', 'GROWTH']),
      summary('c', ['ai-agents', 'Растём', 'Pricing']),
    ]);
    expect([...tags.values()].map(({ slug, label }) => [slug, label])).toEqual([
      ['ai-agents', 'AI agents'],
      ['growth', 'Growth'],
      ['pricing', 'Pricing'],
    ]);
    expect([...tags.values()].map((tag) => slugs(tag.posts))).toEqual([
      ['a', 'c'],
      ['a', 'b'],
      ['c'],
    ]);
  });

  test.each([
    [1, 1],
    [24, 1],
    [25, 2],
    [49, 3],
  ])('fill, when they are %i, %i pages, none of them featured', (count, pages) => {
    const all = posts(count, () => ['Growth']);
    const tag = groupByTag(all).get('growth');
    if (!tag) throw new Error('There is no such tag.');
    expect(getTagPage(tag, 1)).toMatchObject({ label: 'Growth', featured: null, pages });
    const listed = Array.from({ length: pages }, (_, index) => getTagPage(tag, index + 1).items);
    expect(slugs(listed.flat())).toEqual(slugs(all));
  });
});

describe('around a post', () => {
  test('the newer one is next, the older one previous', () => {
    const all = posts(3);
    expect(getNeighbours(all, 1)).toEqual({ previous: all[2], next: all[0] });
    expect(getNeighbours(all, 0).next).toBeNull();
    expect(getNeighbours(all, 2).previous).toBeNull();
  });

  test('related are those that share most tags, then the nearest, three at most, never itself', () => {
    const all = [
      summary('far', ['a', 'b']),
      summary('none', ['z']),
      summary('near', ['a']),
      summary('it', ['a', 'b']),
      summary('next', ['b']),
      summary('last', ['b', 'a']),
    ];
    expect(slugs(getRelated(all, 3))).toEqual(['last', 'far', 'near']);
  });

  test('nothing is related without tags', () => {
    expect(getRelated([summary('a'), summary('b')], 0)).toEqual([]);
  });

  test('a new post changes what is related for few, however many share its tag', () => {
    const before = posts(2000, () => ['growth']);
    const after = [summary('new', ['growth']), ...before];
    const changed = before.filter(
      (_, index) =>
        slugs(getRelated(before, index)).join() !== slugs(getRelated(after, index + 1)).join(),
    );
    expect(changed.length).toBeLessThan(10);
  });
});
