/** Draws share images in the look of the site: paper, the line, the wordmark, the title of the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createElement, type CSSProperties, type ReactNode } from 'react';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { colors, typefaces, type Typeface } from '../../data/brand.ts';
import { company } from '../../data/company.ts';
import { shareImageSize, type ShareCard } from './card.ts';

const resolve = createRequire(import.meta.url).resolve;

/** One weight of a typeface: the layout engine reads neither compressed nor variable fonts. */
async function loadFont({ source, family }: Typeface, script: string, wght: number): Promise<Font> {
  const file = `${source}/files/${source.split('/')[1] ?? ''}-${script}-wght-normal.woff2`;
  const data = await subsetFont(await readFile(resolve(file)), null, {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    variationAxes: { wght },
  });
  return { name: `${family} ${script}`, data };
}

const { display, text } = typefaces;
const titleWeight = typeof display.weight === 'number' ? display.weight : display.weight.max;
const labelWeight = typeof text.weight === 'number' ? text.weight : Math.min(600, text.weight.max);

const loadFonts = () =>
  Promise.all([
    loadFont(display, 'latin', titleWeight),
    loadFont(display, 'latin-ext', titleWeight),
    loadFont(text, 'latin', labelWeight),
  ]);

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);

const { width, height } = shareImageSize;

const drawing = createElement(
  'svg',
  { width, height, viewBox: `0 0 ${width} ${height}`, style: { position: 'absolute' } },
  ...[90, 180, 270, 360, 450, 540].map((y) =>
    createElement('path', { key: y, d: `M0 ${y}.5H${width}`, stroke: colors.rule }),
  ),
  createElement(
    'linearGradient',
    { id: 'line', gradientUnits: 'userSpaceOnUse', x1: 0, x2: width },
    createElement('stop', { offset: 0.6, stopColor: colors.blue }),
    createElement('stop', { offset: 0.95, stopColor: colors.green }),
  ),
  createElement('path', {
    d: 'M-20 592C80 592 130 562 225 568S360 606 450 594 575 540 660 552 795 580 865 500 935 392 990 396 1090 300 1162 56',
    fill: 'none',
    stroke: 'url(#line)',
    strokeWidth: 14,
    strokeLinecap: 'round',
  }),
);

/** Pixels by the length of the title: short ones are set large, and none has more than five lines. */
const sizes = [
  [22, 120],
  [44, 88],
  [84, 72],
  [Infinity, 52],
] as const;
const titleWidth = 880;

function getTitleSize(title: string): number {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  const byLength = sizes.find(([longest]) => title.length <= longest)?.[1] ?? 0;
  return Math.min(byLength, Math.max(40, titleWidth / (longestWord * 0.6)));
}

const layOut = ({ label, title }: ShareCard) =>
  box(
    {
      width,
      height,
      background: colors.paper,
      fontFamily: `${display.family} latin, ${display.family} latin-ext`,
    },
    drawing,
    box(
      {
        position: 'absolute',
        top: 64,
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
            marginBottom: 18,
          },
          label,
        ),
      box(
        {
          display: 'block',
          fontSize: getTitleSize(title),
          lineHeight: 1.06,
          letterSpacing: '-0.03em',
          lineClamp: 5,
          wordBreak: 'break-word',
        },
        title,
      ),
    ),
    box(
      { position: 'absolute', right: 72, bottom: 50, alignItems: 'baseline' },
      box({ fontSize: 44, letterSpacing: '-0.03em', color: colors.brand }, company.name),
    ),
  );

/** A title of which nothing is left gives way to what the firm stands for. */
const leaveOut = (title: string, missing: ReadonlySet<string>) =>
  Array.from(title, (character) => (missing.has(character) ? ' ' : character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim() || company.tagline;

let fonts: Promise<Font[]> | undefined;

/** The drawing, every letter an outline; characters that no face has are told and left blank. */
async function drawOutlines(card: ShareCard, onMissing: (text: string) => void): Promise<string> {
  return satori(layOut(card), {
    width,
    height,
    fonts: await (fonts ??= loadFonts()),
    loadAdditionalAsset: (_, text) => {
      onMissing(text);
      return Promise.resolve([]);
    },
  });
}

/** A PNG of about 20 KB; characters of scripts that our faces do not have are left out. */
export async function drawShareImage({ label, title }: ShareCard): Promise<Buffer> {
  const missing = new Set<string>();
  const complete = await drawOutlines({ label, title }, (text) => {
    for (const character of text) missing.add(character);
  });
  const outlines =
    missing.size === 0
      ? complete
      : await drawOutlines({ label, title: leaveOut(title, missing) }, () => undefined);
  return sharp(Buffer.from(outlines))
    .removeAlpha()
    .png({ palette: true, quality: 70, dither: 0, effort: 7, compressionLevel: 9 })
    .toBuffer();
}
