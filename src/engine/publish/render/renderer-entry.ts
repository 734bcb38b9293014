/**
 * The entry file with which Astro bundles the pages (scripts/astro/renderer.ts). Its exports are the
 * renderer.
 */
import { createApp } from 'astro/app/entrypoint';
import {
  getDigest,
  listFiles,
  listFilesOf,
  listPages,
  read,
  readFrom,
  recordReads,
} from '../../content/read.ts';
import type { Renderer, Target } from './renderer.ts';

const app = createApp({ streaming: false });
// Node looks up the module of a page at each import(), which took 3 % of a first render.
for (const [component, load] of app.manifest.pageMap ?? []) {
  let page: ReturnType<typeof load> | undefined;
  app.manifest.pageMap?.set(component, () => (page ??= load()));
}
const { origin } = new URL(import.meta.env.SITE);

const toName = (path: string, isPage: boolean) =>
  isPage ? `${path === '/' ? 'index' : path.slice(1)}.html` : path.slice(1);

export const renderer: Renderer = {
  read,
  getDigest,
  readFrom,

  async listTargets() {
    const targets = new Map<string, Target>();
    for (const { routeData } of app.manifest.routes) {
      const { origin, pathname: path, type } = routeData;
      if (origin === 'internal' || path === undefined) continue;
      targets.set(path, { path, name: toName(path, type === 'page') });
    }
    for (const { path } of await listPages()) targets.set(path, { path, name: toName(path, true) });
    for (const { path } of await listFiles())
      targets.set(path, { path, name: toName(path, false) });
    return [...targets.values()];
  },

  listTargetsOf: (query) =>
    listFilesOf(query).map(({ path, isPage }) => ({ path, name: toName(path, isPage) })),

  async render(path) {
    const { result, reads } = await recordReads(async () => {
      const response = await app.render(new Request(origin + path));
      return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
    });
    return { ...result, reads };
  },
};
