import { describe, expect, test } from 'vitest';
import {
  getNeighbours,
  getRelated,
  groupByTag,
  toCard,
} from '../../../src/content/snapshot/lists.ts';
import type { PostSummary } from '../../../src/content/snapshot/records.ts';

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
const slugs = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug);

describe('a resource card', () => {
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
  test('stand in received order, each once, under the spelling of the oldest', () => {
    const tags = groupByTag([
      summary('a', ['AI agents', 'Growth']),
      summary('b', ['growth', 'GROWTH']),
      summary('c', ['ai-agents', 'Растём', 'Pricing']),
    ]);
    expect([...tags.values()].map(({ slug, label }) => [slug, label])).toEqual([
      ['ai-agents', 'ai-agents'],
      ['growth', 'growth'],
      ['pricing', 'Pricing'],
    ]);
    expect([...tags.values()].map((tag) => slugs(tag.posts))).toEqual([
      ['a', 'c'],
      ['a', 'b'],
      ['c'],
    ]);
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

  test('a new post changes what is related for none of many, however many share its tag', () => {
    const before = posts(2000, () => ['growth']);
    const after = [summary('new', ['growth']), ...before];
    const changed = before.filter(
      (_, index) =>
        slugs(getRelated(before, index)).join() !== slugs(getRelated(after, index + 1)).join(),
    );
    expect(changed).toEqual([]);
  });

  test('every post of a small blog has related ones, the oldest included', () => {
    const all = posts(5, () => ['growth']);
    for (const index of all.keys()) expect(getRelated(all, index)).toHaveLength(3);
  });
});
