/** What the site offers besides pages: the feed, llms.txt and the search index. */
import { expect, inject, test } from 'vitest';
import { company } from '../../src/data/company.ts';
import { engagements } from '../../src/data/engagements.ts';
import { fold, getPage, listFiles, readBuilt, readPages } from '../support/built-site.ts';
import { desktop, visit } from '../support/visit.ts';

const pages = await readPages();
const articles = [...pages.values()].filter(({ $ }) => $('article.article').length > 0);
const posts = articles.filter(({ path }) => path.startsWith('/blog/'));

test('the feed has every post whole, in XML that a browser reads, with addresses that lead on', async () => {
  const { headers } = await fetch(`${inject('siteUrl')}/rss.xml`);
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(pages.get('/blog')?.$('main a[href="/rss.xml"]').length).toBe(1);
  // The policy of our pages forbids scripts to parse HTML; a feed reader may.
  await visit('/blog', { ...desktop, bypassCSP: true }, async ({ page }) => {
    const feed = await page.evaluate(async () => {
      const text = await (await fetch('/rss.xml')).text();
      const xml = new DOMParser().parseFromString(text, 'text/xml');
      const read = (parent: Element | null, name: string) =>
        [...(parent?.children ?? [])]
          .filter(({ nodeName }) => nodeName === name)
          .map(({ textContent }) => textContent);
      const channel = xml.querySelector('rss[version="2.0"] > channel');
      return {
        error: xml.querySelector('parsererror')?.textContent,
        channel: ['title', 'link', 'description', 'lastBuildDate'].map((name) =>
          read(channel, name).join(),
        ),
        items: [...xml.querySelectorAll('item')].map((item) => {
          const html = read(item, 'content:encoded').join();
          const { body } = new DOMParser().parseFromString(html, 'text/html');
          return {
            link: read(item, 'link').join(),
            guid: read(item, 'guid').join(),
            date: read(item, 'pubDate').join(),
            said: ['title', 'dc:creator', 'category'].map((name) => read(item, name).join()),
            text: body.textContent,
            addresses: [...body.querySelectorAll('[href], [src]')].map(
              (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
            ),
          };
        }),
      };
    });
    expect(feed.error).toBeUndefined();
    expect(feed.channel.every(Boolean)).toBe(true);
    expect(feed.items.length).toBe(posts.length);
    for (const { link, guid, date, said, text, addresses } of feed.items) {
      const { $ } = getPage(pages, new URL(link).pathname);
      expect(guid).toBe(link);
      expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
      const tags = $('.article-heading .tags li').map((_, tag) => $(tag).text());
      expect(said).toEqual([
        $('h1').text(),
        $('.article-heading .byline span').first().text(),
        tags.get().join(),
      ]);
      expect(fold(text)).toContain(
        fold($('.prose > p').last().clone().find('.visually-hidden').remove().end().text()),
      );
      for (const address of addresses) {
        expect(address).toMatch(/^(https?:\/\/|mailto:|tel:)/);
        const { origin, pathname } = new URL(address);
        if (origin !== new URL(link).origin) continue;
        const { status } = await fetch(inject('siteUrl') + pathname, { method: 'HEAD' });
        expect(status, address).toBe(200);
      }
    }
  });
});

test('llms.txt has the firm, its prices and phones, and one link to each service and article', async () => {
  const text = await readBuilt('/llms.txt');
  expect(text).toContain(`# ${company.name}\n\n> ${company.description}\n`);
  for (const { table } of engagements) expect(text).toContain(`- ${table.model}: ${table.price}\n`);
  for (const { display } of company.phones) expect(text).toContain(`: ${display}\n`);
  const linked = Array.from(
    text.matchAll(/\]\((.*)\)$/gm),
    ([, url = '']) => new URL(url).pathname,
  );
  const services = [...pages.keys()].filter((path) => /^\/services\/[^/]+\/[^/]+$/.test(path));
  for (const path of [...services, ...articles.map((article) => article.path)])
    expect(linked.filter((one) => one === path).length, path).toBe(1);
  for (const path of linked) expect(pages.has(path), path).toBe(true);
});

test('the search index has the articles, and only the files that the search page uses', async () => {
  const entry: unknown = JSON.parse(await readBuilt('/pagefind/pagefind-entry.json'));
  expect(entry).toMatchObject({ languages: { en: { page_count: articles.length } } });
  const files = (await listFiles()).filter((file) => file.startsWith('/pagefind/'));
  expect(files.filter((file) => !/\.pf_(fragment|index|meta)$/.test(file)).toSorted()).toEqual([
    '/pagefind/pagefind-entry.json',
    '/pagefind/pagefind.js',
    '/pagefind/wasm.en.pagefind',
  ]);
  for (const path of ['/blog', '/resources', '/404'])
    expect(getPage(pages, path).$('main a[href="/search"]').length, path).toBe(1);
});
