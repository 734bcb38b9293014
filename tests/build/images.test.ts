/** The first image of a page is preloaded, and no other image delays it (design §3, images). */
import { beforeAll, describe, expect, it } from 'vitest';
import { getPage, readPages, type BuiltPage } from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const preloadOf = ({ $ }: BuiltPage) => $('head link[rel=preload][as=image]');
const firstOf = ({ $ }: BuiltPage) => $('img:not([loading=lazy])');

describe('the first image of a page', () => {
  it('is preloaded in its best format, and then the one that its picture shows', () => {
    const withFirst = [...pages.values()].filter((page) => firstOf(page).length > 0);
    expect(withFirst.length).toBeGreaterThan(2);
    for (const page of withFirst) {
      const { $, path } = page;
      const image = firstOf(page);
      expect(image.length, path).toBe(1);
      expect(image.attr('fetchpriority'), path).toBe('high');
      const preload = preloadOf(page);
      const best = image.parent('picture').children('source').first();
      expect(
        ['type', 'imagesrcset', 'imagesizes', 'fetchpriority'].map((name) => preload.attr(name)),
        path,
      ).toEqual(['image/avif', best.attr('srcset'), best.attr('sizes'), 'high']);
      expect($('img').index(image), path).toBe(0);
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

  it('is preloaded on no other page', () => {
    for (const page of pages.values())
      expect(preloadOf(page).length, page.path).toBe(firstOf(page).length);
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
