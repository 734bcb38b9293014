/**
 * Fits fonts of operating systems to the firm's typefaces, so that no line changes when a typeface takes
 * their place.
 */
import { fromBuffer } from '@capsizecss/unpack';
import { formatFamily } from '../../src/rules/typefaces.ts';
import type { Typeface, TypefaceName } from '../../src/data/brand.ts';

/** Fonts that are equally wide. */
interface SystemFonts {
  names: readonly string[];
  /** Mean width of a letter in em: `xWidthAvg` of @capsizecss/unpack, fitted to the texts of pages. */
  width: number;
}

const systemFonts: Record<Typeface['fallback'], Record<'regular' | 'bold', SystemFonts[]>> = {
  serif: {
    regular: [{ names: ['Georgia'], width: 0.449 }],
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

const toPercent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/**
 * Stretches the fonts that show a page until a typeface comes.
 * @param font the file of the typeface
 * @returns names of families, and the `@font-face` rules that define them
 */
export async function fitSystemFonts(
  name: TypefaceName,
  { weight, fallback }: Typeface,
  font: Buffer,
): Promise<{ families: string[]; rules: string[] }> {
  const { xWidthAvg, ascent, descent, unitsPerEm } = await fromBuffer(font);
  const isBold = typeof weight === 'number' && weight >= 550;
  const families: string[] = [];
  const rules: string[] = [];
  for (const { names, width } of systemFonts[fallback][isBold ? 'bold' : 'regular']) {
    const scale = xWidthAvg / unitsPerEm / width;
    // A text font that is as wide as the typeface needs no rule.
    if (!isBold && Math.abs(scale - 1) < 0.01) {
      families.push(...names.map((local) => formatFamily(local)));
      continue;
    }
    // A short name, because every page has it.
    const family = `${name.slice(0, 1)}${families.length}`;
    families.push(family);
    const measures = [`size-adjust:${toPercent(scale)}`];
    // Only large letters move visibly up or down. Without a range of weights, a browser would make the
    // bold letters bolder.
    if (isBold)
      measures.push(
        `ascent-override:${toPercent(ascent / unitsPerEm / scale)}`,
        `descent-override:${toPercent(-descent / unitsPerEm / scale)}`,
        'font-weight:400 700',
      );
    const sources = names.map((local) => `local('${local}')`);
    rules.push(`@font-face{font-family:${family};src:${sources.join()};${measures.join(';')}}`);
  }
  return { families, rules };
}
