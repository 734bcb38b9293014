/** The linter of style sheets. oxlint.config.ts has the code. */
import css from '@eslint/css';
import { defineConfig } from 'eslint/config';
import { readFileSync } from 'node:fs';
import { dataTokens } from '#layouts/data-tokens.ts';

/** Style sheets as the linter sees them: those inside components, and files with the tokens in front. */
const linted = '**/*.{astro,css}/*.css';
/** Every token, on one line, so that the rules know the values in each style sheet. */
const tokens =
  `${dataTokens} ${readFileSync('src/styles/fonts/fonts.css', 'utf8')} ${readFileSync('src/styles/tokens.css', 'utf8')}`.replaceAll(
    '\n',
    ' ',
  );
/** Gives the rules each style sheet at the lines where the file has it. */
const styleSheets = {
  meta: { name: 'style-sheets' },
  preprocess(text, path) {
    if (path.endsWith('.css')) return [{ text: `${tokens}${text}`, filename: '0.css' }];
    const elements = text.matchAll(/(?<=^<style[^>]*>).*?(?=^<\/style>)/gms);
    return Array.from(elements, ({ 0: sheet, index }, number) => ({
      text: `${tokens}${text.slice(0, index).replace(/[^\n]/g, '')}${sheet}`,
      filename: `${number}.css`,
    }));
  },
  postprocess: (messages) => messages.flat(),
};

export default defineConfig(
  { files: ['src/**/*.{astro,css}'], ignores: [linted], processor: styleSheets },
  {
    files: [linted],
    language: 'css/css',
    plugins: { css },
    rules: {
      'css/no-invalid-properties': 'error',
      'css/prefer-logical-properties': [
        'error',
        { allowProperties: ['overflow-x'], allowUnits: ['vw', 'svh'] },
      ],
      // Chrome 109, Firefox 115 and Safari 16.4 have everything of 2022.
      'css/use-baseline': [
        'error',
        {
          available: 2022,
          // They have container queries, too. Pages without a transition follow one another at once.
          allowAtRules: ['container', 'view-transition'],
          allowProperties: [
            'animation-range',
            'container',
            'container-type',
            'outline',
            // The build writes the prefixed property, too.
            'backdrop-filter',
            'text-size-adjust',
            'user-select',
            // Without these, a page loses no more than a nicety.
            'break-before',
            'field-sizing',
            'forced-color-adjust',
            'hyphens',
            'overscroll-behavior',
            'text-wrap',
            'view-transition-name',
          ],
          allowPropertyValues: { 'break-after': ['avoid'] },
          // The reader's own setting, which an older browser does not have.
          allowMediaConditions: ['prefers-reduced-transparency'],
          // :has: the page behind the open menu scrolls. :user-invalid: the browser names the wrong field.
          allowSelectors: ['has', 'marker', 'user-invalid'],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Declaration:not([property=/^--/]) :matches(Hash, Function[name=/^(rgb|hsl|ok)/])',
          message: 'Colours have names in src/data/brand.ts.',
        },
      ],
    },
  },
);
