import { expect, test } from 'vitest';
import { chooseRelated } from '../../../src/engine/content/articles/lists.ts';

const post = (id: string, ...tags: string[]) => ({ id, tags });

test('related to a post are the older posts with most shared tags, then the nearest, three at most', () => {
  const older = Array.from({ length: 48 }, (_, index) => post(`older-${index}`, 'z'));
  older[1] = post('near', 'a');
  older[3] = post('both', 'b', 'a');
  older[4] = post('next', 'b');
  older[40] = post('far', 'a', 'b');
  expect(chooseRelated(post('it', 'a', 'b'), older, [])).toEqual(['both', 'far', 'near']);
  expect(chooseRelated(post('it'), older, [])).toEqual([]);
});

test('related to one of the oldest posts are newer posts too, but never the post itself', () => {
  const oldest = ['p0', 'p1', 'p2', 'p3'].map((id) => post(id, 'a'));
  expect(chooseRelated(post('p1', 'a'), oldest.slice(0, 1), oldest)).toEqual(['p0', 'p2', 'p3']);
});
