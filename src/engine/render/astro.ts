/** The door of this room for Astro. All is loaded at once: a configuration in TypeScript loads nothing after its end. */
import type { AstroAdapter, AstroIntegration } from 'astro';
import type { Config } from '../config.ts';
import { media, shareImages } from './site-files.ts';
import { contentSitemap } from './sitemap.ts';

/** Whether Astro was started by bundle.ts to bundle the pages as a function, instead of writing them. */
export const isRenderer = (): boolean => process.env.RENDERER === '1';

const adapter: AstroAdapter = {
  name: 'renderer',
  entrypointResolution: 'auto',
  serverEntrypoint: new URL('renderer.ts', import.meta.url),
  // Without static headers Astro would write its own policies into the pages.
  adapterFeatures: { buildOutput: 'server', staticHeaders: true },
  supportedAstroFeatures: {
    serverOutput: 'stable',
    hybridOutput: 'stable',
    sharpImageService: 'stable',
  },
};

/** Renders no page at build time; the bundle renders every page (renderer.ts). */
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

/** What `astro build` writes beside its pages, and what `astro dev` serves beside them. */
export const siteFiles = (config: Config): AstroIntegration[] => [
  media(config),
  shareImages(config),
  contentSitemap(config),
];
