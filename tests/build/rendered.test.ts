/**
 * Pages that the built site lacks: archives of a long blog, a page in another year, and hostile content. Markup in
 * every field and asset stays text: these pages have the same elements and attributes as those of harmless content of
 * the same shape, and show its words as often. tests/unit/content/rich-text.test.ts has the nodes of rich text.
 */
import { readFileSync } from 'node:fs';
import { load } from 'cheerio';
import { expect, inject, test } from 'vitest';
import { getSnapshotDirectory } from '#engine/account.ts';
import { posts } from '#collections/posts.ts';
import { resources } from '#collections/resources.ts';
import { tagPath } from '#engine/declare/collections.ts';
import { getTagSlug } from '#engine/content/records/records.ts';
import * as write from '#data/built-in/document.ts';
import { pullInProcess } from '#engine/pull/index.ts';
import { startOrigin } from '#engine/front/index.ts';
import { prepareBundle, runAstroBuild } from '#engine/origin/index.ts';
import type { Space } from '#engine/stand-in/service.ts';
import { asset, link, manyPosts, post, resource } from '../fixtures/content.ts';
import { changeSnapshot } from '../fixtures/snapshot.ts';
import { createFolder } from '../fixtures/folder.ts';
import { openAccount } from '../support/account.ts';
import { closing } from '../support/closing.ts';
import { parsePage } from '../support/built-site.ts';

/** Makes the pages of this content by the bundled code of the built site. */
async function openPages(space: Space) {
  const { config } = closing(await openAccount(space));
  await pullInProcess(config);
  const bundle = await prepareBundle(config, { bundles: inject('bundles') });
  changeSnapshot(
    getSnapshotDirectory(config),
    "UPDATE meta SET value = '2031-06-01' WHERE key = 'day'",
  );
  const { origin, version } = await startOrigin(bundle, config);
  closing({ close: () => origin.end() });
  return async (path: string) => {
    const { status, body } = await origin.ask(path, version);
    expect([path, status]).toEqual([path, 200]);
    return String(body);
  };
}

test('an archive leads to newer and older pages, a post says how long it is, and all say the year of the build', async () => {
  const long = write.doc(write.p('word '.repeat(1100)));
  // The first of the archive by its moment, and not by its day.
  const east = post('east', { publishedDate: '2025-12-28T00:30+14:00' });
  const entries = [...manyPosts(78), east, post('long', { content: long })];
  const render = await openPages({ entries, assets: [] });
  expect(await render('/blog/long')).toContain('>5 min read<');
  const $ = load(await render('/blog/page/2'));
  const links = $('.pager a').map((_, { attribs }) => `${attribs.rel ?? ''} ${attribs.href}`);
  expect(links.get().join()).toBe(' /blog,prev /blog/page/3,next /blog/page/1, /blog/page/1');
  const first = load(await render('/blog/page/1'));
  expect(first('h1').text()).toBe('December 27, 2025 to December 28, 2025');
  const list = load(await render('/blog'));
  expect(list('.archive-link [rel=next]').attr('href')).toBe('/blog/page/3');
  expect($('footer').text()).toContain('© 2031');
});

const hostile =
  '"\'><img src=//evil.example/x onerror=alert(1)></title></textarea></script><script>alert(1)</script><svg/onload=alert(1)><!-- ]]> {{1+1}} ${1+1} &lt;b&gt; &#60;i&#62;';
/** Equally long, because the site shortens long texts. */
const harmless = 'Without any markup,'.padEnd(hostile.length, ' or its like');

/** A tag that is short enough for a page of its own. */
const shorten = (text: string) => text.slice(0, 70);

function makeSpace(text: string) {
  const content = write.doc(
    write.h2(text),
    write.p(write.a(`https://example.com/${text}`, text), write.code(text)),
    write.p(write.inlineEntry('guide'), write.assetLink('picture', text)),
    ...[write.asset('picture'), write.asset('file'), write.entry('guide')],
  );
  const common = { title: text, author: text, content };
  return {
    entries: [
      post('article', {
        ...common,
        featuredImage: link('Asset', 'picture'),
        // As strings they are Markdown, in which the report names HTML.
        excerpt: write.doc(write.p(text)),
        category: text,
        tags: [text, shorten(text)],
        seoTitle: text,
        seoDescription: write.doc(write.p(text)),
      }),
      resource('guide', {
        ...common,
        subtitle: write.doc(write.p(text)),
        readTime: text,
        type: text,
        gradient: text,
      }),
      post('slug', { title: text, slug: `Slug ${text}` }),
      post('date', { title: text, publishedDate: text }),
    ],
    assets: [
      asset('picture', 'hill.jpg', 'image/jpeg', { title: text, description: text }),
      asset('file', 'checklist.pdf', 'application/pdf', { title: text }),
    ],
  };
}

const parseShape = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

/** What a browser makes of each page with this text: its elements, its data, and how often it has the text. */
async function look(text: string) {
  const render = await openPages(makeSpace(text));
  const paths = {
    post: '/blog/article',
    resource: '/resources/guide',
    tag: tagPath(posts, getTagSlug(shorten(text)) ?? ''),
    posts: '/blog',
    resources: '/resources',
  };
  const seen: Record<string, { elements: string[]; data: unknown; count: number }> = {};
  for (const [name, path] of Object.entries(paths)) {
    const { $, text: shown } = parsePage(path, await render(path));
    seen[name] = {
      elements: $('html *')
        .map((_, one) => [one.name, ...Object.keys(one.attribs)].join(' '))
        .get(),
      data: parseShape($('script[type="application/ld+json"]').text() || 'null'),
      count: shown.split(text.slice(0, 19)).length - 1,
    };
  }
  return seen;
}

test('lists of a build without content say that they could not be loaded', async () => {
  const space = { entries: [post('one')], assets: [] };
  const account = closing(await openAccount(space, { CONTENT_ON_FAILURE: 'degrade' }));
  await account.service.setFaults({ kind: 'unauthorized' });
  await pullInProcess(account.config);
  const directory = await createFolder();
  await runAstroBuild(directory, account.config);
  for (const { path, words } of [posts.pages, resources.pages])
    expect(readFileSync(`${directory}${path}.html`, 'utf8')).toContain(words.listFailed);
});

test('no word of an entry decides whether there is a page', async () => {
  const words = ['JavaScript: why', 'See /_image?url=x and "javascript:"', 'constructor'];
  const { doc, p, a } = write;
  const entries = words.flatMap((word, index) => {
    const content = doc(p(word, a('/media/gone.pdf', 'gone'), a('/_astro/logo.png', 'lost')));
    const texts = { title: word, author: word, content };
    const picture = { featuredImage: link('Asset', `picture-${index}`) };
    return [
      post(`post-${index}`, { ...texts, ...picture, excerpt: word, tags: ['constructor'] }),
      resource(`guide-${index}`, { ...texts, subtitle: word, type: word, gradient: word }),
    ];
  });
  const assets = words.map((title, index) =>
    asset(`picture-${index}`, 'hill.svg', 'image/svg+xml', { title }),
  );
  const render = await openPages({ entries, assets });
  const lists = ['/blog', '/blog/tag/constructor', '/resources'];
  for (const [index, word] of words.entries())
    for (const path of [`/blog/post-${index}`, `/resources/guide-${index}`, ...lists])
      expect(load(await render(path))('main').text()).toContain(word);
  const $ = load(await render('/blog/post-0'));
  expect($('main a[href="/media/gone.pdf"], main a[href="/_astro/logo.png"]')).toHaveLength(2);
});

test('every kind of page shows markup as text', async () => {
  const expected = await look(harmless);
  expect(await look(hostile)).toEqual(expected);
  for (const [name, { count }] of Object.entries(expected)) expect(count, name).toBeGreaterThan(0);
});
