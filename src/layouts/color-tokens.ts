import { colors } from '../data/brand.ts';

const toProperty = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const properties = Object.entries(colors).map(
  ([name, color]) => `--color-${toProperty(name)}:${color}`,
);
// The paper colour, translucent, so that the page shows through the header.
properties.push(`--color-header:${colors.paper}d1`);

/** The firm's colours as CSS: `inkSoft` is `--color-ink-soft`. */
export const colorTokens = `:root{${properties.join(';')}}`;
