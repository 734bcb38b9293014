/** The search index: articles and resources, nothing else, the same from the same pages. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { indexSite } from '../../src/adapters/node/search-index.ts';
import { readSite } from '../../src/adapters/node/site.ts';
import { createFolder } from '../fixtures/folder.ts';
import { getPage, listFiles, readBuilt, readPages } from '../support/built-site.ts';

const readFolder = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [
      path.slice(folder.length),
      await readFile(path, 'base64'),
    ]),
  );
  return new Map(files.sort(([one], [other]) => one.localeCompare(other)));
};

describe('the search index', () => {
  it('holds the posts and the resources', async () => {
    const articles = [...(await readPages()).values()].filter(
      ({ $ }) => $('article.article').length > 0,
    );
    const entry: unknown = JSON.parse(await readBuilt('/pagefind/pagefind-entry.json'));
    expect(entry).toMatchObject({ languages: { en: { page_count: articles.length } } });
    for (const { $, path } of articles) {
      expect($('[data-pagefind-body].prose').length, path).toBe(1);
      expect($('[data-pagefind-meta=title]').text(), path).toBe($('h1').text());
    }
  });

  it('comes with what the search page needs, and no interface of its own', async () => {
    const files = (await listFiles()).filter((file) => file.startsWith('/pagefind/'));
    expect(files.filter((file) => !/\.pf_(fragment|index|meta)$/.test(file)).toSorted()).toEqual([
      '/pagefind/pagefind-entry.json',
      '/pagefind/pagefind.js',
      '/pagefind/wasm.en.pagefind',
    ]);
  });

  it('is the same when the pages are', async () => {
    const [one, other] = [await createFolder(), await createFolder()];
    const site = await readSite(inject('distDirectory'));
    const counts = [await indexSite(site, one), await indexSite(site, other)];
    expect(counts[0]).toBe(counts[1]);
    expect(await readFolder(one)).toEqual(await readFolder(other));
    expect([...(await readFolder(one)).keys()].length).toBeGreaterThan(10);
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
