import { load, type CheerioAPI } from 'cheerio';
import { expect, test } from 'vitest';
import type { Post } from '#collections/posts.ts';
import { renderFeed } from '#documents/feed.ts';
import { company } from '#data/company.ts';
import { formatMoment } from '#engine/content/records/dates.ts';
import { a, asset as embedded, code, doc, h2, p } from '#data/built-in/document.ts';
import { createPulled } from '../content/pulled.ts';
import { asset, post } from '../../fixtures/content.ts';
import { barePost } from '../../fixtures/records.ts';

const site = new URL('https://www.company.example');
/** Parses the feed of posts. tests/build/documents.test.ts compares it with the pages. */
const parse = async (...posts: (Partial<Post> & { html?: string })[]) => {
  const feed = posts.map(({ html = '<p>Text</p>', ...fields }) => ({
    record: { ...barePost, ...fields },
    body: { html, headings: [], readingMinutes: 1, pauses: [] },
  }));
  return load(await renderFeed(feed, site, 'de-AT'), { xml: true });
};

const list = ($: CheerioAPI, selector: string) =>
  $(selector)
    .map((_, element) => $(element).text())
    .get();

test('the feed keeps any text unchanged', async () => {
  const text = `A & B <c> ]]> "d" 'e' &amp; ]]> 1e3`;
  const html = '<p>]]&gt; &amp; ]]&gt; é 漢 🚀</p><pre><code>a\n  b</code></pre>';
  const $ = await parse({ title: text, author: text, excerpt: text, tags: [text, '007'], html });
  for (const name of ['title', 'dc\\:creator']) expect($(`item > ${name}`).text()).toBe(text);
  // A reader takes it for HTML.
  expect(load($('item > description').text()).text()).toBe(text);
  expect(list($, 'item > category')).toEqual([text, '007']);
  expect($('item > content\\:encoded').text()).toBe(html);
});

test('the feed makes every address absolute, but not text like one, and leaves out words that our styles hide', async () => {
  const link = 'href="https://elsewhere.example/a?b=1&amp;c=2"';
  const shown = 'alt="A &quot;b&quot; href=&quot;/c&quot;"';
  const picture = { src: '/media/f.jpg', alt: 'F & "g"', width: 16, height: 9 };
  const $ = await parse({
    html:
      `<a href="#why">up</a> <a ${link}>there<span class="visually-hidden"> (opens in a new tab)</span></a>` +
      `<source srcset="/media/a-480.avif 480w, /media/a-800.avif 800w"><img src="/media/a.jpg" ${shown}>`,
    featuredImage: { ...picture, avif: '' },
  });
  const own = 'https://www.company.example';
  expect($('item > content\\:encoded').text()).toBe(
    `<p><img src="${own}/media/f.jpg" alt="F &amp; &quot;g&quot;" width="16" height="9"></p>` +
      `<a href="${own}/blog/one#why">up</a> <a ${link}>there</a>` +
      `<source srcset="${own}/media/a-480.avif 480w, ${own}/media/a-800.avif 800w"><img src="${own}/media/a.jpg" ${shown}>`,
  );
});

test('the feed has the moment of each post as written, or the midnight of its day in the zone of the firm, and the date of the last change', async () => {
  const $ = await parse(
    { publishedDate: '2026-08-17' },
    { publishedDate: '2026-01-05T08:00Z' },
    { publishedDate: '2026-08-17T23:30:00-07:00', updatedAt: '2026-09-01T10:00:00.000Z' },
    { publishedDate: 'soon', updatedAt: '2026-10-02T10:00:00.000Z' },
    {},
  );
  expect(list($, 'pubDate')).toEqual([
    formatMoment('2026-08-17', company.timeZone),
    'Mon, 05 Jan 2026 08:00:00 +0000',
    'Mon, 17 Aug 2026 23:30:00 -0700',
  ]);
  expect($('lastBuildDate').text()).toBe('Fri, 02 Oct 2026 10:00:00 GMT');
  expect($('channel > [rel=self]').attr('href')).toBe('https://www.company.example/rss.xml');
});

test('the feed stays XML, whatever characters stand in any field or place of a body', async () => {
  const codes = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
  const odd = [...codes, '\ufffe', '\uffff', '\ud800'];
  const text = `a${odd.join('b')}`;
  const places = odd.map((one, at) => `![a${one}b](/x "c${one}d")[^${at}]\n\n[^${at}]: e${one}f`);
  const fields = { title: text, excerpt: text, author: text, category: text, tags: [text] };
  const picture = asset('odd', 'hill.svg', 'image/svg+xml', { title: text, description: text });
  const content = doc(h2(text), p(code(text), a(`/x${text}`, text)), embedded('odd'));
  const { read } = await createPulled({
    entries: [
      post('markdown', { content: places.join('\n\n') }),
      post('rich', { ...fields, content }),
    ],
    assets: [picture],
  });
  const items = await read({ type: 'items', collection: 'posts', most: 2 });
  const feed = await renderFeed(items as never, site, 'en-US');
  expect(feed.match(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu)).toBeNull();
  expect(feed).toContain('abbb');
});

test('the feed has an item for a post without title, dates and body', async () => {
  const $ = await parse({ title: '', html: '' });
  expect($('item > title').text()).toBe('one');
  expect($('item > guid').text()).toBe('contentful:id');
  expect($('item > link').text()).toBe('https://www.company.example/blog/one');
  expect($('item > content\\:encoded, lastBuildDate').length).toBe(0);
});
