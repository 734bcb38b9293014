/** Draws share images: title and firm's name on paper, below them the item's cover or the line of the home page. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createElement, type CSSProperties, type ReactNode } from 'react';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { colors, typefaces, type Typeface } from '#data/brand.ts';
import { company } from '#data/company.ts';
import { countLongestWord } from '#data/longest-word.ts';
import { categoryPages, services } from '#data/services/index.ts';
import { drawCover, drawingBox, type Box } from '#components/drawings/covers.ts';
import type { DrawShareImage, ShareCard } from '#engine/index.ts';
import { shareImageSize } from './share-card.ts';

const resolve = createRequire(import.meta.url).resolve;

/** Loads one weight of a typeface, uncompressed: satori reads neither compressed nor variable fonts. */
async function loadFont({ source, family }: Typeface, script: string, wght: number): Promise<Font> {
  const file = `${source}/files/${source.split('/')[1] ?? ''}-${script}-wght-normal.woff2`;
  const data = await subsetFont(await readFile(resolve(file)), null, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    variationAxes: { wght },
  });
  return { name: `${family} ${script}`, data };
}

function listScripts({ source }: Typeface): string[] {
  const folder = join(dirname(resolve(`${source}/package.json`)), 'files');
  return readdirSync(folder).flatMap((name) => /^[a-z]+-(.+)-wght-normal/.exec(name)?.[1] ?? []);
}

const { display, text } = typefaces;
const titleWeight = typeof display.weight === 'number' ? display.weight : display.weight.max;
const labelWeight = typeof text.weight === 'number' ? text.weight : Math.min(600, text.weight.max);

const fonts = Promise.all([
  ...listScripts(display).map((script) => loadFont(display, script, titleWeight)),
  ...listScripts(text).map((script) => loadFont(text, script, labelWeight)),
]);

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);

const { width, height } = shareImageSize;

const gradient = (id: string, ...stops: readonly (readonly [offset: number, color: string])[]) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="${width}">${stops
    .map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const stroke = (d: string, color: string, strokeWidth: number) =>
  `<path d="${d}" stroke="${color}" stroke-width="${strokeWidth}" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`;

const homeLine = [
  ...[90, 180, 270, 360, 450, 540].map((y) => stroke(`M0 ${y}.5H${width}`, colors.rule, 1)),
  gradient('line', [0.6, colors.blue], [0.95, colors.green]),
  stroke(
    'M-20 592C80 592 130 562 225 568S360 606 450 594 575 540 660 552 795 580 865 500 935 392 990 396 1090 300 1162 56',
    'url(#line)',
    14,
  ),
].join('');

const coverBox: Box = { width, height: 270 };

/** The drawings of services and categories, by their addresses below the list. */
const serviceDrawings = new Map<string, string | undefined>([
  ...categoryPages.map(({ slug, drawing }) => [slug, drawing] as const),
  ...services.map(({ category, slug, drawing }) => [`${category}/${slug}`, drawing] as const),
]);

/** The lower part: the cover of an item, or for a service its drawing on the ground of the cover. */
function drawBand({ words, gradient: name }: NonNullable<ShareCard['cover']>): string {
  const { ground, shapes, line, end } = drawCover(words, name, coverBox);
  const scale = (0.8 * coverBox.height) / drawingBox.height;
  const left = (width - drawingBox.width * scale) / 2;
  const top = 0.1 * coverBox.height;
  const own = serviceDrawings.get(words);
  const drawing = own
    ? `<g transform="translate(${left} ${top}) scale(${scale})">${stroke(own, line.color, 7)}</g>`
    : stroke(line.path, line.color, 14) + stroke(end.path, end.color, 38);
  return `<svg y="${height - coverBox.height}" width="${width}" height="${coverBox.height}">
    ${gradient('ground', [0, ground[0]], [1, ground[1]])}
    <rect width="${width}" height="${coverBox.height}" fill="url(#ground)"/>
    <path d="${shapes.path}" fill="${shapes.color}"/>${drawing}</svg>`;
}

/** The font size of a title in pixels, by its longest length in characters. */
const sizes = { 22: 120, 44: 88, 84: 72, Infinity: 52 };
/** The same above a cover, where three large lines or four small lines fit. */
const sizesAboveCover = { 18: 100, 32: 76, 64: 60, Infinity: 48 };
const titleWidth = 880;

function getTitleSize(title: string, sizes: Readonly<Record<string, number>>): number {
  const byLength = Object.entries(sizes).find(([longest]) => title.length <= Number(longest));
  return Math.min(byLength?.[1] ?? 0, Math.max(40, titleWidth / (countLongestWord(title) * 0.6)));
}

/** The name fits the right of the line on the home page's image; a long name has several lines there. */
const nameWidth = 230;
const nameSize =
  company.name.length > 10 ? Math.min(32, nameWidth / (countLongestWord(company.name) * 0.56)) : 44;

const layOut = ({ label, title, cover }: ShareCard) =>
  box(
    {
      width,
      height,
      fontFamily: [display, text]
        .flatMap((face) => listScripts(face).map((script) => `${face.family} ${script}`))
        .join(', '),
    },
    box(
      {
        position: 'absolute',
        top: cover ? 44 : 64,
        left: 72,
        width: titleWidth,
        flexDirection: 'column',
        color: colors.ink,
      },
      label &&
        box(
          {
            fontFamily: `${text.family} latin`,
            fontSize: 30,
            color: colors.blueText,
            marginBottom: 14,
          },
          label,
        ),
      box(
        {
          display: 'block',
          fontSize: getTitleSize(title, cover ? sizesAboveCover : sizes),
          lineHeight: 1.06,
          letterSpacing: '-0.03em',
          lineClamp: cover ? 4 : 5,
          wordBreak: 'break-word',
        },
        title,
      ),
    ),
    box(
      {
        position: 'absolute',
        right: 72,
        ...(cover ? { top: 36 } : { bottom: 50, maxWidth: nameWidth }),
        fontSize: cover ? 44 : nameSize,
        lineHeight: 1.1,
        letterSpacing: '-0.03em',
        textAlign: 'right',
        color: colors.brand,
      },
      company.name,
    ),
  );

/** More letters than fit on a card, and more marks on a letter than a language has, take time without end. */
const bound = (title: string) =>
  title
    .normalize('NFC')
    .slice(0, 400)
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');

/**
 * Writes a title without some characters: a letter gives way to its plain form, or else its word to nothing. A title
 * that loses most of its letters is replaced by the firm's tagline.
 */
function leaveOut(title: string, missing: ReadonlySet<string>): string {
  const isMissing = (character: string) => missing.has(character);
  const words = Array.from(title, (character) =>
    isMissing(character) ? character.normalize('NFD').replace(/\p{M}/gu, '') : character,
  )
    .join('')
    .split(/\s+/)
    .filter((word) => !(word.match(/\p{L}/gu) ?? []).some(isMissing))
    .map((word) => Array.from(word, (one) => (isMissing(one) ? '' : one)).join(''));
  const rest = words
    .filter(Boolean)
    .join(' ')
    .replace(/[\s,;:–—-]+$/, '');
  const count = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return count(rest) * 2 > count(title) ? rest : company.tagline;
}

/** Reads the item's own picture for the place of its cover; null for one that cannot be read. */
const readPicture = (file: string) =>
  sharp(file, { limitInputPixels: 50_000_000 })
    .resize({ ...coverBox, fit: 'cover' })
    .flatten({ background: colors.paper })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null);

/** Draws a card: a PNG of about 20 KB, or with a picture a JPEG of about 60 KB. Leaves out what no typeface has. */
export const drawShareImage: DrawShareImage = async (given, mediaDirectory = '') => {
  const card = { ...given, title: bound(given.title) };
  const missing = new Set<string>();
  const options = {
    width,
    height,
    fonts: await fonts,
    loadAdditionalAsset: (_: string, text: string) => {
      for (const character of text) if (character > '\x7f') missing.add(character);
      return Promise.resolve([]);
    },
  };
  let words = await satori(layOut(card), options);
  if (missing.size > 0)
    words = await satori(layOut({ ...card, title: leaveOut(card.title, missing) }), options);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colors.paper}"/>
    ${card.cover ? drawBand(card.cover) : homeLine}${words}</svg>`;
  const drawn = sharp(Buffer.from(picture)).removeAlpha();
  if (card.picture !== undefined) {
    const own = await readPicture(join(mediaDirectory, card.picture));
    if (own) drawn.composite([{ input: own, left: 0, top: height - coverBox.height }]);
    return drawn.jpeg({ quality: 82, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  return drawn
    .png({ palette: true, quality: 70, dither: 0, effort: 3, compressionLevel: 9 })
    .toBuffer();
};
