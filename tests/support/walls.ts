/**
 * The allowed directions of imports. `from` and `to` are folders or files of the project; `packages` are
 * package names, or prefixes of them. The linter refuses direct breaches; the walls test also finds
 * indirect ones.
 */
export interface Wall {
  why: string;
  from: readonly string[];
  to?: readonly string[];
  packages?: readonly string[];
  /** Whether `import type` is allowed: it disappears at run time. */
  typesPass?: boolean;
}

const drawn = ['src/components/', 'src/sections/', 'src/islands/'];
const rendered = [
  ...drawn,
  'src/layouts/',
  'src/pages/',
  'src/content/snapshot/',
  'src/documents/page-list.ts',
];

export const walls: readonly Wall[] = [
  {
    why: 'Components, sections and islands get their data by props.',
    from: drawn,
    to: ['src/content/'],
    typesPass: true,
  },
  {
    why: 'Components, sections and islands know neither the server nor the environment.',
    from: drawn,
    to: ['src/server/', 'src/adapters/', 'src/config.ts'],
  },
  {
    why: 'Rendering reads the snapshot, never the network.',
    from: rendered,
    to: ['src/content/contentful/', 'src/content/pull/'],
    packages: ['contentful', 'nodemailer'],
    typesPass: true,
  },
  {
    why: 'Pages only name their share images, which are drawn later.',
    from: [...rendered, 'src/documents/structured-data/', 'src/documents/share-images/card.ts'],
    to: ['src/documents/share-images/draw.ts', 'src/documents/share-images/store.ts'],
    packages: ['satori', 'sharp', 'subset-font'],
    typesPass: true,
  },
  {
    why: 'The catalogue of services and the facts of the firm would ship to every visitor.',
    from: ['src/islands/'],
    to: [
      'src/data/services/',
      'src/data/company.ts',
      'src/data/team.ts',
      'src/data/testimonials.ts',
      'src/data/legal.ts',
    ],
    typesPass: true,
  },
  {
    why: 'Content knows no Astro, no page, no host and no environment.',
    from: ['src/content/'],
    to: [...drawn, 'src/layouts/', 'src/pages/', 'src/server/', 'src/adapters/', 'src/config.ts'],
    packages: ['astro'],
  },
  {
    why: 'Code that answers requests loads no image library.',
    from: ['src/content/pull/live.ts', 'src/adapters/netlify/'],
    packages: ['sharp'],
    typesPass: true,
  },
  {
    why: 'The server is web-standard: adapters pass in everything of a host.',
    from: ['src/server/'],
    to: [...drawn, 'src/layouts/', 'src/pages/', 'src/adapters/'],
    packages: ['astro', 'node:process', 'process'],
  },
  {
    why: 'Facts, shared rules and the rules of a lead are pure leaves.',
    from: ['src/data/', 'src/rules/', 'src/contact/'],
    to: [...rendered, 'src/content/', 'src/server/', 'src/adapters/', 'src/config.ts'],
    typesPass: true,
  },
  {
    why: 'The address book is the same on every host.',
    from: ['src/addresses/'],
    to: [...drawn, 'src/layouts/', 'src/pages/', 'src/server/', 'src/adapters/', 'src/config.ts'],
  },
  {
    why: 'Writing to the disk is a leaf that any room may use.',
    from: ['src/disk/'],
    to: ['src/content/', 'src/server/', 'src/adapters/', 'src/config.ts', 'src/data/'],
  },
  {
    why: 'The site runs without its commands and its tests.',
    from: ['src/'],
    to: ['scripts/', 'tests/'],
  },
  {
    why: 'A cache may be missing: nothing imports files from a cache.',
    from: ['src/', 'scripts/', 'tests/', 'astro.config.mjs'],
    to: ['node_modules/.cache/'],
  },
  {
    why: 'Commands also run without the tests.',
    from: ['scripts/'],
    to: ['tests/'],
  },
];
