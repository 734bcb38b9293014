/** The weight of files that pages load: typefaces, and scripts after the first touch. */
import { expect, test } from 'vitest';
import {
  isWaitingPage,
  listFiles,
  listTypefaces,
  readBuilt,
  readPages,
  weigh,
  weighFile,
} from '../support/built-site.ts';

const pages = await readPages();

test('the two typefaces weigh at most 20 KB together', async () => {
  const loaded = new Set([...pages.values()].flatMap(listTypefaces));
  expect(loaded.size).toBe(2);
  const sizes = await Promise.all([...loaded].map(weighFile));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * 1024);
});

test('the scripts after the first touch weigh at most 72 KB for any page', async () => {
  const files = (await listFiles()).filter((file) => /^\/_astro\/.*\.js$/.test(file));
  const scripts = await Promise.all(
    files.map(async (file) => ({
      name: file.slice('/_astro/'.length),
      source: await readBuilt(file),
    })),
  );
  for (const { path, html } of pages.values()) {
    if (isWaitingPage(path)) continue;
    const loaded = new Set<string>();
    /** Adds the chunks that a text names, and the chunks that these import. */
    const load = (text: string) => {
      for (const { name, source } of scripts)
        if (!loaded.has(source) && text.includes(name)) {
          loaded.add(source);
          load(source);
        }
    };
    load(html);
    const weight = [...loaded].reduce((sum, source) => sum + weigh(source), 0);
    expect(weight, path).toBeGreaterThan(0);
    expect(weight, path).toBeLessThanOrEqual(72 * 1024);
  }
});

test('no page or script contains a content client, a mailer or a token, no script the catalogue', async () => {
  for (const file of (await listFiles()).filter((name) => /\.(js|html)$/.test(name))) {
    const source = await readBuilt(file);
    expect(source, file).not.toMatch(/contentful-user-agent|nodemailer|access_token/i);
    if (file.endsWith('.js')) expect(source, file).not.toMatch(/revops|funnel-optimization/i);
  }
});
