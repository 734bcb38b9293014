/** The feed (RSS 2.0), read by the strictest XML parser available: the browser's. */
import { describe, expect, inject, it } from 'vitest';
import { readPages } from '../support/built-site.ts';
import { desktop, visit } from '../support/visit.ts';

const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

describe('the feed', () => {
  it('is named in the head of every page, and linked visibly from the blog', async () => {
    const pages = await readPages();
    for (const { $, path } of pages.values())
      expect($('link[rel=alternate][type="application/rss+xml"]').attr('href'), path).toBe(
        '/rss.xml',
      );
    expect(pages.get('/blog')?.$('main a[href="/rss.xml"]').text().trim()).toBe('RSS feed');
  });

  it('has the media type of a feed', async () => {
    const response = await fetch(`${inject('siteUrl')}/rss.xml`);
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  });

  it('is valid, has whole articles, and links only to built pages and files', async () => {
    const pages = await readPages();
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
          error: xml.querySelector('parsererror')?.textContent ?? null,
          title: read(channel, 'title'),
          link: read(channel, 'link'),
          description: read(channel, 'description'),
          lastBuildDate: read(channel, 'lastBuildDate'),
          self: xml
            .getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link')[0]
            ?.getAttribute('href'),
          items: [...xml.querySelectorAll('item')].map((item) => {
            const [html = ''] = read(item, 'content:encoded');
            const content = new DOMParser().parseFromString(html, 'text/html');
            return {
              title: read(item, 'title'),
              link: read(item, 'link'),
              guid: read(item, 'guid'),
              isPermaLink: item.querySelector('guid')?.getAttribute('isPermaLink'),
              pubDate: read(item, 'pubDate'),
              creator: read(item, 'dc:creator'),
              categories: read(item, 'category'),
              text: content.body.textContent.replace(/\s+/g, ' '),
              addresses: ['href', 'src', 'srcset'].flatMap((name) =>
                [...content.querySelectorAll(`[${name}]`)].map(
                  (element) => element.getAttribute(name) ?? '',
                ),
              ),
            };
          }),
        };
      });

      expect(feed.error).toBeNull();
      const { origin } = new URL(feed.link[0] ?? '');
      for (const only of [feed.title, feed.link, feed.description, feed.lastBuildDate])
        expect(only).toEqual([expect.stringMatching(/./)]);
      expect(feed.lastBuildDate[0]).toMatch(rfc822);
      expect(feed.self).toBe(`${origin}/rss.xml`);
      expect(feed.items.length).toBeGreaterThanOrEqual(8);
      for (const { title, link, guid, isPermaLink, pubDate, creator, ...item } of feed.items) {
        const built = pages.get(new URL(link[0] ?? '').pathname);
        expect(title).toEqual([built?.$('h1').text()]);
        expect(guid).toEqual(link);
        expect(isPermaLink).toBe('true');
        expect(pubDate).toEqual([expect.stringMatching(rfc822)]);
        expect(creator).toEqual([built?.$('.article-heading .byline span').first().text()]);
        expect(item.categories).toEqual(
          built
            ?.$('.article-heading .tags li')
            .map((_, tag) => built.$(tag).text())
            .get(),
        );
        expect(item.text).toContain(
          built?.$('.prose p').last().clone().find('.visually-hidden').remove().end().text(),
        );
        for (const address of item.addresses)
          expect(address).toMatch(/^(https?:\/\/|mailto:|tel:)/);
        for (const address of item.addresses.filter((one) => one.startsWith(origin))) {
          const { pathname } = new URL(address.split(' ')[0] ?? '');
          const { status } = await fetch(inject('siteUrl') + pathname, { method: 'HEAD' });
          expect(status, address).toBe(200);
        }
      }
    });
  });
});
