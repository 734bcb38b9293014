/** The weight promises of design §5, on every built page. */
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  isLivePage,
  listFiles,
  readBuilt,
  readPages,
  type BuiltPage,
} from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const weigh = (text: string) => brotliCompressSync(text).length;

describe('every page', () => {
  it('comes in one round trip: HTML with its styles within 14 KB', () => {
    for (const { path, html, $ } of pages.values()) {
      expect(weigh(html), path).toBeLessThanOrEqual(14 * 1024);
      expect($('link[rel=stylesheet]').length, path).toBe(0);
    }
  });

  it('runs at most 2 KB of inline script and asks for no script file', () => {
    for (const { path, $ } of pages.values()) {
      if (isLivePage(path)) continue;
      const scripts = $('script:not([type=speculationrules], [type="application/ld+json"])');
      expect(scripts.filter('[src]').length, path).toBe(0);
      const inline = scripts.map((_, script) => $(script).text()).get();
      expect(weigh(inline.join('')), path).toBeLessThanOrEqual(2 * 1024);
      expect($('link[rel=modulepreload]').length, path).toBe(0);
    }
  });
});

describe('what ships after the first touch', () => {
  it('weighs at most 70 KB for any page', async () => {
    const scripts = (await listFiles()).filter((file) => /^\/_astro\/.*\.js$/.test(file));
    const weights = await Promise.all(scripts.map(async (file) => weigh(await readBuilt(file))));
    expect(weights.length).toBeGreaterThan(0);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(70 * 1024);
  });

  it('holds no content client, no mailer, no catalogue and no token', async () => {
    for (const file of (await listFiles()).filter((name) => /\.(js|html)$/.test(name))) {
      const source = await readBuilt(file);
      expect(source, file).not.toMatch(/contentful-user-agent|nodemailer|access_token/i);
      if (file.endsWith('.js')) expect(source, file).not.toMatch(/revops|funnel-optimization/i);
    }
  });

  it('fonts together weigh at most 40 KB', async () => {
    const fonts = (await listFiles()).filter((file) => file.endsWith('.woff2'));
    const { stat } = await import('node:fs/promises');
    const { inject } = await import('vitest');
    const sizes = await Promise.all(
      fonts.map(async (file) => (await stat(inject('distDirectory') + file)).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40 * 1024);
  });
});
