import { beforeAll, describe, expect, it } from 'vitest';
import {
  getPage,
  isLivePage,
  readBuilt,
  readPages,
  type BuiltPage,
} from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const isIndexed = ({ $ }: BuiltPage) => $('meta[name=robots]').attr('content') !== 'noindex';

describe('the head of every page', () => {
  it('has a title and a description that no other page has', () => {
    const titles = new Map<string, string>();
    for (const page of pages.values()) {
      if (!isIndexed(page)) continue;
      const title = page.$('title').text();
      expect(title, page.path).not.toBe('');
      expect(titles.get(title), `${page.path} shares the title '${title}'`).toBeUndefined();
      titles.set(title, page.path);
      expect(page.$('meta[name=description]').attr('content')?.length).toBeGreaterThan(20);
    }
  });

  it('names its own address as the canonical one, unless it is not to be found', () => {
    for (const page of pages.values()) {
      const canonical = page.$('link[rel=canonical]').attr('href');
      if (isIndexed(page)) expect(new URL(canonical ?? '').pathname).toBe(page.path);
      else expect(canonical).toBeUndefined();
    }
  });

  it('has the language, one h1, icons and the basics of Open Graph', () => {
    for (const { $, path } of pages.values()) {
      expect($('html').attr('lang')).toBe('en');
      expect($('h1').length, path).toBe(isLivePage(path) ? 0 : 1);
      expect($('link[rel=icon]').length).toBeGreaterThan(0);
      for (const property of ['og:title', 'og:description', 'og:url', 'og:type', 'og:site_name'])
        expect(
          $(`meta[property="${property}"]`).attr('content'),
          `${path} ${property}`,
        ).toBeTruthy();
    }
  });
});

describe('the sitemap', () => {
  it('lists every page that is to be found, and no other', async () => {
    const sitemap = await readBuilt('/sitemap-0.xml');
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, address]) => new URL(address ?? '').pathname,
    );
    const indexed = [...pages.values()].filter(isIndexed).map(({ path }) => path);
    expect(listed.toSorted()).toEqual(indexed.toSorted());
    expect(listed).not.toContain('/blog/thank-you');
    expect(listed).not.toContain('/404');
  });
});

describe('pages for authors and errors', () => {
  it.each(['/blog/thank-you', '/404'])('keep %s out of search results', (path) => {
    expect(isIndexed(getPage(pages, path))).toBe(false);
  });
});
