/**
 * Markup in every field, rich-text node and asset stays text. Each entry has a harmless twin of the same
 * shape: wherever the site shows the two, the browser must see the same elements and attributes.
 */
import { cp, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';
import { buildSite } from '../../scripts/build.ts';
import type { RawEntry } from '../../scripts/content-service/service.ts';
import * as write from '../../src/engine/content/fallback/document.ts';
import { getTagSlug } from '../../src/engine/content/articles/slug.ts';
import { prepare, readSite } from '../../src/engine/publish/index.ts';
import { startServer } from '../../src/engine/serve/node/server.ts';
import { asset, link, post, resource } from '../fixtures/content.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { openAccount } from '../support/account.ts';
import { desktop, visit } from '../support/visit.ts';

const markup =
  '"\'><img src=//evil.example/x onerror=alert(1)></title></textarea></script><script>alert(1)</script><svg/onload=alert(1)><!-- ]]> {{1+1}} ${1+1} &lt;b&gt; &#60;i&#62;';

/** The words of each twin. They are equally long, because the site shortens long texts. */
const words = {
  harmless: 'Without any markup,'.padEnd(markup.length, ' and so on'),
  hostile: markup,
};
type Kind = keyof typeof words;
const kinds = ['harmless', 'hostile'] as const;

/** A tag that is short enough for a page of its own. */
const getTag = (kind: Kind) => `${kind} ${words[kind].slice(0, 60)}`;

function makeBody(kind: Kind) {
  const text = words[kind];
  const { p, a } = write;
  return write.doc(
    ...[write.h1, write.h2, write.h3, write.h4, write.h5, write.h6].map((h) => h(text)),
    p(...[write.b, write.i, write.u, write.sub, write.sup, write.strike].map((mark) => mark(text))),
    p(write.code(text)),
    p(a(`https://example.com/?${encodeURIComponent(text)}`, text)),
    p(a(`https://example.com/${text}`, text), a(`javascript:alert("${text}")`, text)),
    p(a(`data:text/html,${text}`, text), a(`//example.com/${text}`, text)),
    p(write.entryLink(`${kind}-resource`, text), write.inlineEntry(`${kind}-resource`)),
    p(write.assetLink(`${kind}-picture`, text)),
    write.quote(text),
    write.ul(text, [text]),
    write.ol(text),
    write.hr(),
    write.table([text, text], [text, text]),
    write.asset(`${kind}-picture`),
    write.asset(`${kind}-file`),
    write.entry(`${kind}-resource`),
  );
}

function makeTwin(kind: Kind): RawEntry[] {
  const text = words[kind];
  const common = { title: `${kind} ${text}`, author: text, content: makeBody(kind) };
  return [
    post(`${kind}-post`, {
      ...common,
      publishedDate: `2026-02-0${String(kinds.indexOf(kind) + 1)}`,
      featuredImage: link('Asset', `${kind}-picture`),
      excerpt: text,
      category: text,
      tags: [text, getTag(kind)],
      seoTitle: text,
      seoDescription: text,
    }),
    resource(`${kind}-resource`, {
      ...common,
      subtitle: text,
      readTime: text,
      type: text,
      gradient: text,
    }),
    post(`${kind}-slug`, { title: text, slug: `Slug ${text}` }),
    post(`${kind}-date`, { title: text, publishedDate: text }),
  ];
}

const makeAssets = (kind: Kind) => [
  asset(`${kind}-picture`, 'hill.jpg', 'image/jpeg', {
    title: words[kind],
    description: words[kind],
  }),
  asset(`${kind}-file`, 'checklist.pdf', 'application/pdf', { title: words[kind] }),
];

const password = 'correct-horse-battery';
let dist: string;
/** Address of the built site, and of the same server without the four built pages. */
let built: string;
let live: string;

beforeAll(async () => {
  const { config, close } = await openAccount(
    {
      entries: [...fixtureSpace.entries, ...kinds.flatMap(makeTwin)],
      assets: [...fixtureSpace.assets, ...kinds.flatMap(makeAssets)],
    },
    { PREVIEW_PASSWORD: password },
  );
  // A build after that of the shared site makes only the pages of the twins and the lists.
  await cp(dirname(inject('renderers')), config.dataDirectory, { recursive: true });
  dist = join(config.dataDirectory, 'dist');
  await buildSite(config, dist, () => undefined);
  const site = await readSite(dist);
  const renderer = await prepare(config, { renderers: inject('renderers') });
  const serve = (files: typeof site.files, dataDirectory: string) =>
    startServer({
      config: { ...config, dataDirectory },
      openSite: () => Promise.resolve({ site: { ...site, files }, renderer }),
      log: () => undefined,
    });
  const isTwin = (path: string) => /^\/\w+\/(harmless|hostile)-(post|resource)$/.test(path);
  const servers = [
    await serve(site.files, join(config.dataDirectory, 'built')),
    await serve(new Map([...site.files].filter(([path]) => !isTwin(path))), config.dataDirectory),
  ];
  [built = '', live = ''] = servers.map(({ url }) => url);
  return async () => {
    for (const server of servers) await server.close();
    await close();
  };
});

/** What a browser makes of a part of a page: its elements, and how often it has the words. */
async function look(kind: Kind, address: string, part: string) {
  const strangers: string[] = [];
  const seen = { elements: [''], count: 0 };
  await visit(
    address,
    { ...desktop, httpCredentials: { username: 'editor', password } },
    async ({ page, errors }) => {
      const root = page.locator(part).first();
      await root.waitFor();
      // The other posts that a page leads to are not the same for both twins.
      seen.elements = await root
        .locator(':not(.read-next *)')
        .evaluateAll((all) =>
          all.map((one) => [one.localName, ...one.getAttributeNames()].join(' ')),
        );
      const text = await root.evaluate((one) => {
        for (const other of one.querySelectorAll('script, style, .read-next')) other.remove();
        return one.textContent;
      });
      seen.count = text.split(words[kind].slice(0, 19)).length - 1;
      expect(errors).toEqual([]);
      expect(seen.elements.filter((element) => element.includes(' on'))).toEqual([]);
      expect(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count()).toBe(0);
    },
    (page) => {
      page.on('request', (request) => {
        if (new URL(request.url()).hostname !== '127.0.0.1') strangers.push(request.url());
      });
      page.on('dialog', () => expect.unreachable('a dialog opened'));
    },
  );
  expect(strangers).toEqual([]);
  return seen;
}

/** @param place returns an address and the selector of the part that shows a twin */
const lookAtBoth = (place: (kind: Kind) => [address: string, part?: string]) =>
  Promise.all(
    kinds.map((kind) => {
      const [address, part = 'html'] = place(kind);
      return look(kind, address, part);
    }),
  );

const card = (path: string) => `main :is(li, article):has(a[href="${path}"])`;

test.each<[string, (kind: Kind) => [address: string, part?: string]]>([
  ['a post', (kind) => [`${built}/blog/${kind}-post`]],
  ['a resource', (kind) => [`${built}/resources/${kind}-resource`]],
  ['a tag', (kind) => [`${built}/blog/tag/${getTagSlug(getTag(kind)) ?? ''}`]],
  ['a live post', (kind) => [`${live}/blog/${kind}-post?live`]],
  ['a live resource', (kind) => [`${live}/resources/${kind}-resource?live`]],
  ['the list of posts', (kind) => [`${built}/blog`, card(`/blog/${kind}-post`)]],
  ['the list of resources', (kind) => [`${built}/resources`, card(`/resources/${kind}-resource`)]],
  ['the content report', (kind) => [`${live}/content-report`, `article:has-text("${kind}-slug")`]],
])('%s shows markup as text', async (_, place) => {
  const [harmless, hostile] = await lookAtBoth(place);
  expect(hostile).toEqual(harmless);
  expect(hostile?.count).toBeGreaterThan(0);
});

test('search shows markup as text', async () => {
  const [harmless, hostile] = await lookAtBoth((kind) => [
    `${built}/search?q=${kind}`,
    '.search__results',
  ]);
  expect(hostile?.elements).toEqual(harmless?.elements);
  expect(hostile?.count).toBeGreaterThan(0);
});

const parseShape = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

test('feed, structured data and share image have the shape of the harmless ones', async () => {
  const read = (name: string) => readFile(join(dist, name), 'utf8');
  const feed = load(await read('rss.xml'), { xml: true });
  const describeAll = ($: CheerioAPI) =>
    $.root()
      .find('*')
      .toArray()
      .map((one) => [one.name, ...Object.keys(one.attribs)].join(' '));
  const [harmless, hostile] = await Promise.all(
    kinds.map(async (kind) => {
      const item = feed(`item:has(link:contains("/${kind}-post"))`);
      const content = load(item.children('content\\:encoded').text());
      const page = load(await read(`blog/${kind}-post.html`));
      const image = new URL(page('meta[property="og:image"]').attr('content') ?? '').pathname;
      const { format, width, height } = await sharp(join(dist, image)).metadata();
      return {
        item: describeAll(load(feed.xml(item), { xml: true })),
        content: describeAll(content),
        graph: parseShape(page('script[type="application/ld+json"]').text()),
        image: { format, width, height },
      };
    }),
  );
  expect(hostile).toEqual(harmless);
  expect(hostile?.item.length).toBeGreaterThan(5);
});
