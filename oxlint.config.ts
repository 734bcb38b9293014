/** The linter of the code: rules about types, and walls between the rooms of the site. */
import { defineConfig, type OxlintOverride } from 'oxlint';

const low = ['base', 'declare', 'disk'];
const belowEndpoints = [...low, 'addresses', 'content', 'headers', 'leads', 'processes', 'pull'];
const both = [...belowEndpoints, 'origin', 'endpoints'];
/** What each room of the engine may import. */
const rooms: Record<string, string[]> = {
  base: [],
  disk: ['base'],
  leads: ['base', 'disk'],
  declare: ['base', 'leads'],
  headers: low,
  processes: low,
  content: [...low, 'processes'],
  addresses: [...low, 'content'],
  pull: [...low, 'addresses', 'content', 'processes'],
  origin: [...low, 'addresses', 'content', 'headers', 'processes'],
  endpoints: belowEndpoints,
  front: both,
  netlify: both,
  'stand-in': [...low, 'content'],
  commands: [...both, 'front', 'netlify', 'stand-in'],
};
const site = ['collections', 'components', 'documents', 'islands', 'layouts', 'pages', 'sections'];

type Pattern = readonly [paths: string[] | string, message: string];

/**
 * Each wall is the paths that its files must not import, and the reason against them: a regular expression, or a list
 * as in `.gitignore`. What one list allows by `!`, no other list of the wall forbids.
 */
const wall = (files: string[], ...patterns: Pattern[]): OxlintOverride => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        // astro.config.mjs renders islands without React's streams.
        paths: [
          {
            name: 'react',
            importNames: ['useId'],
            message: 'Two islands of a page would have the same ids: write them out.',
          },
        ],
        patterns: patterns.map(([paths, message]) =>
          typeof paths === 'string' ? { regex: paths, message } : { group: paths, message },
        ),
      },
    ],
  },
});
/** Doors beside those of the rooms: for pages, Astro and the rooms within a room. */
const doors = [
  'base/*',
  'declare/*',
  'commands/build',
  'commands/command',
  'commands/progress',
  'stand-in/content-source',
  'stand-in/model',
  'stand-in/sample',
  'stand-in/service',
  'stand-in/space',
  'addresses/redirects',
  'content/contentful/index',
  'content/read',
  'leads/fields',
  'netlify/astro',
  'origin/check-project',
  'origin/check-routes',
  'origin/options',
  'origin/pages/waiting',
  'origin/set-up',
  'origin/site-files',
  'origin/sitemap',
  'endpoints/draft-access',
  ...Object.keys(rooms).map((room) => `${room}/index`),
];
const toRooms = (names: string[]) => names.map((name) => `**/../${name}/**`);
const pastDoor: Pattern = [
  [...toRooms(Object.keys(rooms)), '**/*engine/*/**', ...doors.map((door) => `!**/${door}.ts`)],
  'Import a room by one of its doors, such as index.ts.',
];
/** What the site knows of the engine. */
const siteDoors = [
  'index',
  'declare/collections',
  'declare/declaration',
  'base/text',
  'base/find-nearest',
  'content/read',
  'leads/fields',
  'origin/pages/waiting',
];
const outside: Pattern = [
  ['**/*scripts/**', '**/../tests/**'],
  'The site and the engine run without commands and tests.',
];
const walls = [
  wall(['src/**'], outside, pastDoor),
  wall(
    site.map((room) => `src/${room}/**`),
    outside,
    [
      ['**/*engine/**', ...siteDoors.map((door) => `!**/*engine/${door}.ts`)],
      `The site knows these files of the engine: ${siteDoors.join(', ')}.`,
    ],
  ),
  wall(
    ['src/islands/**'],
    outside,
    [
      ['**/*engine/**', '!**/*engine/leads/fields.ts', '!**/*engine/base/find-nearest.ts'],
      'An island knows no engine but the rules of a lead and find-nearest.ts.',
    ],
    [
      '^#(?:collections|data/(?:services/|company|legal|team|testimonials))',
      'The catalogue and the facts of the firm would ship to every visitor; pass props.',
    ],
  ),
  ...Object.entries(rooms).map(([room, lower]) =>
    wall(
      [`src/engine/${room}/**`],
      outside,
      [
        `^(?:\\.\\./)+(?:${Object.keys(rooms)
          .filter((other) => other !== room && !lower.includes(other))
          .join('|')})/`,
        `The room ${room} imports ${lower.join(', ') || 'no other room'}.`,
      ],
      pastDoor,
      ['^#', 'The engine meets the site in engine/site.ts alone.'],
    ),
  ),
  wall(['src/engine/*.ts'], outside, ['^#', 'The engine meets the site in engine/site.ts alone.']),
  wall(['src/engine/site.ts'], outside, [
    '^#.*/',
    'The engine knows of the site what `#site` declares.',
  ]),
  wall(['src/site.ts'], outside, pastDoor),
  wall(
    ['src/data/**'],
    outside,
    ['^#', 'Facts know only other facts.'],
    [toRooms(['engine', ...site]), 'Facts know only other facts.'],
  ),
  wall(
    ['scripts/**', 'astro.config.mjs'],
    [['**/../tests/**'], 'Commands run without the tests.'],
    pastDoor,
  ),
];

/** Rules beyond the categories below: those of typescript-eslint's strict and stylistic sets. */
const strict = `
  adjacent-overload-signatures array-type ban-ts-comment class-literal-property-style
  consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
  consistent-type-definitions consistent-type-imports dot-notation no-confusing-non-null-assertion
  no-dynamic-delete no-empty-object-type no-explicit-any no-extraneous-class no-inferrable-types
  no-invalid-void-type no-misused-promises no-namespace no-non-null-asserted-nullish-coalescing
  no-non-null-assertion no-require-imports no-unnecessary-boolean-literal-compare no-unnecessary-condition
  no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion
  no-unnecessary-type-constraint no-unnecessary-type-conversion no-unnecessary-type-parameters
  no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-function-type no-unsafe-member-access
  no-unsafe-return non-nullable-type-assertion-style only-throw-error prefer-find prefer-for-of
  prefer-function-type prefer-includes prefer-optional-chain prefer-promise-reject-errors
  prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
  related-getter-setter-pairs require-await restrict-plus-operands return-await unified-signatures
  use-unknown-in-catch-callback-variable
`;

export default defineConfig({
  plugins: ['typescript', 'oxc', 'import'],
  categories: { correctness: 'error' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  // Files of other sites, which a test lays over a copy of the project.
  ignorePatterns: ['tests/firms/**', 'tests/sites/**'],
  rules: {
    ...Object.fromEntries(
      strict
        .trim()
        .split(/\s+/)
        .map((rule) => [`typescript/${rule}`, 'error']),
    ),
    eqeqeq: 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'import/no-default-export': 'error',
    // Legal texts are found by the names of their pages.
    'import/namespace': 'off',
    // Texts are sorted as they are.
    'typescript/require-array-sort-compare': 'off',
    // `finally` awaits the promise of its function, which its type does not say.
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    // Texts of the content service are cleaned of control codes.
    'no-control-regex': 'off',
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    // Event handlers read best as `() => close()`.
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    // `||` treats an empty text like a missing one, on purpose.
    'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
  },
  overrides: [
    ...walls,
    {
      // Only the code that starts a server or a function reads the environment, and calls parseConfig.
      files: ['src/**'],
      excludeFiles: ['src/engine/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'process', message: 'Take the value from Config, which the adapter passes in.' },
        ],
      },
    },
    {
      // These tools and hosts ask for a default export.
      files: ['**/*.config.{js,mjs,ts}', 'src/islands/on-intent.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Nothing says the types of plain JavaScript.
      files: ['**/*.{js,mjs}'],
      rules: {
        'typescript/no-floating-promises': 'off',
        'typescript/no-misused-promises': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/require-await': 'off',
      },
    },
    {
      // Vitest types asymmetric matchers such as expect.any() as any.
      files: ['tests/**'],
      rules: { 'typescript/no-unsafe-assignment': 'off' },
    },
  ],
});
