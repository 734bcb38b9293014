import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import { walls } from './tests/support/walls.ts';

/** The walls that guard one place of the house, as patterns of what its files may not import. */
const wallsAround = (place) =>
  walls
    .filter(({ from }) => from.some((guarded) => place.startsWith(guarded)))
    .flatMap(({ why, to = [], packages = [], typesPass = false }) => [
      ...to
        // A room may import itself; the walls test knows the files that may not.
        .filter((target) => !place.startsWith(target))
        .map((target) => ({
          regex: `^\\.{1,2}/(.*/)?${target.replace(/^src\//, '').replace('.', '\\.')}`,
          message: why,
          allowTypeImports: typesPass,
        })),
      ...packages.map((name) => ({
        regex: `^${name}($|[/:])`,
        message: why,
        allowTypeImports: typesPass,
      })),
    ]);

// Shorter places first: the rule of a file takes the place of its folder's.
const guardedPlaces = [...new Set(walls.flatMap(({ from }) => from))].sort(
  (one, other) => one.length - other.length,
);

/** As the linter names a script that stands in an `.astro` file; it belongs to no program. */
const scriptsOfPages = '**/*.astro/*.ts';
/** Files of other firms, at home in a copy of the project. */
const overlays = 'tests/firms/**';
const typed = { files: ['**/*.{ts,tsx}'], ignores: [scriptsOfPages, overlays] };

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
  // Types of components are checked by `astro check`: the typed rules do not understand their markup.
  astro.configs.recommended,

  {
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
          message: 'A double cast hides a doubt: parse the value instead.',
        },
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Named exports only: one name for a thing, everywhere.',
        },
      ],
    },
  },
  {
    ...typed,
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => close()` is how an event handler reads best.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // An empty text is as good as none, and `||` says so.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
    },
  },

  ...guardedPlaces.map((place) => ({
    files: [place.endsWith('/') ? `${place}**` : place],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: wallsAround(place) }],
    },
  })),
  {
    // The environment is read where a mount calls parseConfig, and nowhere else.
    files: ['src/**'],
    ignores: ['src/adapters/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Take what you need from Config, handed in by the mount.' },
      ],
    },
  },
  {
    // These tools and hosts ask for a default export.
    files: ['*.config.*', 'src/adapters/netlify/functions/**', 'src/islands/on-intent.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Declarations follow a package: its names, its parameters, its default export.
    files: ['**/*.d.ts'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    // Asymmetric matchers such as expect.any() are typed as any by vitest itself.
    // And a function that does nothing is often what a test hands in.
    files: ['tests/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
);
