/** Draws share images: a title and the firm's name on paper, with the item's whole cover or the line of the home page. */
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
import { coverBox, drawCover, drawingBox, type Box } from '#components/drawings/covers.ts';
import type { DrawShareImage, ShareCard } from '#engine/declare/declaration.ts';
import { fitTitle, lineHeight } from './share-title.ts';
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

const stroke = (d: string, color: string, strokeWidth: number) =>
  `<path d="${d}" stroke="${color}" stroke-width="${strokeWidth}" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`;

const homeLine = [
  ...[90, 180, 270, 360, 450, 540].map((y) => stroke(`M0 ${y}.5H${width}`, colors.rule, 1)),
  `<linearGradient id="line" gradientUnits="userSpaceOnUse" x1="0" x2="${width}">
    <stop offset="0.6" stop-color="${colors.blue}"/><stop offset="0.95" stop-color="${colors.green}"/>
  </linearGradient>`,
  stroke(
    'M-20 592C80 592 130 562 225 568S360 606 450 594 575 540 660 552 795 580 865 500 935 392 990 396 1090 300 1162 56',
    'url(#line)',
    14,
  ),
].join('');

/** Where the cover stands: at the lower right, as large as two lines of a title leave room for. */
const pictureBox = { width: 640, height: 360, left: width - 640, top: height - 360 };

/** The drawings of services and categories, by their addresses below the list. */
const serviceDrawings = new Map<string, string | undefined>([
  ...categoryPages.map(({ slug, drawing }) => [slug, drawing] as const),
  ...services.map(({ category, slug, drawing }) => [`${category}/${slug}`, drawing] as const),
]);

/** The colour between two: networks compress images, which draws stripes in a gradient. */
function mix([from, to]: readonly [from: string, to: string]): string {
  const levels = [1, 3, 5].map((at) => {
    const [one, other] = [from, to].map((color) => parseInt(color.slice(at, at + 2), 16));
    return Math.round(((one ?? 0) + (other ?? 0)) / 2);
  });
  return `rgb(${levels.join()})`;
}

/** The cover of an item, or for a service its drawing, on one colour. */
function drawPicture({ words, ...look }: NonNullable<ShareCard['cover']>): string {
  const { ground, shapes, line, end } = drawCover(words, look);
  const scale = (0.8 * coverBox.width) / drawingBox.width;
  const left = 0.1 * coverBox.width;
  const top = (coverBox.height - drawingBox.height * scale) / 2;
  const own = serviceDrawings.get(words);
  const drawing = own
    ? `<g transform="translate(${left} ${top}) scale(${scale})">${stroke(own, line.color, 7)}</g>`
    : stroke(line.path, line.color, 9) + stroke(end.path, end.color, 24);
  return `<svg x="${pictureBox.left}" y="${pictureBox.top}" width="${pictureBox.width}" height="${pictureBox.height}"
    viewBox="0 0 ${coverBox.width} ${coverBox.height}">
    <rect width="${coverBox.width}" height="${coverBox.height}" fill="${mix(ground)}"/>
    <path d="${shapes.path}" fill="${shapes.color}"/>${drawing}</svg>`;
}

const edge = 72;
const titleTop = 48;
/** A title stands above the cover; where there is none, the rising line leaves less of the width. */
const roomAboveCover: Box = { width: width - 2 * edge, height: pictureBox.top - titleTop - 30 };
const roomBesideLine: Box = { width: 960, height: 320 };

/** The name fits the right of the line on the home page's image; a long name has several lines there. */
const nameWidth = 230;
const nameSize =
  company.name.length > 10 ? Math.min(32, nameWidth / (countLongestWord(company.name) * 0.56)) : 44;

const families = [display, text]
  .flatMap((face) => listScripts(face).map((script) => `${face.family} ${script}`))
  .join(', ');

const titleStyle: CSSProperties = { lineHeight, letterSpacing: '-0.03em' };

type SatoriOptions = Parameters<typeof satori>[1];

/** Measures words, each with a space behind it, in parts of the font size. */
async function measureWords(words: readonly string[], options: SatoriOptions): Promise<number[]> {
  const size = 100;
  const widths: number[] = [];
  const style: CSSProperties = {
    ...titleStyle,
    display: 'block',
    whiteSpace: 'pre',
    flexShrink: 0,
  };
  await satori(
    box(
      { fontFamily: families, fontSize: size },
      ...words.map((word) => createElement('div', { key: 'word', style }, `${word} `)),
    ),
    {
      ...options,
      onNodeDetected: ({ key, width: wide }) => {
        if (key === 'word') widths.push(wide / size);
      },
    },
  );
  return widths;
}

async function layOut({ label, title, cover }: ShareCard, options: SatoriOptions): Promise<string> {
  const room = cover ? roomAboveCover : roomBesideLine;
  const words = title.split(/\s+/).filter(Boolean);
  const { size, lines } = fitTitle(words, await measureWords(words, options), room);
  return satori(
    box(
      { width, height, fontFamily: families },
      box(
        {
          ...titleStyle,
          position: 'absolute',
          top: titleTop,
          left: edge,
          width: room.width,
          color: colors.ink,
          fontSize: size,
          flexDirection: 'column',
        },
        ...(lines?.map((line) => box({ whiteSpace: 'pre' }, line)) ?? [
          box({ display: 'block', lineClamp: 4, wordBreak: 'break-word' }, title),
        ]),
      ),
      box(
        {
          position: 'absolute',
          bottom: 50,
          flexDirection: 'column',
          ...(cover
            ? { left: edge, maxWidth: pictureBox.left - 2 * edge }
            : { right: edge, maxWidth: nameWidth, textAlign: 'right' }),
          fontSize: nameSize,
          lineHeight: 1.1,
          letterSpacing: '-0.03em',
          color: colors.brand,
        },
        label &&
          box(
            {
              fontFamily: `${text.family} latin`,
              fontSize: 30,
              letterSpacing: 0,
              color: colors.blueText,
              marginBottom: 10,
            },
            label,
          ),
        company.name,
      ),
    ),
    options,
  );
}

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

/** Reads the item's own picture for the place of its cover. Without the picture there is no image of this name. */
const readPicture = (file: string) =>
  sharp(file, { limitInputPixels: 50_000_000 })
    .resize({ width: pictureBox.width, height: pictureBox.height, fit: 'cover' })
    .flatten({ background: colors.paper })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Draws a card: a PNG of about 35 KB, or with a picture a JPEG of about 60 KB. Leaves out what no typeface has. */
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
  let words = await layOut(card, options);
  if (missing.size > 0)
    words = await layOut({ ...card, title: leaveOut(card.title, missing) }, options);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colors.paper}"/>
    ${card.cover ? drawPicture(card.cover) : homeLine}${words}</svg>`;
  const drawn = sharp(Buffer.from(picture)).removeAlpha();
  if (card.picture !== undefined) {
    const own = await readPicture(join(mediaDirectory, card.picture));
    const { left, top } = pictureBox;
    drawn.composite([{ input: own, left, top }]);
    return drawn.jpeg({ quality: 82, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  return drawn.png({ compressionLevel: 9 }).toBuffer();
};
