import { company } from '../../../src/data/company.ts';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { listPages } from '../../../src/engine/content/read.ts';
import {
  getShareCard,
  getShareImageName,
  getShareImagePath,
  shareImageSize,
} from '../../../src/documents/share-card.ts';
import { drawShareImage } from '../../../src/engine/publish/share-image.ts';
import { drawShareImages } from '../../../src/engine/publish/share-images.ts';
import { post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createPulled } from '../content/pulled.ts';

test('the name of a share image depends on its title, cover and gradient alone', () => {
  const cards: [path: string, title: string, gradient?: string][] = [
    ['/about', 'A'],
    ['/about', 'B'],
    ['/blog/a', 'A'],
    ['/resources/a', 'A'],
    ['/resources/a', 'A', 'brown-to-gold'],
    ['/resources/b', 'A', 'brown-to-gold'],
  ];
  const names = [...cards, ...cards].map((card) => getShareImagePath(...card));
  expect(new Set(names).size).toBe(cards.length);
});

test.each([
  ['/blog/a', 'Blog'],
  ['/services/ai', 'Services'],
  ['/resources/x', 'Resources'],
  ...['/blog', '/bloggers/a', '/'].map((path) => [path, '']),
])('the share image of %s has the label %j', (path = '', label) => {
  expect(getShareCard(path, '').label).toBe(label);
});

test('the images of a site are those of the indexed pages; only missing ones are drawn', async () => {
  const seoTitle = 'Prices & “promises” for Zoë';
  const image = getShareImageName(getShareCard('/blog/a-post', seoTitle));
  const { read } = await createPulled({ entries: [post('a-post', { seoTitle })] });
  const all = (await listPages(read)).flatMap(({ indexed, path, title, gradient }) =>
    indexed ? [getShareImageName(getShareCard(path, title, gradient))] : [],
  );
  expect(all).toContain(image);
  const directory = join(await createFolder(), 'share');
  await mkdir(directory);
  const old = all.filter((name) => name !== image);
  for (const name of old) await writeFile(join(directory, name), 'from an earlier run');

  expect((await drawShareImages(read, directory)).toSorted()).toEqual(all.toSorted());
  expect((await readdir(directory)).toSorted()).toEqual(all.toSorted());
  expect((await sharp(join(directory, image)).metadata()).format).toBe('png');
  for (const name of old)
    expect(await readFile(join(directory, name), 'utf8')).toBe('from an earlier run');
});

describe('the drawing', () => {
  const draw = (text: string) => drawShareImage({ label: 'Blog', title: text, cover: null });
  const getInk = async (image: Buffer) => {
    const { data } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
    return data.filter((value) => value < 64).length;
  };

  test.for<[string, string]>([
    ['an empty title', ''],
    ['a long one', 'Your forecast lies, and what to do about it. '.repeat(40)],
    ['one endless word', 'growth'.repeat(60)],
    ['accents, emoji and other writing', 'Łódź, Việt Nam, 🚀👩‍👩‍👧, 成長のための計画, خطة النمو'],
    ['markup and control characters', '<svg onload="a()"></svg> & {} A\u0000B\u202eC\ud800\n\tD'],
  ])('of %s is a small PNG of the right size', async ([, text]) => {
    const image = await draw(text);
    const { format, width, height } = await sharp(image).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...shareImageSize });
    expect(image.length).toBeLessThan(40_000);
  });

  test('shows the title in ink; a short title is larger', async () => {
    const [none, short, long] = await Promise.all(
      ['', 'Playbook', 'i'.repeat(130)].map(async (text) => getInk(await draw(text))),
    );
    expect(short).toBeGreaterThan((none ?? 0) + 5000);
    expect(long).toBeGreaterThan((none ?? 0) + 1000);
  });

  test('has the same bytes without the characters that no typeface of the site has', async () => {
    expect(await draw('Growth 🚀')).toEqual(await draw('Growth'));
    expect(await draw('成長')).toEqual(await draw(company.tagline));
  });
});
