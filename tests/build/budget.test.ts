/** The weight promises of design §5, on every built page. */
import { stat } from 'node:fs/promises';
import type { CheerioAPI } from 'cheerio';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  isWaitingPage,
  listFiles,
  listTypefaces,
  readBuilt,
  readPages,
  type BuiltPage,
} from '../support/built-site.ts';
import { weigh } from '../support/weigh.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const weighFile = async (file: string) => (await stat(inject('distDirectory') + file)).size;

/** Links that a browser fetches by itself; other links are for visitors and crawlers. */
const fetchedLinks =
  'link[rel=preload], link[rel=modulepreload], link[rel=stylesheet], link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]';

const splitSources = (sources: string) =>
  sources.split(',').map((source) => source.trim().split(/\s+/)[0] ?? '');

/** Lists every address that a browser may request to draw the whole page. */
function listLoaded($: CheerioAPI): string[] {
  const attribute = (selector: string, name: string) =>
    $(selector)
      .map((_, element) => $(element).attr(name))
      .get();
  return [
    ...attribute(fetchedLinks, 'href'),
    ...attribute('script, img, iframe, embed, video, audio, track, input, source', 'src'),
    ...attribute('video', 'poster'),
    ...attribute('object', 'data'),
    ...attribute('image, use', 'href'),
    ...attribute('astro-island', 'component-url'),
    ...attribute('astro-island', 'renderer-url'),
    ...[...attribute('img, source', 'srcset'), ...attribute('link', 'imagesrcset')].flatMap(
      splitSources,
    ),
    ...Array.from(
      $('style')
        .text()
        .matchAll(/url\(["']?([^"')]+)/g),
      ([, url = '']) => url,
    ),
  ];
}

describe('every page', () => {
  it('arrives in one round trip: HTML with its styles within 14 KB', () => {
    for (const { path, html, $ } of pages.values()) {
      expect(weigh(html), path).toBeLessThanOrEqual(14 * 1024);
      expect($('link[rel=stylesheet]').length, path).toBe(0);
    }
  });

  it('runs at most 2.5 KB of inline script, and requests no script file', () => {
    for (const { path, $ } of pages.values()) {
      if (isWaitingPage(path)) continue;
      const scripts = $('script:not([type=speculationrules], [type="application/ld+json"])');
      expect(scripts.filter('[src]').length, path).toBe(0);
      const inline = scripts.map((_, script) => $(script).text()).get();
      expect(weigh(inline.join('')), path).toBeLessThanOrEqual(2.5 * 1024);
      expect($('link[rel=modulepreload]').length, path).toBe(0);
    }
  });

  it('loads nothing from other hosts', () => {
    for (const { path, $ } of pages.values()) {
      const foreign = listLoaded($).filter((url) => !/^(?:\/(?!\/)|#)/.test(url));
      expect(foreign, path).toEqual([]);
      expect($('link[rel=preconnect], link[rel=dns-prefetch]').length, path).toBe(0);
    }
  });

  it('asks for at most three files before its first screen is drawn: typefaces and a picture', () => {
    for (const { path, $ } of pages.values()) {
      expect($('link[rel=preload]').length, path).toBe(2);
      // All other pictures wait until somebody scrolls to them.
      expect($('img:not([loading=lazy])').length, path).toBeLessThanOrEqual(1);
    }
  });

  it('has a picture of at most 60 KB on its first screen', async () => {
    for (const { path, $ } of pages.values()) {
      for (const picture of $('picture:has(img:not([loading=lazy]))').toArray()) {
        const modern = $(picture).find('source').first().attr('srcset') ?? '';
        const phone = splitSources(modern)[0] ?? '';
        expect(phone, path).toMatch(/\.(?:avif|svg)$/);
        expect(await weighFile(phone), `${path}: ${phone}`).toBeLessThanOrEqual(60 * 1024);
      }
    }
  });

  it('has at most 800 elements, none deeper than 20 and none with more than 60 children', () => {
    for (const { path, $ } of pages.values()) {
      const elements = $('*').toArray();
      expect(elements.length, path).toBeLessThanOrEqual(800);
      for (const element of elements) {
        expect($(element).parents().length, path).toBeLessThanOrEqual(20);
        expect($(element).children().length, path).toBeLessThanOrEqual(60);
      }
    }
  });
});

describe('the scripts after the first touch', () => {
  it('weigh at most 72 KB for any page', async () => {
    const files = (await listFiles()).filter((file) => /^\/_astro\/.*\.js$/.test(file));
    const scripts = await Promise.all(
      files.map(async (file) => {
        const source = await readBuilt(file);
        return { name: file.slice('/_astro/'.length), source, weight: weigh(source) };
      }),
    );
    for (const { path, html } of pages.values()) {
      if (isWaitingPage(path)) continue;
      const loaded = new Set<(typeof scripts)[number]>();
      /** Adds the chunks that a text names, and the chunks that these import. */
      const load = (text: string) => {
        for (const script of scripts)
          if (!loaded.has(script) && text.includes(script.name)) {
            loaded.add(script);
            load(script.source);
          }
      };
      load(html);
      const weight = [...loaded].reduce((sum, script) => sum + script.weight, 0);
      expect(weight, path).toBeLessThanOrEqual(72 * 1024);
    }
  });

  it('contain no content client, no mailer, no catalogue and no token', async () => {
    for (const file of (await listFiles()).filter((name) => /\.(js|html)$/.test(name))) {
      const source = await readBuilt(file);
      expect(source, file).not.toMatch(/contentful-user-agent|nodemailer|access_token/i);
      if (file.endsWith('.js')) expect(source, file).not.toMatch(/revops|funnel-optimization/i);
    }
  });
});

describe('the typefaces', () => {
  it('weigh at most 20 KB together on every page', async () => {
    const loaded = new Set([...pages.values()].flatMap(listTypefaces));
    expect(loaded.size).toBe(2);
    const sizes = await Promise.all([...loaded].map(weighFile));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * 1024);
  });

  it('hide no text while they load, and move none when they come', () => {
    for (const { path, $ } of pages.values()) {
      const faces =
        $('style')
          .text()
          .match(/@font-face\s*{[^}]*url\([^}]*}/g) ?? [];
      expect(faces.length, path).toBeGreaterThan(0);
      expect(
        faces.filter((face) => !/font-display:\s*optional/.test(face)),
        path,
      ).toEqual([]);
    }
  });
});
