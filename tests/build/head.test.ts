import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  getPage,
  isWaitingPage,
  listFiles,
  readBuilt,
  readPages,
  type BuiltPage,
} from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const isIndexed = ({ $ }: BuiltPage) => $('meta[name=robots]').attr('content') !== 'noindex';

describe('the head of every page', () => {
  it('has its own title and description', () => {
    const titles = new Map<string, string>();
    const descriptions = new Map<string, string>();
    for (const page of [...pages.values()].filter(isIndexed)) {
      const { $, path } = page;
      const title = $('title').text();
      const description = $('meta[name=description]').attr('content') ?? '';
      expect(titles.get(title), `${path} shares the title '${title}'`).toBeUndefined();
      expect(descriptions.get(description), `${path} shares '${description}'`).toBeUndefined();
      titles.set(title, path);
      descriptions.set(description, path);
      expect(title, path).not.toBe('');
      expect(description, path).not.toBe('');
    }
  });

  it('names its own address as canonical, unless search engines must not index it', () => {
    for (const page of pages.values()) {
      const canonical = page.$('link[rel=canonical]').attr('href');
      if (isIndexed(page)) expect(new URL(canonical ?? '').pathname).toBe(page.path);
      else expect(canonical).toBeUndefined();
    }
  });

  it('has the language, one h1, icons and the basics of Open Graph', () => {
    for (const { $, path } of pages.values()) {
      expect($('html').attr('lang')).toBe('en');
      expect($('h1').length, path).toBe(isWaitingPage(path) ? 0 : 1);
      expect($('link[rel=icon]').length).toBeGreaterThan(0);
      for (const property of ['og:title', 'og:description', 'og:url', 'og:type', 'og:site_name'])
        expect(
          $(`meta[property="${property}"]`).attr('content'),
          `${path} ${property}`,
        ).toBeTruthy();
    }
  });
});

describe('the share image', () => {
  const getImage = ({ $ }: BuiltPage) => $('meta[property="og:image"]').attr('content') ?? '';

  it('exists for every indexed page, with the declared size, below 40 KB', async () => {
    for (const page of [...pages.values()].filter(isIndexed)) {
      const { pathname, origin } = new URL(getImage(page));
      expect(origin).toBe(new URL(page.$('link[rel=canonical]').attr('href') ?? '').origin);
      const image = await readFile(inject('distDirectory') + pathname);
      const { format, width, height } = await sharp(image).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
      expect(image.length, page.path).toBeLessThan(40_000);
      const said = (name: string) => page.$(`meta[property="og:image:${name}"]`).attr('content');
      expect([said('width'), said('height')]).toEqual(['1200', '630']);
      expect(said('alt')).toBe(page.$('meta[property="og:title"]').attr('content'));
      expect(page.$('meta[name="twitter:card"]').attr('content')).toBe('summary_large_image');
    }
  });

  it('is different for every page, and no page loads one', () => {
    const indexed = [...pages.values()].filter(isIndexed);
    expect(new Set(indexed.map(getImage)).size).toBe(indexed.length);
    for (const { $, path } of pages.values())
      expect($('[src*="/share/"], [srcset*="/share/"], [href*="/share/"]').length, path).toBe(0);
  });

  it('is drawn for no other page', async () => {
    const drawn = (await listFiles()).filter((file) => file.startsWith('/share/'));
    const named = [...pages.values()].filter(isIndexed).map((page) => new URL(getImage(page)));
    expect(drawn.toSorted()).toEqual(named.map(({ pathname }) => pathname).toSorted());
  });
});

describe('the sitemap', () => {
  it('lists every indexed page, and no other', async () => {
    const readPaths = async (name: string) =>
      [...(await readBuilt(name)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
        ([, address]) => new URL(address ?? '').pathname,
      );
    const parts = await readPaths('/sitemap-index.xml');
    const listed = (await Promise.all(parts.map(readPaths))).flat();
    const indexed = [...pages.values()].filter(isIndexed).map(({ path }) => path);
    expect(listed.toSorted()).toEqual(indexed.toSorted());
    expect(listed).not.toContain('/blog/thank-you');
    expect(listed).not.toContain('/404');
  });
});

describe('robots.txt', () => {
  it('allows every crawler, and names an existing sitemap', async () => {
    const robots = await readBuilt('/robots.txt');
    expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
    const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
    expect(await readBuilt(new URL(sitemap).pathname)).toContain('<sitemapindex');
  });
});

describe('pages for authors and errors', () => {
  it.each(['/blog/thank-you', '/404'])('are hidden from search engines: %s', (path) => {
    expect(isIndexed(getPage(pages, path))).toBe(false);
  });
});
