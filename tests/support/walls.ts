/**
 * Which way imports point in the house. `from` and `to` are folders or files under `src/`; `packages`
 * are what an import names, or how it begins. The linter refuses direct breaches while typing, the
 * walls test also indirect ones.
 */
export interface Wall {
  why: string;
  from: readonly string[];
  to?: readonly string[];
  packages?: readonly string[];
  /** `import type` may pass: it is gone at run time. */
  typesPass?: boolean;
}

const drawn = ['components/', 'sections/', 'islands/'];
const rendered = [
  ...drawn,
  'layouts/',
  'pages/',
  'content/read.ts',
  'content/library.ts',
  'listing.ts',
];

export const walls: readonly Wall[] = [
  {
    why: 'What is drawn gets its data by props.',
    from: drawn,
    to: ['content/'],
    typesPass: true,
  },
  {
    why: 'What is drawn knows neither the server nor the environment.',
    from: drawn,
    to: ['server/', 'adapters/', 'config.ts'],
  },
  {
    why: 'Rendering reads the snapshot, never the network.',
    from: rendered,
    to: ['content/client.ts', 'content/pull.ts', 'content/media.ts'],
    packages: ['contentful', 'nodemailer'],
    typesPass: true,
  },
  {
    why: 'Pages name their share images, which are drawn after them.',
    from: [...rendered, 'structured-data/', 'share-images/card.ts'],
    to: ['share-images/draw.ts', 'share-images/store.ts'],
    packages: ['satori', '@resvg/resvg-js', 'sharp', 'subset-font'],
    typesPass: true,
  },
  {
    why: 'The catalogue of services would ship to every visitor.',
    from: ['islands/'],
    to: ['data/services/'],
    typesPass: true,
  },
  {
    why: 'The content domain knows no Astro, no page and no host.',
    from: ['content/'],
    to: [...drawn, 'layouts/', 'pages/', 'server/', 'adapters/'],
    packages: ['astro'],
  },
  {
    why: 'What answers requests loads no image library.',
    from: ['content/live.ts', 'adapters/netlify/'],
    packages: ['sharp'],
    typesPass: true,
  },
  {
    why: 'The server is web-standard: what it needs is handed in by an adapter.',
    from: ['server/'],
    to: [...drawn, 'layouts/', 'pages/', 'adapters/'],
    packages: ['astro', 'node:process', 'process'],
  },
  {
    why: 'Facts and the rules of a lead are pure leaves.',
    from: ['data/', 'contact/'],
    to: [...rendered, 'content/', 'server/', 'adapters/', 'config.ts'],
    typesPass: true,
  },
];
