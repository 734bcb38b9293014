import { describe, expect, test } from 'vitest';
import { chooseRelated, getTagLabels, toCard } from '../../../src/engine/content/articles/lists.ts';

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

describe('the tags of a post', () => {
  test('count as one when their spellings have the same slug, under the first spelling', () => {
    expect([...getTagLabels(['Growth', 'AI agents', 'GROWTH', 'Растём'])]).toEqual([
      ['growth', 'Growth'],
      ['ai-agents', 'AI agents'],
    ]);
  });
});

describe('related to a post', () => {
  const post = (id: string, ...tags: string[]) => ({ id, tags });

  test('are the older posts with most shared tags, then the nearest, three at most', () => {
    const older = Array.from({ length: 48 }, (_, index) => post(`older-${index}`, 'z'));
    older[1] = post('near', 'a');
    older[3] = post('both', 'b', 'a');
    older[4] = post('next', 'b');
    older[40] = post('far', 'a', 'b');
    expect(chooseRelated(post('it', 'a', 'b'), older, [])).toEqual(['both', 'far', 'near']);
    expect(chooseRelated(post('it'), older, [])).toEqual([]);
  });

  test('include newer posts for the oldest posts, but never the post itself', () => {
    const oldest = ['p0', 'p1', 'p2', 'p3'].map((id) => post(id, 'a'));
    const older = oldest.slice(0, 1);
    expect(chooseRelated(post('p1', 'a'), older, oldest)).toEqual(['p0', 'p2', 'p3']);
  });
});
