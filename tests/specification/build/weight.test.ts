/** The compressed weight of this firm's pages, as a multiple of their bare text (design §5, promise 2). */
import { stat } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { renderBarePage } from '../../../scripts/bench/support/bare-page.ts';
import { listTypefaces, readPages, type BuiltPage } from '../../support/built-site.ts';
import { weigh } from '../../support/weigh.ts';

const pages = await readPages();

async function weighTypefaces(page: BuiltPage): Promise<number> {
  const sizes = await Promise.all(
    listTypefaces(page).map(async (file) => (await stat(inject('distDirectory') + file)).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the home page weighs at most 5.8 times its text, and 28,000 bytes with its typefaces', async () => {
  const home = pages.get('/');
  if (!home) throw new Error('The site has no home page.');
  const weight = weigh(home.html);
  expect(weight / weigh(renderBarePage(home.html))).toBeLessThanOrEqual(5.8);
  expect(weight + (await weighTypefaces(home))).toBeLessThanOrEqual(28_000);
});

/**
 * The bytes of a post besides its text: 3.2 times the text for a post of 1,000 words, whose text has 3,000
 * bytes.
 */
const mostBesideText = 2.2 * 3000;

test('a post weighs at most 3.2 times its text, or 6,600 bytes more if it is short', () => {
  const posts = [...pages.values()].filter(({ $ }) => $('.share-links').length > 0);
  expect(posts.length).toBeGreaterThan(0);
  for (const { path, html } of posts) {
    const text = weigh(renderBarePage(html));
    expect(weigh(html) - text, path).toBeLessThanOrEqual(Math.max(2.2 * text, mostBesideText));
  }
});
