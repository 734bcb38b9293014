import sharp from 'sharp';
import { expect, test } from 'vitest';
import { company } from '#data/company.ts';
import { getShareCard, getShareImagePath, shareImageSize } from '#documents/share-card.ts';
import { drawShareImage } from '#documents/share-image.ts';
import type { ItemLook } from '#engine/declare/declaration.ts';
import { createFolder } from '../../fixtures/folder.ts';

test('the name of a share image depends on its title, cover, gradient, kind and picture alone, and its label on the part', () => {
  const cards: [label: string, path: string, title: string, look?: ItemLook][] = [
    ['', '/about', 'A'],
    ['', '/bloggers/a', 'B'],
    ['Blog', '/blog/a', 'A'],
    ['Resources', '/resources/a', 'A'],
    ['Blog', '/blog/a', 'A', { picture: '/media/a-1.jpg' }],
    ['Blog', '/blog/a', 'A', { picture: '/media/b-1.jpg' }],
    ['Resources', '/resources/a', 'A', { gradient: 'brown-to-gold' }],
    ['Resources', '/resources/a', 'A', { scene: 'Guide' }],
    ['Services', '/services/b', 'A', { gradient: 'brown-to-gold' }],
  ];
  const names = [...cards, ...cards].map(([, ...card]) => getShareImagePath(...card));
  expect(new Set(names).size).toBe(cards.length);
  for (const [label, ...card] of cards) expect(getShareCard(...card).label).toBe(label);
});

const draw = (title: string, path?: string) =>
  drawShareImage(path ? getShareCard(path, title) : { label: 'Blog', title, cover: null });

test.for<[what: string, title: string, leastInk: number]>([
  ['no title', '', 0],
  ['a short title', 'Playbook', 5000],
  ['a long one', 'Your forecast lies, and what to do about it. '.repeat(40), 1000],
  ['one endless word', 'growth'.repeat(60), 1000],
  ['other writing', 'Łódź, Việt Nam, 🚀👩‍👩‍👧, 成長のための計画, خطة النمو', 1000],
  ['markup', '<svg onload="a()"></svg> & {} A\u0000B\u202eC\ud800\n\tD', 1000],
])('the drawing of %s is a small PNG with the title in ink', async ([, title, leastInk]) => {
  const image = await draw(title);
  const { format, width, height } = await sharp(image).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', ...shareImageSize });
  expect(image.length).toBeLessThan(80_000);
  const pixels = await sharp(image).greyscale().raw().toBuffer();
  expect(pixels.filter((value) => value < 64).length).toBeGreaterThanOrEqual(leastInk);
});

test('a post’s own picture stands in place of its cover, the same bytes each time; without it nothing is drawn', async () => {
  const blue = sharp({ create: { width: 400, height: 900, channels: 3, background: '#00f' } });
  const folder = await createFolder({ 'a.png': await blue.png().toBuffer(), 'b.png': 'damaged' });
  const drawWith = (picture: string) =>
    drawShareImage({ ...getShareCard('/blog/a', 'A', { picture }) }, folder);
  const band = async (image: Buffer) => {
    const area = { left: 600, top: 300, width: 500, height: 300 };
    const { channels } = await sharp(await sharp(image).extract(area).png().toBuffer()).stats();
    return channels.map(({ mean, stdev }) => [Math.round(mean), Math.round(stdev)]);
  };
  const image = await drawWith('/media/a.png');
  expect((await band(image)).flat()).toEqual([0, 0, 0, 0, 254, 0]);
  expect(await drawWith('/media/a.png')).toEqual(image);
  for (const lost of ['/media/b.png', '/media/gone.png'])
    await expect(drawWith(lost)).rejects.toThrow();
});

test('a drawing has whole words in the letters that the typefaces of the site have', async () => {
  const drawn = [
    ['Growth 🚀', 'Growth'],
    ['Growth in Vi\u1ec7t Nam', 'Growth in Viet Nam'],
    ['Plan the growth, 成長plan', 'Plan the growth'],
    ['成長のための plan', company.tagline],
    [`Z${'\u0301\u0302'.repeat(125)} of growth`, 'Ź\u0302\u0301\u0302 of growth'],
  ] as const;
  for (const [title, shown] of drawn) expect(await draw(title)).toEqual(await draw(shown));
});

test.for([
  'Growth',
  'Pipeline coverage says nothing when every deal is going to close this quarter, they say',
  'Why the quarterly forecast of a growing company is wrong '.repeat(4),
])('a title stands clear of the cover below it: %s', async (title) => {
  const strip = { left: 0, top: 256, width: shareImageSize.width, height: 12 };
  const image = await draw(title, '/blog/a');
  const { channels } = await sharp(await sharp(image).extract(strip).png().toBuffer()).stats();
  for (const { min, max } of channels) expect(max - min).toBeLessThan(3);
});
