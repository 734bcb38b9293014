/**
 * The dynamic routes that list their own pages by `getStaticPaths`, as plain Astro does. Pages of content are none of
 * them unless they read props: the snapshot knows their addresses.
 */
import type { BaseApp } from 'astro/app';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import type { RouteData } from 'astro';
import { getSubject, readWith, type Read } from '../content/read.ts';

type Listed = ReadonlyMap<string, RouteData>;

const isOfContent = ({ type, route }: RouteData) =>
  type === 'page' && getSubject(route.replace(/\[[^\]]+\]/g, '1')) !== null;

/**
 * Lets a bundle that writes no page ask the routes for their pages, as `astro build` does.
 * @param readingProps the files of components that read `Astro.props`, from the root of the project
 */
export function createOwnRoutes(app: BaseApp, readingProps: readonly string[]) {
  const routes = app.manifest.routes.map(({ routeData }) => routeData);
  const own = routes.filter(
    (route) =>
      route.origin === 'project' &&
      route.params.length > 0 &&
      (!isOfContent(route) || readingProps.includes(route.component)),
  );
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

  const isOwn = (path: string) => own.some(({ pattern }) => pattern.test(path));

  return {
    isOwn,
    /** Patterns of the addresses. */
    patterns: own.map(({ pattern }) => pattern.source),
    list,
    /** Finds the route that lists an address. */
    find: async (path: string, read: Read): Promise<RouteData | undefined> =>
      isOwn(path) ? (await list(read)).get(path) : undefined,
  };
}
