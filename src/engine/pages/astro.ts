/** What publishes add to astro.config.mjs. Bundling needs the adapter alone, so the rest is loaded where it is used. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroAdapter, AstroIntegration } from 'astro';
import sirv from 'sirv';
import type { Config } from '../config.ts';

const adapter: AstroAdapter = {
  name: 'renderer',
  entrypointResolution: 'auto',
  serverEntrypoint: new URL('../render/renderer.ts', import.meta.url),
  // Without static headers Astro would write its own policies into the pages.
  adapterFeatures: { buildOutput: 'server', staticHeaders: true },
  supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
};

/** Renders no page at build time; the bundle renders every page (render/renderer.ts). */
export const rendererAdapter = (): AstroIntegration => ({
  name: 'renderer',
  hooks: {
    'astro:route:setup': ({ route }) => {
      route.prerender = false;
    },
    'astro:config:done': ({ setAdapter }) => {
      setAdapter(adapter);
    },
  },
});

/** Serves the images of the last pull as `/media/…`, in `astro build` and in `astro dev`. */
export const media = (config: Config): AstroIntegration => ({
  name: 'media',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/media', sirv(join(config.dataDirectory, 'media'), { dev: true }));
    },
    'astro:build:done': async ({ dir }) =>
      (await import('../table/index.ts')).copyMedia(config, fileURLToPath(new URL('media/', dir))),
  },
});

/** Writes the sitemap in `astro build`. */
export const snapshotSitemap = async (snapshotDirectory: string): Promise<AstroIntegration> =>
  (await import('./followers/sitemap.ts')).contentSitemap(snapshotDirectory);
