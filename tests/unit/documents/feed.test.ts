import { load, type CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import type { Post } from '../../../src/engine/content/read.ts';
import { renderFeed } from '../../../src/documents/feed.ts';
import { company } from '../../../src/data/company.ts';
import { barePost } from '../../fixtures/records.ts';

const site = new URL('https://www.company.example');
const post = (fields: Partial<Post> = {}): Post => ({
  ...barePost,
  body: { html: '<p>Text</p>', headings: [] },
  ...fields,
});

const parse = async (...posts: Post[]) => load(await renderFeed(posts, site), { xml: true });

const list = ($: CheerioAPI, selector: string, name?: string) =>
  $(selector)
    .map((_, element) => (name ? $(element).attr(name) : $(element).text()))
    .get();

describe('the feed', () => {
  test('keeps any text unchanged', async () => {
    const text = `A & B <c> ]]> "d" 'e' &amp; ]]> 1e3`;
    const html = '<p>]]&gt; &amp; ]]&gt; é 漢 🚀</p><pre><code>a\n  b</code></pre>';
    const said = { title: text, author: text, excerpt: text, tags: [text, '007'] };
    const $ = await parse(post({ ...said, body: { html, headings: [] } }));
    for (const name of ['title', 'dc\\:creator', 'description'])
      expect($(`item > ${name}`).text()).toBe(text);
    expect(list($, 'item > category')).toEqual([text, '007']);
    expect($('item > content\\:encoded').text()).toBe(html);
  });

  test('makes every address absolute, but not text that looks like an address', async () => {
    const html = [
      '<h2 id="why">Why</h2><a href="#why">up</a> <a href="/blog/two">two</a>',
      '<a href="https://elsewhere.example/a?b=1&amp;c=2">there</a> <a href="mailto:a@b.example">mail</a>',
      '<picture><source type="image/avif" srcset="/media/a-480.avif 480w, /media/a-800.avif 800w"><img src="/media/a.jpg" alt="A &quot;b&quot; href=&quot;/c&quot;"></picture>',
      '<code> href=&quot;/d&quot;</code>',
    ].join('');
    const picture = { src: '/media/f.jpg', alt: 'F & "g"', width: 16, height: 9 };
    const image = { ...picture, sources: [], srcset: '' };
    const $ = await parse(post({ body: { html, headings: [] }, image }));
    const content = load($('item > content\\:encoded').text());
    expect(list(content, 'a', 'href')).toEqual([
      'https://www.company.example/blog/one#why',
      'https://www.company.example/blog/two',
      'https://elsewhere.example/a?b=1&c=2',
      'mailto:a@b.example',
    ]);
    expect(list(content, 'img', 'src')).toEqual([
      'https://www.company.example/media/f.jpg',
      'https://www.company.example/media/a.jpg',
    ]);
    expect(list(content, 'img', 'alt')).toEqual(['F & "g"', 'A "b" href="/c"']);
    expect(list(content, 'source', 'srcset')).toEqual([
      'https://www.company.example/media/a-480.avif 480w, https://www.company.example/media/a-800.avif 800w',
    ]);
    expect(content('code').text()).toBe(' href="/d"');
  });

  test('leaves out words that our styles hide', async () => {
    const html =
      '<p><a href="https://a.example">a<span class="visually-hidden"> (opens in a new tab)</span></a></p>';
    const $ = await parse(post({ body: { html, headings: [] } }));
    expect($('item > content\\:encoded').text()).toBe('<p><a href="https://a.example">a</a></p>');
  });

  test('has the calendar day of each post, whatever the offset, and the date of the last change', async () => {
    const $ = await parse(
      post({ publishedDate: '2026-08-17T23:30:00-07:00', updatedAt: '2026-09-01T10:00:00.000Z' }),
      post({ slug: 'two', publishedDate: 'soon', updatedAt: '2026-10-02T10:00:00.000Z' }),
      post({ slug: 'three' }),
    );
    expect(list($, 'pubDate')).toEqual(['Mon, 17 Aug 2026 00:00:00 GMT']);
    expect($('lastBuildDate').text()).toBe('Fri, 02 Oct 2026 10:00:00 GMT');
  });

  test('has an item for a post without title or body', async () => {
    const $ = await parse(post({ title: '', body: { html: '', headings: [] } }));
    expect($('item > title').text()).toBe('one');
    expect($('item > guid').text()).toBe('https://www.company.example/blog/one');
    expect($('item > content\\:encoded').length).toBe(0);
  });

  test('is valid without posts', async () => {
    const $ = await parse();
    expect($('rss > channel > title').text()).toBe(`${company.name} Blog`);
    expect($('rss > channel > link').text()).toBe('https://www.company.example/blog');
    expect($('item, lastBuildDate').length).toBe(0);
  });
});
