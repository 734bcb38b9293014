/** The firm's colours and typefaces. Every build checks the contrasts (scripts/facts.ts). */

/** Written as `#rrggbb`. Each colour becomes a CSS property: `inkSoft` is `--color-ink-soft`. */
export const colors = {
  /** Backgrounds: the page (cream), raised panels, and sunken areas. */
  paper: '#f5f0e8',
  raised: '#fdfbf7',
  sunken: '#ebe2d4',
  /** Text, and softer text. */
  ink: '#2b1a10',
  inkSoft: '#5e4a3c',
  rule: '#d8c9b4',
  /** Borders of fields. */
  control: '#8f7a66',
  /** Buttons and the wordmark (brown), and a pressed button. */
  brand: '#8b4513',
  brandDeep: '#6b340c',
  /** The dark background of the footer and of closing panels, and the softer text on it. */
  night: '#23140b',
  nightSoft: '#cdbba8',
  /** The line through the site (blue and green), and darker shades for text. */
  blue: '#5680e9',
  green: '#4caf50',
  blueText: '#2d54b5',
  greenText: '#2a6b2e',
  error: '#9c2317',
};

export type ColorName = keyof typeof colors;

/** A variable typeface with the scripts `latin` and `latin-ext`, installed from npm. */
export interface Typeface {
  family: string;
  /** An npm package `@fontsource-variable/…` (https://fontsource.org). */
  source: string;
  /** The weights that pages use: one, or a range. A narrow range makes a lighter file. */
  weight: number | { min: number; max: number };
  /** How much wider apart than drawn its letters stand, in em; negative for closer. */
  tracking: number;
  /** OpenType features to keep: kern in headlines, in the text tnum for figures of equal width. */
  features: readonly string[];
  /** The kind of system font before the typeface loads, and for scripts that it lacks. */
  fallback: 'serif' | 'sans-serif';
}

export type TypefaceName = 'display' | 'text';

export const typefaces: Record<TypefaceName, Typeface> = {
  display: {
    family: 'Besley',
    source: '@fontsource-variable/besley',
    weight: 580,
    tracking: -0.025,
    // The ligatures of Besley would add 1.1 KB.
    features: ['kern'],
    fallback: 'serif',
  },
  text: {
    family: 'Figtree',
    source: '@fontsource-variable/figtree',
    weight: { min: 400, max: 600 },
    tracking: 0,
    // Kerning would add 0.7 KB and moves no letter of a text by a visible distance.
    features: ['tnum'],
    fallback: 'sans-serif',
  },
};
