/** The door of this room for Astro: what `astro build` writes for its host. */
import { globSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, HookParameters } from 'astro';
import { hasPages } from '../declare/collections.ts';
import type { Config } from '../config.ts';
import { serveMedia, shareImages } from '../origin/site-files.ts';
import { contentSitemap } from '../origin/sitemap.ts';
import { collections } from '../site.ts';
import { hasLivePages, liveFolder, writeBuiltFunctions } from './built-functions.ts';
import { collectPolicies, type RoutePolicies } from './headers.ts';
import { writeHostFiles } from './host-files.ts';

/** Where Netlify looks for what a framework writes: beside the built site. */
const getNetlifyFolder = (dist: URL) => new URL('../.netlify/', dist);

const supportedAstroFeatures = {
  staticOutput: 'stable',
  serverOutput: 'stable',
  hybridOutput: 'stable',
  sharpImageService: 'stable',
} as const;

/**
 * Every page is a file, but those that a site makes for each visitor. Astro hands the policies of pages to the hooks of
 * a build with an adapter alone.
 */
function createStaticAdapter(): AstroIntegration {
  let left: string[] = [];
  return {
    name: 'files',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        updateConfig({
          build: { client: config.outDir, server: new URL('.server/', config.cacheDir) },
        });
      },
      'astro:routes:resolved': ({ routes }) => {
        left = routes
          .filter(({ isPrerendered, origin }) => !isPrerendered && origin === 'project')
          .map(({ entrypoint }) => entrypoint);
      },
      'astro:config:done': ({ buildOutput, setAdapter }) =>
        setAdapter({
          name: 'files',
          entrypointResolution: 'auto',
          // Nothing runs what Astro bundles of it.
          serverEntrypoint: 'astro/app/entrypoint',
          adapterFeatures: { buildOutput, staticHeaders: true },
          supportedAstroFeatures,
        }),
      'astro:build:done': () => {
        for (const page of left)
          console.warn(`warning: ${page} is made for each visitor: dist/ goes without it.`);
      },
    },
  };
}

/** Every page is a file, and the page of an item that the build lacks is made on demand (live-entry.ts). */
const liveAdapter: AstroIntegration = {
  name: 'live-items',
  hooks: {
    'astro:config:setup': ({ config, createCodegenDir, injectRoute, updateConfig }) => {
      for (const { pages } of collections.filter(hasPages)) {
        const [page] = globSync(`pages${pages.path}/[[]*].astro`, {
          cwd: fileURLToPath(config.srcDir),
        });
        const [, parameter] = /\[(\w+)\]\.astro$/.exec(page ?? '') ?? [];
        if (page === undefined || parameter === undefined) continue;
        // Astro takes the word of a file for all its routes, so the page on demand is a file of its own.
        const entrypoint = new URL(`${pages.path.slice(1)}.astro`, createCodegenDir());
        const file = fileURLToPath(new URL(page, config.srcDir));
        writeFileSync(
          entrypoint,
          `---\nimport Page from ${JSON.stringify(file)};\n---\n<Page />\n`,
        );
        // Astro goes on to this route where the page's own, of the same address, has no file.
        injectRoute({ pattern: `${pages.path}/[...${parameter}]`, entrypoint, prerender: false });
      }
      updateConfig({
        build: {
          client: config.outDir,
          server: new URL(`${liveFolder}/`, getNetlifyFolder(config.outDir)),
        },
        // Functions have no packages.
        vite: { ssr: { noExternal: true } },
      });
    },
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'live-items',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('live-entry.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server', staticHeaders: true },
        supportedAstroFeatures,
      }),
  },
};

/** Writes `_headers` and `_redirects`, and on Netlify functions that know the build. It comes after all others. */
function hostFiles(config: Config): AstroIntegration {
  let policies: RoutePolicies = new Map();
  return {
    name: 'host-files',
    hooks: {
      'astro:build:generated': ({ routeToHeaders }) => {
        policies = collectPolicies(routeToHeaders);
      },
      'astro:build:done': async ({ dir }) => {
        if (config.site.isOnNetlify)
          await writeBuiltFunctions(config, fileURLToPath(getNetlifyFolder(dir)));
        await writeHostFiles(config, fileURLToPath(dir), policies);
      },
    },
  };
}

/** Adds what a build writes for its host. @returns the file of its `Host` */
export function addHost(
  { updateConfig }: HookParameters<'astro:config:setup'>,
  config: Config,
): string {
  const adapter = hasLivePages(config) ? liveAdapter : createStaticAdapter();
  updateConfig({
    adapter,
    integrations: [
      adapter,
      serveMedia(config),
      shareImages(config),
      contentSitemap(config),
      hostFiles(config),
    ],
  });
  return fileURLToPath(new URL('live-host.ts', import.meta.url));
}
