/**
 * The site's pages as a function. Astro bundles this file with the pages, once per code change and through
 * its adapter interface (prepare.ts), so that a publish needs no bundler.
 */
import { hash } from 'node:crypto';
import { createApp } from 'astro/app/entrypoint';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js';
import { inlineScripts, inlineStyles } from '../../layouts/inline-parts.ts';
import {
  getDigest,
  listPages,
  listPagesOf,
  read,
  readFrom,
  readInstead,
  recordReads,
  type Answers,
  type Query,
  type Read,
  type RecordedRead,
} from '../content/read.ts';
import type { InlineParts } from './inline-parts.ts';

/** One file that a route renders. */
export interface Target {
  /** Address on the site. */
  path: string;
  /** File name in the built site, as `astro build` chooses it: `services.html`. */
  name: string;
}

interface Page {
  status: number;
  content: Buffer;
}

interface Rendered extends Page {
  /** The queries behind the content, each with the digest of its answer. */
  reads: readonly RecordedRead[];
}

export interface Renderer {
  read: Read;
  inlineParts: InlineParts;
  listTargets: () => Promise<readonly Target[]>;
  /** Lists the pages that an answer to the query makes. */
  listTargetsOf: (query: Query) => readonly Target[];
  render: (path: string) => Promise<Rendered>;
  /** Renders a page with these answers in place of the snapshot's. */
  renderWith: (path: string, answers: Partial<Answers>) => Promise<Page>;
  getDigest: (query: Query) => string;
  /** Reads from the snapshot in this folder from now on. */
  readFrom: (snapshotDirectory: string) => void;
}

const app = createApp({ streaming: false });
// Node looks up the module of a page at each import(), which took 3 % of a first render.
for (const [component, load] of app.manifest.pageMap ?? []) {
  let page: ReturnType<typeof load> | undefined;
  app.manifest.pageMap?.set(component, () => (page ??= load()));
}
const { origin } = new URL(import.meta.env.SITE);

const toSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
/** Astro's manifest has what Astro inlines, and the layout the rest. */
const { clientDirectives, inlinedScripts, routes } = app.manifest;
const ofAstro = [islandScript, clientDirectives.get('intent') ?? '', ...inlinedScripts.values()];
const inlineParts: InlineParts = {
  scripts: [...ofAstro, ...Object.values(inlineScripts)].map(toSource),
  routes: routes.map(({ routeData, styles }) => {
    const own = styles.flatMap((one) => (one.type === 'inline' ? one.content : []));
    const all = [ISLAND_STYLES, ...Object.values(inlineStyles), ...own];
    return { pattern: routeData.pattern.source, styles: all.map(toSource) };
  }),
};

const toTarget = (path: string, isPage = true): Target => {
  const name = path === '/' ? 'index' : path.slice(1);
  return { path, name: isPage ? `${name}.html` : name };
};

async function render(path: string): Promise<Page> {
  const response = await app.render(new Request(origin + path));
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
}

export const renderer: Renderer = {
  read,
  inlineParts,
  getDigest,
  readFrom,

  async listTargets() {
    const targets = new Map<string, Target>();
    for (const { routeData } of app.manifest.routes) {
      const { origin, pathname: path, type } = routeData;
      // The content report is no page of a site that everybody may read.
      const isShown =
        origin === 'project' || (import.meta.env.SHOWS_DRAFTS && origin === 'external');
      if (!isShown || path === undefined) continue;
      targets.set(path, toTarget(path, type === 'page'));
    }
    for (const { path } of await listPages()) targets.set(path, toTarget(path));
    return [...targets.values()];
  },

  listTargetsOf: (query) => listPagesOf(query).map((path) => toTarget(path)),

  async render(path) {
    const { result, reads } = await recordReads(() => render(path));
    return { ...result, reads };
  },

  renderWith: (path, answers) => readInstead(answers, () => render(path)),
};
