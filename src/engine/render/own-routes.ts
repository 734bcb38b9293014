/**
 * The dynamic routes of plain Astro: each lists its own pages by `getStaticPaths`, and gives them props. Routes of
 * content are none of them: the snapshot knows their pages.
 */
import type { BaseApp } from 'astro/app';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import type { RouteData } from 'astro';
import { getSubject, readWith, type Read } from '../content/read.ts';

type Listed = ReadonlyMap<string, RouteData>;

const isOwn = ({ origin, params, route }: RouteData) =>
  origin === 'project' &&
  params.length > 0 &&
  getSubject(route.replace(/\[[^\]]+\]/g, '1')) === null;

/** Lets a bundle that writes no page ask the routes for their pages, as `astro build` does. */
export function createOwnRoutes(app: BaseApp) {
  const own = app.manifest.routes.map(({ routeData }) => routeData).filter(isOwn);
  for (const route of own) route.prerender = true;
  let listed: { version: string; pages: Promise<Listed> } | undefined;

  async function listPages(): Promise<Listed> {
    // Astro remembers the answers of a manifest, and they may depend on the content.
    app.manifest = { ...app.manifest };
    const paths = await new StaticPaths(app).getAll();
    return new Map(paths.map(({ pathname, route }) => [pathname, route]));
  }

  /** Lists the addresses with the route of each. Each version of the content is asked once. */
  async function list(read: Read): Promise<Listed> {
    if (own.length === 0) return new Map();
    const { version } = await read({ type: 'overview' });
    if (listed?.version !== version) listed = { version, pages: readWith(read, listPages) };
    return listed.pages;
  }

  return {
    /** Patterns of the addresses. */
    patterns: own.map(({ pattern }) => pattern.source),
    list,
    /** Finds the route that lists an address. */
    find: async (path: string, read: Read): Promise<RouteData | undefined> =>
      own.some(({ pattern }) => pattern.test(path)) ? (await list(read)).get(path) : undefined,
  };
}
