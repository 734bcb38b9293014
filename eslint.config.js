import css from '@eslint/css';
import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import baseline from 'eslint-plugin-baseline-js';
import { readFileSync } from 'node:fs';
import ts from 'typescript-eslint';
import { dataTokens } from './src/layouts/data-tokens.ts';

/** The linter's name for scripts inside `.astro` files. They belong to no TypeScript program. */
const scriptsOfPages = '**/*.astro/*.ts';
/** Files of other firms, which a test lays over a copy of the project. */
const overlays = 'tests/firms/**';
const typed = { files: ['**/*.{ts,tsx}'], ignores: [scriptsOfPages, overlays] };

/** Style sheets as the linter sees them: those inside components, and files with the tokens in front. */
const linted = '**/*.{astro,css}/*.css';
/** Every token, on one line, so that the rules know the values in each style sheet. */
const tokens =
  `${dataTokens} ${readFileSync('src/styles/fonts/fonts.css', 'utf8')} ${readFileSync('src/styles/tokens.css', 'utf8')}`.replaceAll(
    '\n',
    ' ',
  );
const scripts = astro.processors['client-side-ts'];
/** Gives the rules each style sheet at the lines where the file has it. */
const styleSheets = {
  meta: { name: 'style-sheets' },
  preprocess(text, path) {
    if (path.endsWith('.css')) return [{ text: `${tokens}${text}`, filename: '0.css' }];
    const elements = text.matchAll(/(?<=^<style[^>]*>).*?(?=^<\/style>)/gms);
    return [
      ...scripts.preprocess(text, path),
      ...Array.from(elements, ({ 0: sheet, index }, number) => ({
        text: `${tokens}${text.slice(0, index).replace(/[^\n]/g, '')}${sheet}`,
        filename: `${number}.css`,
      })),
    ];
  },
  postprocess: (messages) => messages.flat(),
};

/** What each room of the engine may import besides config and data. */
const rooms = {
  content: ['disk'],
  disk: [],
  leads: ['disk'],
  publish: ['content', 'disk'],
  serve: ['content', 'disk', 'leads', 'publish'],
  netlify: ['content', 'disk', 'leads', 'publish', 'serve'],
};
const anyOf = (names) => `(?:${names.join('|')})`;
const toRoom = (names) => `^(?:\\.\\.?/)+(?:src/)?(?:engine/)?${anyOf(names)}/`;
const site = ['components', 'islands', 'layouts', 'pages', 'sections'];

/** Each wall is a pattern of imports and the reason against them. */
const wall = (files, ...patterns) => ({
  files,
  ignores: ['**/*.css'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: patterns.map(([regex, message]) => ({ regex, message })) },
    ],
  },
});
/** Doors beside `index.ts`, for pages, Astro, sample articles and the machine. */
const doors = {
  content: ['fallback/document', 'read'],
  leads: ['fields'],
  publish: [
    'addresses/address-book',
    'addresses/address-file',
    'addresses/live-addresses',
    'astro',
  ],
  serve: ['node/index'],
};
const pastDoor = [
  `${toRoom(Object.keys(rooms))}(?!${anyOf(['index', ...Object.values(doors).flat()])}\\.ts$)`,
  'Import a room by one of its doors, such as index.ts.',
];
const outside = [
  '^(?:\\.\\./)+(?:scripts|tests)/',
  'The site and the engine run without commands and tests.',
];
const engine = [
  '/engine/(?!content/read\\.ts$|leads/fields\\.ts$)',
  'The site reads engine/content/read.ts and engine/leads/fields.ts, and no other file of the engine.',
];
const walls = [
  wall(['src/**'], outside, pastDoor),
  wall(
    site.map((room) => `src/${room}/**`),
    outside,
    engine,
  ),
  wall(
    ['src/islands/**'],
    outside,
    ['/engine/(?!leads/fields\\.ts$)', 'An island knows no engine but the rules of a lead.'],
    [
      '/data/(?:services/|(?:company|legal|team|testimonials)\\.ts$)',
      'The catalogue and the facts of the firm would ship to every visitor; pass props.',
    ],
  ),
  ...Object.entries(rooms).map(([room, lower]) =>
    wall(
      [`src/engine/${room}/**`],
      outside,
      pastDoor,
      [`^(?:\\.\\./)+${anyOf(site)}/(?!drawings/|inline-parts\\.ts$)`, 'The engine knows no page.'],
      [
        toRoom(Object.keys(rooms).filter((other) => other !== room && !lower.includes(other))),
        `The room ${room} imports ${lower.join(', ') || 'no other room'}.`,
      ],
    ),
  ),
  wall(
    ['scripts/**', 'astro.config.mjs'],
    ['^(?:\\.\\./)+tests/', 'Commands run without the tests.'],
    pastDoor,
  ),
];

export default defineConfig(
  globalIgnores(['dist/', '.astro/', '.data/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    ...typed,
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: ['**/*.{js,mjs}', '**/*.astro', scriptsOfPages, overlays],
    extends: [ts.configs.strict],
  },
  // `astro check` checks the types of components, because the typed rules do not understand their markup.
  astro.configs.recommended,

  {
    files: ['**/*.{js,mjs,ts,tsx,astro}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression',
          message: 'A double cast can hide an error: parse the value instead.',
        },
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Use a named export, so that a thing has one name everywhere.',
        },
      ],
    },
  },
  {
    ...typed,
    rules: {
      // A tenth of the linter's time; editors strike through what is deprecated.
      '@typescript-eslint/no-deprecated': 'off',
      // A quarter of the linter's time, for a project without enums (erasableSyntaxOnly) and nearly without classes.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Event handlers read best as `() => close()`.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `||` treats an empty text like a missing one, on purpose.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
    },
  },

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
            // Without these, a page loses no more than a nicety.
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
  {
    files: ['src/islands/**/*.{ts,tsx}'],
    plugins: { 'baseline-js': baseline },
    rules: {
      'baseline-js/use-baseline': [
        'error',
        {
          available: 2022,
          // The oldest browsers have the first two; ShareSave.tsx asks before it uses the others.
          ignoreFeatures: [
            'abortsignal-timeout',
            'constructed-stylesheets',
            'async-clipboard',
            'share',
          ],
          includeWebApis: { preset: 'type-aware' },
          includeJsBuiltins: { preset: 'type-aware' },
        },
      ],
    },
  },

  ...walls,
  {
    // Only the code that starts a server or a function reads the environment, and calls parseConfig.
    files: ['src/**/*.{ts,tsx,astro}'],
    ignores: ['src/engine/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Take the value from Config, which the adapter passes in.' },
      ],
    },
  },
  {
    // These tools and hosts ask for a default export.
    files: [
      '**/*.config.{js,mjs,ts}',
      'src/engine/netlify/functions/**',
      'src/islands/on-intent.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // A declaration file uses the names and the default export of its package.
    files: ['**/*.d.ts'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    // Vitest types asymmetric matchers such as expect.any() as any, and tests often pass empty functions.
    files: ['tests/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
);
