/** The weight of a first visit to this firm's pages, with typefaces and pictures. */
import { expect, test } from 'vitest';
import {
  getPage,
  listTypefaces,
  readPages,
  weigh,
  weighFile,
  type BuiltPage,
} from '../../support/built-site.ts';

const pages = await readPages();

/** The file that a phone chooses for the picture on the first screen of a page. */
const listPictures = ({ $ }: BuiltPage) =>
  $('picture:has(img:not([loading=lazy])) source:first-child')
    .map((_, source) => /\S+(?= 800w)/.exec($(source).attr('srcset') ?? '')?.[0])
    .get();

async function weighFirstVisit(page: BuiltPage): Promise<number> {
  const files = [...listTypefaces(page), ...listPictures(page)];
  const sizes = await Promise.all(files.map(weighFile));
  return sizes.reduce((sum, size) => sum + size, weigh(page.html));
}

test('the first visit takes at most 30,000 bytes on the home page', async () => {
  expect(await weighFirstVisit(getPage(pages, '/'))).toBeLessThanOrEqual(30_000);
});

test('the first visit takes at most 40,000 bytes on a post with its picture', async () => {
  const posts = [...pages.values()].filter(({ $ }) => $('.share-links').length > 0);
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts)
    expect(await weighFirstVisit(post), post.path).toBeLessThanOrEqual(40_000);
});
