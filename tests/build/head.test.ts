/** Titles, descriptions, canonical addresses and share images of every page, and the list of pages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'cheerio';
import sharp from 'sharp';
import { describe, expect, inject, it, test } from 'vitest';
import { colors } from '#data/brand.ts';
import {
  isWaitingPage,
  listAttributes,
  listFiles,
  readBuilt,
  readPages,
  type BuiltPage,
} from '../support/built-site.ts';

const pages = [...(await readPages()).values()];
/** The pages that search engines index. */
const indexed = pages.filter(({ $ }) => $('meta[name=robots]').attr('content') !== 'noindex');

const readMeta = ({ $ }: BuiltPage, property: string) =>
  $(`meta[property="${property}"]`).attr('content') ?? '';
const getDescription = ({ $ }: BuiltPage) => $('meta[name=description]').attr('content') ?? '';
const countDifferent = (texts: string[]) => new Set(texts.filter(Boolean)).size;

describe('the head', () => {
  it('of every indexed page has a title and a description of its own', () => {
    expect(countDifferent(indexed.map(({ $ }) => $('title').text()))).toBe(indexed.length);
    expect(countDifferent(indexed.map(getDescription))).toBe(indexed.length);
  });

  const long = pages.find(({ path }) => path === '/blog/forecasts');
  it.runIf(long !== undefined)(
    'and cards and the feed cut an excerpt of any length at a word',
    async () => {
      const excerpt = long?.$('.article-heading .lead').text() ?? '';
      const shown = [
        long && getDescription(long),
        ...pages.map(({ $ }) => $('.card:has([href="/blog/forecasts"]) > p:not(.byline)').text()),
        load(await readBuilt('/rss.xml'), { xml: true })('item > description')
          .last()
          .text(),
      ].filter((text) => text !== '');
      expect(shown.length).toBeGreaterThan(1);
      for (const text of shown) {
        expect(text).toMatch(/\w…$/);
        expect(excerpt).toMatch(new RegExp(`^${text?.slice(0, -1)}\\b`));
        expect(text?.length).toBeLessThan(excerpt.length / 2);
      }
    },
  );

  it('names its own address as canonical, unless search engines must not index it', () => {
    for (const page of pages) {
      const canonical = listAttributes(page, 'link[rel=canonical]', 'href');
      const paths = canonical.map((address) => new URL(address).pathname);
      expect(paths).toEqual(indexed.includes(page) ? [page.path] : []);
    }
    const hidden = pages.filter((page) => !indexed.includes(page)).map(({ path }) => path);
    expect(hidden).toEqual(expect.arrayContaining(['/blog/thank-you', '/404', '/search']));
  });

  it('says to networks what it says to search engines', () => {
    for (const page of pages) {
      expect(readMeta(page, 'og:description'), page.path).toBe(getDescription(page));
      expect(page.$('title').text(), page.path).toContain(readMeta(page, 'og:title'));
      const isArticle = page.$('article.article').length > 0;
      expect(readMeta(page, 'og:type'), page.path).toBe(isArticle ? 'article' : 'website');
      for (const property of ['og:title', 'og:url', 'og:site_name'])
        expect(readMeta(page, property), `${page.path} ${property}`).not.toBe('');
    }
  });

  it('has the language, icons and the feed, above one h1', () => {
    for (const { $, path } of pages) {
      expect($('html').attr('lang')).toBe('en-US');
      expect($('h1').length, path).toBe(isWaitingPage(path) ? 0 : 1);
      expect($('link[rel=icon]').length).toBe(2);
      expect($('script[type=speculationrules]').text(), path).toContain('"moderate"');
      expect($('meta[name=theme-color]').attr('content')).toBe(colors.paper);
      expect($('link[type="application/rss+xml"]').attr('href'), path).toBe('/rss.xml');
    }
  });
});

test('every indexed page has its own share image, with the declared size, below 80 KB', async () => {
  const drawn = new Set<string>();
  for (const page of indexed) {
    const { pathname, origin } = new URL(readMeta(page, 'og:image'));
    expect(origin).toBe(new URL(readMeta(page, 'og:url')).origin);
    const image = await readFile(join(inject('distDirectory'), pathname));
    const { format, width, height } = await sharp(image).metadata();
    const isPhoto = pathname.endsWith('.jpg');
    expect([format, width, height]).toEqual([isPhoto ? 'jpeg' : 'png', 1200, 630]);
    expect(image.length, page.path).toBeLessThan(isPhoto ? 150_000 : 80_000);
    const said = ['width', 'height', 'alt'].map((name) => readMeta(page, `og:image:${name}`));
    // Search engines may get another title of an article than its headline.
    const isArticle = readMeta(page, 'og:type') === 'article';
    const headline = page.$('h1').text().replace(/\s+/g, ' ').trim();
    expect(said).toEqual(['1200', '630', isArticle ? headline : readMeta(page, 'og:title')]);
    expect(page.$('meta[name="twitter:card"]').attr('content')).toBe('summary_large_image');
    drawn.add(pathname);
  }
  expect(drawn.size).toBe(indexed.length);
  const files = (await listFiles()).filter((file) => file.startsWith('/share/'));
  expect(files.toSorted()).toEqual([...drawn].sort());
});

test('robots.txt allows every crawler, and names a sitemap of exactly the indexed pages', async () => {
  const robots = await readBuilt('/robots.txt');
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  const index = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
  const readPaths = async (name: string) =>
    [...(await readBuilt(name)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, address]) => new URL(address ?? '').pathname,
    );
  const parts = await readPaths(new URL(index).pathname);
  const listed = (await Promise.all(parts.map(readPaths))).flat();
  expect(listed.toSorted()).toEqual(indexed.map(({ path }) => path).sort());
});
