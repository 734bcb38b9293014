import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

/** The linter's name for scripts inside `.astro` files. They belong to no TypeScript program. */
const scriptsOfPages = '**/*.astro/*.ts';
/** Files of other firms, which a test lays over a copy of the project. */
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
  // `astro check` checks the types of components, because the typed rules do not understand their markup.
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

  {
    // Only the code that starts a server or a function reads the environment, and calls parseConfig.
    files: ['src/**'],
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
    files: ['*.config.*', 'src/engine/netlify/functions/**', 'src/islands/on-intent.ts'],
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
