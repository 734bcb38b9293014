/**
 * Writes the CSS and font files for src/data/brand.ts before every build. Each typeface is split in three:
 * the common characters, the rest of Latin, and Latin Extended. Pages of common characters have no rules for
 * the last two (src/layouts/typefaces.ts).
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AstroIntegration } from 'astro';
import subsetFont from 'subset-font';
import {
  colors,
  typefaces,
  type ColorName,
  type Typeface,
  type TypefaceName,
} from '../../src/data/brand.ts';
import { company } from '../../src/data/company.ts';
import { footerNavigation, mainNavigation, primaryAction } from '../../src/data/navigation.ts';
import { countLetters } from '../../src/rules/long-words.ts';
import { commonCharacters, formatFamily } from '../../src/rules/typefaces.ts';
import { checkFacts, firmFacts } from './facts.ts';
import { fitSystemFonts } from './system-fonts.ts';

const resolve = createRequire(import.meta.url).resolve;

/**
 * The code points that pages may use from the two files of a source package. Where the blocks overlap, the
 * character comes from `latin`; the common characters are removed from both.
 */
const blocks = {
  'latin-ext': [
    [0x100, 0x323],
    [0x1e00, 0x1eff],
    [0x20a0, 0x20c0],
  ],
  latin: [
    [0x21, 0x7e],
    [0xa1, 0xff],
    [0x152, 0x153],
    [0x201a, 0x201b],
    [0x201e, 0x2022],
    [0x2039, 0x2215],
  ],
} as const;
type Script = keyof typeof blocks;
const scripts = ['latin-ext', 'latin'] as const satisfies readonly Script[];

/** Reads the source file of a typeface for one script, with all its characters and weights. */
function readTypeface({ source }: Typeface, script: Script): Promise<Buffer> {
  const file = `files/${source.split('/')[1] ?? ''}-${script}-wght-normal.woff2`;
  try {
    return readFile(resolve(`${source}/${file}`));
  } catch {
    throw new Error(
      `src/data/brand.ts: there is no ${file} in ${source}. Install a package @fontsource-variable/… that has the scripts latin and latin-ext.`,
    );
  }
}

/** The code points of a script, without the common characters. */
const listPoints = (script: Script) =>
  blocks[script]
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .filter((point) => !commonCharacters.has(String.fromCodePoint(point)));

/** Formats ascending code points as a CSS `unicode-range`. */
function formatRange(points: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges
    .map(([from, to]) => (from === to ? [from] : [from, to]).map((point) => point.toString(16)))
    .map((range) => `U+${range.join('-')}`)
    .join();
}

interface Rules {
  /** `@font-face` rules for the common characters, and for the fonts in place of the typeface. */
  common: string[];
  /** `@font-face` rules for all other characters. */
  rare: string[];
  /** Families that show a page until the typeface comes, as CSS. */
  fallback: string;
}

/** Writes the files of one typeface and returns its rules. */
async function cutTypeface(name: TypefaceName, typeface: Typeface, directory: URL): Promise<Rules> {
  const { family, weight, features } = typeface;
  // A single weight covers every weight that pages ask for, so no browser draws a false bold.
  const weights = typeof weight === 'number' ? '400 700' : `${weight.min} ${weight.max}`;

  const cut = async (file: string, script: Script, characters: string, range?: string) => {
    const font = await subsetFont(await readTypeface(typeface, script), characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: weight },
      keepFeatures: features,
      dropTables: ['STAT'],
    });
    await write(new URL(`${file}.woff2`, directory), font);
    const rule = `@font-face{font-family:'${family}';src:url('./${file}.woff2?no-inline');font-weight:${weights};font-display:swap${range ? `;unicode-range:${range}` : ''}}`;
    return { rule, font };
  };

  const common = await cut(name, 'latin', [...commonCharacters].join(''));
  const rare: string[] = [];
  // A browser tries the last matching rule first. No other range contains the common characters: while
  // their file loads, a browser would download the next file that contains them.
  for (const script of scripts) {
    const points = listPoints(script);
    const characters = String.fromCodePoint(...points);
    const { rule } = await cut(`${name}-${script}`, script, characters, formatRange(points));
    rare.push(rule);
  }
  const { families, rules } = await fitSystemFonts(name, typeface, common.font);
  return {
    common: [common.rule, ...rules],
    rare,
    fallback: [...families, typeface.fallback].join(),
  };
}

async function write(file: URL, content: string | Uint8Array): Promise<void> {
  const temporary = new URL(`${file.href}.${process.pid}.tmp`);
  await writeFile(temporary, content);
  await rename(temporary, file);
}

const toChannels = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** Relative luminance of a colour, as WCAG 2.2 defines it. */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const getContrast = (one: string, other: string) => {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/**
 * Foreground, backgrounds, and the least contrast that WCAG 2.2 AA allows: 4.5 for text, 3 for field
 * borders.
 */
const pairs: readonly [ColorName, readonly ColorName[], number][] = [
  ['ink', ['paper', 'raised', 'sunken'], 4.5],
  ['inkSoft', ['paper', 'raised', 'sunken'], 4.5],
  ['brand', ['paper', 'raised'], 4.5],
  ['brandDeep', ['paper', 'raised'], 4.5],
  ['blueText', ['paper', 'raised'], 4.5],
  ['greenText', ['paper', 'raised'], 4.5],
  ['error', ['paper', 'raised'], 4.5],
  ['night', ['paper', 'nightSoft'], 4.5],
  ['control', ['paper', 'raised'], 3],
];

/** @throws a sentence that names the file and the colour */
export function checkColors(palette: Readonly<Record<ColorName, string>>): void {
  for (const [name, color] of Object.entries(palette))
    if (!/^#[\da-f]{6}$/i.test(color))
      throw new Error(
        `src/data/brand.ts: the colour ${name} is "${color}"; write it as # and six hexadecimal digits.`,
      );
  for (const [front, grounds, least] of pairs)
    for (const ground of grounds) {
      const contrast = getContrast(palette[front], palette[ground]);
      if (contrast < least)
        throw new Error(
          `src/data/brand.ts: ${front} on ${ground} has a contrast of ${contrast.toFixed(1)} to 1, and ${least} is the least that everyone can read.`,
        );
    }
}

const typefaceNames: readonly TypefaceName[] = ['display', 'text'];

const toProperty = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Letters in the longest word of the name. The wordmark's size depends on this number. */
const nameLetters = Math.max(8, countLetters(company.wordmark));

/** Sizes that depend on the labels of links. The numbers of letters are those that fit the sizes before. */
function listLabelSizes(): Record<string, string> {
  const header = [...mainNavigation, primaryAction].map(({ label }) => label);
  const footer = footerNavigation.flatMap(({ title, links }) => [
    title,
    ...links.map(({ label }) => label),
  ]);
  const grow = (rem: number, letters: number, fits: number, remPerLetter: number) =>
    `${rem + Math.ceil(Math.max(0, letters - fits) * remPerLetter)}rem`;
  // A link takes the room of three letters besides its label.
  const inHeader = header.reduce((sum, label) => sum + label.length + 3, 0);
  const inMenu = countLetters(header.join(' '));
  const menu = 'clamp(1.75rem,6.4svh,2.75rem)';
  return {
    // The least width of the header that shows the links and not the menu button.
    '--width-links': grow(43.5, inHeader, 61, 1.1),
    '--width-footer-links': grow(8, countLetters(footer.join(' ')), 14, 0.5),
    '--text-menu': inMenu > 10 ? `min(${menu},${Math.floor(160 / inMenu)}cqi)` : menu,
  };
}

/**
 * The custom properties `--color-…`, `--font-…`, `--name-letters`, and the sizes for labels.
 * @param fallbacks families that show a page until its typefaces come, as CSS
 */
export function renderTokens(fallbacks: Readonly<Record<TypefaceName, string>>): string {
  const tokens = [
    `--name-letters:${nameLetters}`,
    ...Object.entries(listLabelSizes()).map(([name, value]) => `${name}:${value}`),
    ...Object.entries(colors).map(([name, color]) => `--color-${toProperty(name)}:${color}`),
    // The paper colour, translucent, so that the page shows through the header.
    `--color-header:rgb(${toChannels(colors.paper).join(' ')} / .82)`,
    ...typefaceNames.map(
      (name) => `--font-${name}:${formatFamily(typefaces[name].family)},${fallbacks[name]}`,
    ),
  ];
  const early = typefaceNames.map((name) => `--font-${name}:${fallbacks[name]}`);
  // src/layouts/typefaces.ts sets and deletes `data-early`.
  return `:root{${tokens.join(';')}}:root[data-early]{${early.join(';')}}`;
}

/**
 * Writes style sheets and font files into `directory`.
 * @throws a sentence for a value of src/data/brand.ts that cannot be used
 */
async function makeBrand(directory: URL): Promise<void> {
  checkFacts(firmFacts);
  checkColors(colors);
  await mkdir(directory, { recursive: true });
  const [display, text] = await Promise.all([
    cutTypeface('display', typefaces.display, directory),
    cutTypeface('text', typefaces.text, directory),
  ]);
  const tokens = renderTokens({ display: display.fallback, text: text.fallback });
  const files = {
    'brand.css': [...display.common, ...text.common, tokens],
    'rare-characters.css': [...display.rare, ...text.rare],
  };
  for (const [name, rules] of Object.entries(files))
    await write(new URL(name, directory), rules.join('\n'));
}

/** Astro integration: `styles/index.css` and `layouts/typefaces.ts` read the files in `.astro/brand/`. */
export const brand = (): AstroIntegration => ({
  name: 'brand',
  hooks: {
    'astro:config:setup': async ({ config, command }) => {
      if (command === 'sync') return;
      await makeBrand(new URL('.astro/brand/', config.root));
    },
  },
});
