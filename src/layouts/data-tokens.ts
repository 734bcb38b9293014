import { colors, typefaces } from '#data/brand.ts';
import { measures } from '#data/measures.ts';
import { primaryAction } from '#data/navigation.ts';

const toProperty = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const { weight } = typefaces.display;
const properties = [
  ...Object.entries(colors).map(([name, color]) => `--color-${toProperty(name)}:${color}`),
  // The paper colour, translucent, so that the page shows through the header.
  `--color-header:${colors.paper}d1`,
  // Headlines are as heavy as their typeface can be.
  `--weight-display:${typeof weight === 'number' ? weight : weight.max}`,
  `--letters-action:${primaryAction.label.length}`,
  `--offset-header-slims:${measures.headerSlimsAfterPixels}px`,
  `--duration-menu:${measures.menuSlideSeconds}s`,
];

/** Tokens whose values `src/data` has, as CSS: the colour `inkSoft` is `--color-ink-soft`. */
export const dataTokens = `:root{${properties.join(';')}}`;
