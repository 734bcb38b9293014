/** The pages as a function: Astro bundles this file with them (bundle.ts), so that a publish needs no bundler. */
import { hash } from 'node:crypto';
import { createApp } from 'astro/app/entrypoint';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js';
import { readWith, type Read } from '../content/read.ts';
import { loadInlineParts } from '../site.ts';
import type { InlineParts } from './inline-parts.ts';

/** A file that a route renders. */
export interface Target {
  /** Address on the site. */
  path: string;
  /** File name in the built site, as `astro build` chooses it: `services.html`. */
  name: string;
}

export interface Renderer {
  inlineParts: InlineParts;
  /** The pages without parameters. */
  fixed: readonly Target[];
  /** Renders a page with the answers that `read` gives. @throws what a component throws */
  render: (path: string, read: Read) => Promise<{ status: number; content: Buffer }>;
}

const app = createApp({ streaming: false });
// Astro's own answer is status 500 without a reason: no failed page could be logged with its fault and place.
const renderError = app.renderError.bind(app);
app.renderError = (request, options) => {
  const { error } = options;
  if (!(error instanceof Error)) return renderError(request, options);
  // Astro wraps what a loader of a collection throws.
  return Promise.reject(error.cause instanceof Error ? error.cause : error);
};
const { origin } = new URL(import.meta.env.SITE);
const { inlineScripts, inlineStyles } = await loadInlineParts();

const toSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
/** Astro's manifest has what Astro inlines, and the layout the rest: no page has to be read for its hashes. */
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

/** The content report is no page of a site that everybody may read. */
const isShown = (origin: string) =>
  origin === 'project' || (import.meta.env.SHOWS_DRAFTS && origin === 'external');

export const renderer: Renderer = {
  inlineParts,
  fixed: routes.flatMap(({ routeData: { origin, pathname: path, type } }) => {
    if (!isShown(origin) || path === undefined) return [];
    const name = path === '/' ? 'index' : path.slice(1);
    return [{ path, name: type === 'page' ? `${name}.html` : name }];
  }),
  render: (path, read) =>
    readWith(read, async () => {
      const response = await app.render(new Request(origin + path));
      return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
    }),
};
