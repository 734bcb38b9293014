/** Other hues, and other typefaces than the sample has; the comments are in the project's own file. */
export const colors = {
  paper: '#eef2f0',
  raised: '#ffffff',
  sunken: '#dde6e2',
  ink: '#10211d',
  inkSoft: '#3e514b',
  rule: '#bccac4',
  control: '#6b7f78',
  brand: '#0b5c6b',
  brandDeep: '#083f4a',
  night: '#0a1d22',
  nightSoft: '#a9c4c6',
  blue: '#b0417c',
  green: '#e08a1e',
  blueText: '#8c2c5f',
  greenText: '#7a4705',
  error: '#a31621',
};

export const typefaces = {
  display: {
    family: 'Bitter',
    source: '@fontsource-variable/bitter',
    weight: 600,
    tracking: -0.02,
    features: ['kern', 'tnum'],
    fallback: 'serif',
  },
  text: {
    family: 'Manrope',
    source: '@fontsource-variable/manrope',
    weight: { min: 400, max: 700 },
    tracking: 0,
    features: ['kern', 'tnum'],
    fallback: 'sans-serif',
  },
};
