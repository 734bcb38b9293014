/** The search index: articles and resources only. */
import { describe, expect, it } from 'vitest';
import { getPage, listFiles, readBuilt, readPages } from '../support/built-site.ts';

describe('the search index', () => {
  it('contains the posts and the resources', async () => {
    const articles = [...(await readPages()).values()].filter(
      ({ $ }) => $('article.article').length > 0,
    );
    const entry: unknown = JSON.parse(await readBuilt('/pagefind/pagefind-entry.json'));
    expect(entry).toMatchObject({ languages: { en: { page_count: articles.length } } });
  });

  it("has the files of the search page, without Pagefind's own interface", async () => {
    const files = (await listFiles()).filter((file) => file.startsWith('/pagefind/'));
    expect(files.filter((file) => !/\.pf_(fragment|index|meta)$/.test(file)).toSorted()).toEqual([
      '/pagefind/pagefind-entry.json',
      '/pagefind/pagefind.js',
      '/pagefind/wasm.en.pagefind',
    ]);
  });
});

describe('the search page', () => {
  it('is hidden from search engines, and linked from the lists and the error page', async () => {
    const pages = await readPages();
    expect(getPage(pages, '/search').$('meta[name=robots]').attr('content')).toBe('noindex');
    expect(await readBuilt('/sitemap-0.xml')).not.toContain('/search<');
    for (const path of ['/blog', '/resources', '/404'])
      expect(getPage(pages, path).$('main a[href="/search"]').length, path).toBe(1);
  });
});
