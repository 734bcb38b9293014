/** What the search index keeps of an item. */
import { expect, test } from 'vitest';
import { posts } from '#collections/posts.ts';
import { a, doc, h2, p, ul } from '#data/built-in/document.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { listSearched } from '#documents/search-index.ts';
import { itemPath } from '#engine/declare/collections.ts';
import { readWith } from '#engine/content/read.ts';
import { post } from '../../fixtures/content.ts';
import { createPulled } from '../content/pulled.ts';

const long = 'One sentence of a text that goes on and on.';

test('an item has whole sentences of its first 400 letters as plain text, and the same content the same bytes', async () => {
  const content = doc(
    h2('First heading'),
    p('He asked “why?” It was\n', a('https://a.example', 'a & b'), ' <c>.'),
    p('Dr. No asked.', ' 次の文です。', 'まだ。'),
    ul('A line', 'goes on in small letters'),
    ...Array.from({ length: 40 }, () => p(long)),
    h2('Last heading'),
  );
  const fields = { excerpt: 'Why.', author: 'Ada', tags: ['Tag'], seoTitle: 'In short', content };
  const { read } = await createPulled({ entries: [post('one', fields)] });
  const list = () => readWith(read, listSearched);
  const pages = await list();
  const item = pages.find(({ path }) => path === itemPath(posts, 'one'));
  expect(item).toEqual({
    path: '/blog/one',
    title: 'Title of one',
    type: 'Article',
    words: 'Ada, Tag',
    summary: 'Why.',
    headings: 'In short\nFirst heading\nLast heading',
    text: expect.stringMatching(
      new RegExp(
        `^\nHe asked “why\\?”\nIt was a & b <c>\\.\nDr. No asked.\n次の文です。\nまだ。\nA line\\.(?:\n${long}){7}$`,
      ),
    ) as string,
  });
  expect(pages.filter(({ path }) => path.startsWith('/resources/')).length).toBe(
    builtInResources.length,
  );
  expect(JSON.stringify(await list())).toBe(JSON.stringify(pages));
});
