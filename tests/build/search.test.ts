/** The search index: articles and resources, nothing else. */
import { describe, expect, it } from 'vitest';
import { getPage, listFiles, readBuilt, readPages } from '../support/built-site.ts';

describe('the search index', () => {
  it('holds the posts and the resources', async () => {
    const articles = [...(await readPages()).values()].filter(
      ({ $ }) => $('article.article').length > 0,
    );
    const entry: unknown = JSON.parse(await readBuilt('/pagefind/pagefind-entry.json'));
    expect(entry).toMatchObject({ languages: { en: { page_count: articles.length } } });
  });

  it('comes with what the search page needs, and no interface of its own', async () => {
    const files = (await listFiles()).filter((file) => file.startsWith('/pagefind/'));
    expect(files.filter((file) => !/\.pf_(fragment|index|meta)$/.test(file)).toSorted()).toEqual([
      '/pagefind/pagefind-entry.json',
      '/pagefind/pagefind.js',
      '/pagefind/wasm.en.pagefind',
    ]);
  });
});

describe('the search page', () => {
  it('is kept out of search results, and found from the lists and from the error page', async () => {
    const pages = await readPages();
    expect(getPage(pages, '/search').$('meta[name=robots]').attr('content')).toBe('noindex');
    expect(await readBuilt('/sitemap-pages.xml')).not.toContain('/search<');
    for (const path of ['/blog', '/resources', '/404'])
      expect(getPage(pages, path).$('main a[href="/search"]').length, path).toBe(1);
  });
});
