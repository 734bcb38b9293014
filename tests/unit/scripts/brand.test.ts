import { expect, test } from 'vitest';
import { checkColors } from '../../../scripts/astro/brand.ts';
import { colors } from '../../../src/data/brand.ts';

const black = '#000000';
const white = '#ffffff';

/** Black on white; tests change single colours. */
const palette = {
  ...colors,
  ...{ paper: white, raised: white, sunken: white, nightSoft: white },
  ...{ ink: black, inkSoft: black, brand: black, brandDeep: black, night: black },
  ...{ blueText: black, greenText: black, error: black, control: black },
};

test('the colours of the firm have enough contrast', () => {
  checkColors(palette);
  checkColors(colors);
});

test.for<[string, Partial<typeof colors>, string]>([
  ['none', { paper: 'cream' }, 'the colour paper is "cream"; write it as # and six hexadecimal'],
  ['a short form', { blue: '#56e' }, 'the colour blue is "#56e"'],
  ['text too pale', { inkSoft: '#8a8a8a' }, 'inkSoft on paper has a contrast of 3.5 to 1, and 4.5'],
  ['a field without a border', { control: '#e0e0e0' }, 'control on paper has a contrast of 1.3'],
  ['a dark one on the dark ground', { nightSoft: '#333333' }, 'night on nightSoft has a contrast'],
])('a colour that is %s is named', ([, change, message]) => {
  expect(() => {
    checkColors({ ...palette, ...change });
  }).toThrow(`src/data/brand.ts: ${message}`);
});
