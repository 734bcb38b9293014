/**
 * `npm run fonts`: writes src/styles/fonts/ for the typefaces in src/data/brand.ts. Each typeface has a base
 * file with the common characters, which every page preloads. Browsers load the package's own files only for
 * other characters.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { fromBuffer } from '@capsizecss/unpack';
import { format } from 'oxfmt';
import subsetFont from 'subset-font';
import * as v from 'valibot';
import formatting from '../.oxfmtrc.json' with { type: 'json' };
import { typefaces, type Typeface, type TypefaceName } from '#data/brand.ts';
import { company } from '#data/company.ts';
import { parseJson } from '#engine/base/schemas.ts';
import { CommandError, runCommand } from '#engine/commands/command.ts';
import { checkTypefaces } from './facts.ts';

/** The first line of fonts.css, which tells for which typefaces the file was written. */
export const describeTypefaces = (): string =>
  `/* Written by \`npm run fonts\` for ${JSON.stringify(typefaces)} */`;

const resolve = createRequire(import.meta.url).resolve;
const folder = new URL('../src/styles/fonts/', import.meta.url);

/** Letters, digits and the signs of headings, with the firm's letters: no base file has more than it needs. */
const inHeadings =
  ` !$%&'()+,-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\u00a0\u00ad–—‘’“”` +
  JSON.stringify(company).replace(/[^\p{L}]/gu, '');
/** The characters of each base file. The signs that texts rarely use are in no base file. */
const common = { display: `${inHeadings}×`, text: `${inHeadings}"@©·×…` };

/** System fonts with the mean width of a letter in em: `xWidthAvg` of @capsizecss/unpack. */
const systemFonts = {
  serif: {
    regular: [
      { names: ['Georgia', 'Noto Serif'], width: 0.46 },
      { names: ['Liberation Serif', 'Times New Roman'], width: 0.406 },
    ],
    bold: [
      { names: ['Georgia Bold', 'Noto Serif Bold'], width: 0.516 },
      { names: ['Liberation Serif Bold'], width: 0.436 },
    ],
  },
  'sans-serif': {
    regular: [{ names: ['Arial', 'Roboto'], width: 0.449 }],
    bold: [{ names: ['Arial Bold', 'Liberation Sans Bold'], width: 0.484 }],
  },
};

const formatPoint = (point: number) => point.toString(16).toUpperCase();

/** Formats code points in ascending order as a CSS `unicode-range`. */
function formatRange(points: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last?.to === point - 1) last.to = point;
    else ranges.push({ from: point, to: point });
  }
  return ranges
    .map(({ from, to }) => `U+${formatPoint(from)}${to > from ? `-${formatPoint(to)}` : ''}`)
    .join();
}

const listPoints = (characters: string) =>
  Array.from(new Set(characters), (character) => character.codePointAt(0) ?? 0).sort(
    (one, other) => one - other,
  );

/** A range without the characters of the base file: with both ranges a slow line would load the package's file, too. */
function withoutBase(range: string, base: readonly number[]): string {
  const points = range.split(',').flatMap((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-');
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
  });
  return formatRange(points.filter((point) => !base.includes(point)));
}

const toPercent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/**
 * Draws the letters of a typeface closer together, in its own file: by CSS a fallback, which comes first on a slow line,
 * would be drawn closer, too. A font is a list of tables, each with its tag, its checksum, its place and its length.
 */
function tighten(font: Buffer, tracking: number): Buffer {
  const count = font.readUInt16BE(4);
  const places = Array.from({ length: count }, (_, index) => 12 + index * 16);
  const tables = new Map(
    places.map((at) => [font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8)]),
  );
  const [head = 0, hhea = 0, hmtx = 0] = ['head', 'hhea', 'hmtx'].map((tag) => tables.get(tag));
  const unitsPerEm = font.readUInt16BE(head + 18);
  const widths = font.readUInt16BE(hhea + 34);
  for (let glyph = 0; glyph < widths; glyph += 1) {
    const width = font.readUInt16BE(hmtx + glyph * 4);
    if (width > 0) font.writeUInt16BE(width + Math.round(tracking * unitsPerEm), hmtx + glyph * 4);
  }
  return font;
}

/** Writes the base file of a typeface, and returns the style sheet of the typeface. */
async function cutTypeface(name: TypefaceName, typeface: Typeface): Promise<string> {
  const { family, source, weight, tracking, features, fallback } = typeface;
  const getFile = (script: string) =>
    `${source}/files/${source.split('/')[1] ?? ''}-${script}-wght-normal.woff2`;
  // A single weight covers every weight that pages ask for, so no browser draws a false bold.
  const weights = typeof weight === 'number' ? '400 700' : `${weight.min} ${weight.max}`;
  const face = (url: string, range: string) =>
    `@font-face { font-family: '${family}'; src: url('${url}'); font-weight: ${weights}; font-display: optional; unicode-range: ${range}; }`;

  let latin: Buffer;
  let unicode: string;
  try {
    latin = await readFile(resolve(getFile('latin')));
    unicode = await readFile(resolve(`${source}/unicode.json`), 'utf8');
  } catch {
    throw new CommandError(
      `src/data/brand.ts: ${source} has no script latin. Install a package @fontsource-variable/… that has the scripts latin and latin-ext.`,
    );
  }
  const ranges = parseJson(v.record(v.string(), v.string()), unicode) ?? {};
  const cut = await subsetFont(latin, common[name], {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
    keepFeatures: features,
    dropTables: ['GDEF', 'STAT', 'HVAR', 'MVAR'],
  });
  const base = await subsetFont(tighten(cut, tracking), common[name], {
    targetFormat: 'woff2',
    keepFeatures: features,
  });
  await writeFile(new URL(`${name}.woff2`, folder), base);
  const points = listPoints(common[name]);
  const rules = ['latin-ext', 'latin'].map((script) =>
    face(getFile(script), withoutBase(ranges[script] ?? '', points)),
  );
  rules.push(face(`./${name}.woff2`, formatRange(points)));

  const { xWidthAvg, ascent, descent, unitsPerEm } = await fromBuffer(base);
  const isBold = typeof weight === 'number' && weight >= 600;
  const isLarge = name === 'display';
  const families = [`'${family}'`];
  for (const { names, width } of systemFonts[fallback][isBold ? 'bold' : 'regular']) {
    const scale = xWidthAvg / unitsPerEm / width;
    // A text font that is as wide as the typeface needs no rule.
    if (!isLarge && Math.abs(scale - 1) < 0.01) {
      families.push(...names);
      continue;
    }
    const fitted = `${name}-${families.length}`;
    families.push(fitted);
    const measures = [`size-adjust: ${toPercent(scale)}`];
    // Only large letters move visibly up or down. Without a range of weights, a browser would make the
    // bold letters bolder.
    if (isLarge)
      measures.push(
        `ascent-override: ${toPercent(ascent / unitsPerEm / scale)}`,
        `descent-override: ${toPercent(-descent / unitsPerEm / scale)}`,
        'font-weight: 400 700',
      );
    const sources = names.map((local) => `local('${local}')`);
    rules.push(
      `@font-face { font-family: ${fitted}; src: ${sources.join()}; ${measures.join('; ')} }`,
    );
  }
  return [...rules, `:root { --font-${name}: ${[...families, fallback].join()} }`].join('');
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    checkTypefaces(Object.values(typefaces));
    await mkdir(folder, { recursive: true });
    const styles = [
      describeTypefaces(),
      await cutTypeface('display', typefaces.display),
      await cutTypeface('text', typefaces.text),
    ];
    const file = fileURLToPath(new URL('fonts.css', folder));
    const { code } = await format(file, styles.join('\n'), formatting);
    await writeFile(file, code);
  });
}
