/** The first image of a page is preloaded, and no other image delays it (design §3, images). */
import { beforeAll, describe, expect, it } from 'vitest';
import { getPage, readPages, type BuiltPage } from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const firstOf = ({ $ }: BuiltPage) => $('img:not([loading=lazy])');

describe('the first image of a page', () => {
  it('is the first of all, and is fetched before the others', () => {
    const withFirst = [...pages.values()].filter((page) => firstOf(page).length > 0);
    expect(withFirst.length).toBeGreaterThan(2);
    for (const page of withFirst) {
      const image = firstOf(page);
      expect(image.length, page.path).toBe(1);
      expect(image.attr('fetchpriority'), page.path).toBe('high');
      expect(page.$('img').index(image), page.path).toBe(0);
    }
  });

  it.each([
    ['/blog', '.feature img'],
    ['/blog/why-your-growth-stalled', '.article-heading img'],
    ['/blog/tag/automation', '.card:first-child img'],
  ])('is on %s the one of %s', (path, selector) => {
    const page = getPage(pages, path);
    expect(page.$(selector).is(firstOf(page))).toBe(true);
  });
});

describe('every other image', () => {
  it('loads lazily and blocks nothing', () => {
    for (const { $, path } of pages.values())
      $('img[loading=lazy]').each((_, image) => {
        expect($(image).attr('decoding'), path).toBe('async');
        expect($(image).attr('fetchpriority'), path).toBeUndefined();
      });
  });
});
