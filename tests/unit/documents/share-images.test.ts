import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  getShareCard,
  getShareImageName,
  getShareImagePath,
  shareImageSize,
} from '../../../src/documents/share-images/card.ts';
import { drawShareImage } from '../../../src/documents/share-images/draw.ts';
import { findShareImage, openShareImages } from '../../../src/documents/share-images/store.ts';

const title = 'Prices & "promises" <b>for</b> Zoë’s team';

/** Escaped as Astro does, and as others do. */
const renderHead = (image = getShareImagePath('/blog/a-post', title)) =>
  [
    '<meta property="og:url" content="https://www.company.example/blog/a-post">',
    `<meta property="og:image" content="https://www.company.example${image}">`,
    '<meta property="og:image:alt" content="Prices &#38; &#34;promises&quot; <b>for</b> Zoë’s team">',
  ].join('');

describe('the name of a share image', () => {
  test('follows from what the image shows', () => {
    const cards: Parameters<typeof getShareImagePath>[] = [
      ['/about', 'A'],
      ['/about', 'B'],
      ['/blog/a', 'A'],
      ['/resources/a', 'A'],
      ['/resources/a', 'A', 'brown-to-gold'],
      ['/resources/b', 'A', 'brown-to-gold'],
    ];
    const names = cards.map((card) => getShareImagePath(...card));
    expect(new Set(names).size).toBe(cards.length);
    expect(cards.map((card) => getShareImagePath(...card))).toEqual(names);
  });

  test('depends on the part of the site, except for the front page of that part', () => {
    const labels = ['/blog/a', '/blog', '/bloggers/a', '/services/ai', '/resources/x', '/'].map(
      (path) => getShareCard(path, '').label,
    );
    expect(labels).toEqual(['Blog', '', '', 'Services', 'Resources', '']);
  });

  test('is found in the head of a page, with what the image shows', () => {
    const card = { label: 'Blog', title, cover: { words: 'a-post' } };
    expect(findShareImage(renderHead())).toEqual({ name: getShareImageName(card), card });
    const painted = getShareImagePath('/blog/a-post', title, 'green-to-blue');
    expect(findShareImage(renderHead(painted))?.card.cover?.gradient).toBe('green-to-blue');
    expect(findShareImage('<title>No image</title>')).toBeNull();
  });

  test('must be the one of the title', () => {
    const wrong = renderHead(getShareImagePath('/blog/a-post', 'Another'));
    expect(() => findShareImage(wrong)).toThrow(/is not the one of its title/);
  });
});

describe('the store', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'share-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('draws each missing image once, and no existing one', async () => {
    const store = await openShareImages(directory);
    const names = await Promise.all([store.keep(renderHead()), store.keep(renderHead())]);
    const [name] = names;
    expect(names).toEqual([name, name]);
    expect(await readdir(directory)).toEqual([name]);
    const file = join(directory, String(name));
    expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');

    await writeFile(file, 'from an earlier build');
    await (await openShareImages(directory)).keep(renderHead());
    expect(await readFile(file, 'utf8')).toBe('from an earlier build');
  });

  test('makes its folder, and draws nothing for a page without an image', async () => {
    const inner = join(directory, 'a', 'share');
    expect(await (await openShareImages(inner)).keep('<title>Not found</title>')).toBeNull();
    expect((await stat(inner)).isDirectory()).toBe(true);
  });
});

describe('the drawing', () => {
  const draw = (text: string) => drawShareImage({ label: 'Blog', title: text, cover: null });
  const getInk = async (image: Buffer) => {
    const { data } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
    return data.filter((value) => value < 64).length;
  };

  test.for<[string, string]>([
    ['a short title', 'Contact'],
    ['an empty one', ''],
    ['a long one', 'Your forecast lies, and what to do about it. '.repeat(40)],
    ['one endless word', 'growth'.repeat(60)],
    ['accents', 'Łódź, Žižkov, Ångström, İstanbul and Việt Nam'],
    ['emoji', 'Growth 🚀👩‍👩‍👧 is a plan'],
    ['writing without spaces', '成長のための計画'],
    ['writing from the right', 'خطة النمو'],
    ['markup', '<svg onload="alert(1)"></svg> & </text> {}'],
    ['control characters', 'A\u0000B\u200b\u202eC\ud800\n\n\tD'],
  ])('of %s is a small PNG of the right size', async ([, text]) => {
    const image = await draw(text);
    const { format, width, height } = await sharp(image).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...shareImageSize });
    expect(image.length).toBeLessThan(40_000);
  });

  test('is the same each time', async () => {
    expect(await draw('Growth Playbook')).toEqual(await draw('Growth Playbook'));
  });

  test('shows the title in ink, a short one larger', async () => {
    const [none, short, long] = await Promise.all(
      ['', 'Playbook', 'i'.repeat(130)].map(async (text) => getInk(await draw(text))),
    );
    expect(short).toBeGreaterThan((none ?? 0) + 5000);
    expect(long).toBeGreaterThan((none ?? 0) + 1000);
  });

  test('leaves out characters that no typeface of the site has', async () => {
    expect(await draw('Growth 🚀')).toEqual(await draw('Growth'));
    expect(await draw('成長')).toEqual(await draw('Simplify, Scale, Impact'));
  });
});
