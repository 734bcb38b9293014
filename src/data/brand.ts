/**
 * The look of the firm: its colours and its typefaces. Pages, share images, manifest and audit all read
 * this file; a build checks every value and the contrast of each pair of colours (scripts/astro/brand.ts).
 */

/** `#rrggbb`. Each is a custom property of CSS: `inkSoft` is `--color-ink-soft`. */
export const colors = {
  /** Ground of the page (spec §9: cream), of what lies on it, and of what lies behind it. */
  paper: '#f5f0e8',
  raised: '#fdfbf7',
  sunken: '#ebe2d4',
  /** Text, and text of less weight. */
  ink: '#2b1a10',
  inkSoft: '#5e4a3c',
  rule: '#d8c9b4',
  /** Borders of fields. */
  control: '#8f7a66',
  /** Buttons and the wordmark (spec §9: brown), and a button that is pressed. */
  brand: '#8b4513',
  brandDeep: '#6b340c',
  /** The dark ground of the footer and of closing panels, and softer text on it. */
  night: '#23140b',
  nightSoft: '#cdbba8',
  /** The line that runs through the site (spec §9: blue and green), and the same hues as text. */
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
  /** A package `@fontsource-variable/…` (https://fontsource.org). */
  source: string;
  /** The weights that pages use: one, or a range. The fewer, the lighter. */
  weight: number | { min: number; max: number };
  /** OpenType features to keep: kern and tnum (figures of one width) at least. */
  features: readonly string[];
  /** What text is set in until the typeface is there, and scripts that it lacks. */
  fallback: string;
}

export const typefaces: Record<'display' | 'text', Typeface> = {
  display: {
    family: 'Besley',
    source: '@fontsource-variable/besley',
    weight: 580,
    // The ligatures of Besley weigh 1.1 KB.
    features: ['kern', 'tnum'],
    fallback: 'Georgia, serif',
  },
  text: {
    family: 'Figtree',
    source: '@fontsource-variable/figtree',
    weight: { min: 400, max: 700 },
    features: ['kern', 'liga', 'tnum'],
    fallback: 'system-ui, sans-serif',
  },
};
