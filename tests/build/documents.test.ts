/** What the site offers besides pages: the feed, llms.txt and the search index. */
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { company } from '#data/company.ts';
import { engagements } from '#data/engagements.ts';
import { formatPrice } from '#data/prices.ts';
import { searchIndexPath } from '#data/routes.ts';
import { collections } from '#collections/index.ts';
import { searchedPages } from '#documents/searched-pages.ts';
import { fold, getPage, listFiles, readBuilt, readPages } from '../support/built-site.ts';

const pages = await readPages();
const files = await listFiles();
const articles = [...pages.values()].filter(({ $ }) => $('article.article').length > 0);
const posts = articles.filter(({ path }) => path.startsWith('/blog/'));

test('the feed has every post whole, with addresses that lead on', async () => {
  expect(pages.get('/blog')?.$('main a[href="/rss.xml"]').length).toBe(1);
  const feed = load(await readBuilt('/rss.xml'), { xml: true });
  const items = feed('item').toArray();
  expect(items.length).toBe(posts.length);
  for (const item of items) {
    const read = (name: string) => feed(item).children(name).text();
    const link = new URL(read('link'));
    const { $ } = getPage(pages, link.pathname);
    expect(read('title')).toBe($('h1').text());
    expect(read('category')).toBe($('.article-heading .tags li').text());
    const content = load(read('content\\:encoded'));
    const last = $('.prose > p').last().clone();
    last.find('.visually-hidden').remove();
    expect(fold(content('body').text())).toContain(fold(last.text()));
    for (const element of content('[href], [src]').toArray()) {
      const address = element.attribs.href ?? element.attribs.src ?? '';
      const { origin, pathname } = new URL(address);
      if (element.attribs.src) expect(address).not.toMatch(/\.svg$/);
      if (origin === link.origin)
        expect(pages.has(pathname) || files.includes(pathname), address).toBe(true);
    }
  }
});

test('llms.txt has the firm, its prices and phones, and one link to each service and article with words on it', async () => {
  const text = await readBuilt('/llms.txt');
  expect(text).toContain(`# ${company.name}\n\n> ${company.description}\n`);
  for (const { table, price } of engagements)
    expect(text).toContain(`- ${table.model}: ${formatPrice(price, 'table')}\n`);
  for (const { display } of company.phones) expect(text).toContain(`: ${display}\n`);
  const linked = Array.from(
    text.matchAll(/\]\((.*)\): .{20,}$/gm),
    ([, url = '']) => new URL(url).pathname,
  );
  const services = [...pages.keys()].filter((path) => /^\/services\/[^/]+\/[^/]+$/.test(path));
  for (const path of [...services, ...articles.map((article) => article.path)])
    expect(linked.filter((one) => one === path).length, path).toBe(1);
  for (const path of linked)
    expect(getPage(pages, path).$('meta[name=robots]').length, path).toBe(0);
});

test('the search index has the articles that are searched and the pages of the firm, and their lists lead to search', async () => {
  const index: unknown = JSON.parse(await readBuilt(searchIndexPath));
  const searched = collections.flatMap(({ pages: list }) => (list?.search ? [list.path] : []));
  const paths = [
    ...searchedPages,
    ...articles.filter(({ path }) => searched.some((list) => path.startsWith(`${list}/`))),
  ].map(({ path }) => path);
  expect(index).toHaveLength(paths.length);
  expect(index).toEqual(
    expect.arrayContaining(paths.map((path) => expect.objectContaining({ path }) as unknown)),
  );
  for (const path of ['/blog', '/resources', '/404'])
    expect(
      getPage(pages, path).$('main :is([href="/search"], [action="/search"])').length,
      path,
    ).toBe(1);
});
