import react from '@astrojs/react';
import { defineConfig, passthroughImageService } from 'astro/config';
import { checkFirm } from '#scripts/command-line/facts.ts';
import { loadConfig } from '#scripts/command-line/environment.ts';
import { getPageSettings, getSnapshotDirectory } from '#engine/config.ts';
import { findRedirect } from '#engine/redirects.ts';
import { contentReportPath } from '#data/routes.ts';
import { rendererAdapter, siteFiles } from '#engine/render/astro.ts';

/**
 * The configuration from src/engine/render/bundle.ts. Astro's own commands have none and read the
 * environment.
 */
const given = process.env.BUILD_CONFIG;
const config = given === undefined ? loadConfig() : JSON.parse(given);
/** Set by src/engine/render/bundle.ts, to bundle the pages as a function instead of writing them. */
const isRenderer = process.env.RENDERER === '1';
await checkFirm();

/** What a build writes beside its pages; what it writes for its host comes last, because it lists the rest. */
async function listSiteFiles() {
  const { hostFiles } = await import('#engine/netlify/astro.ts');
  return [...(await siteFiles(config)), hostFiles(config)];
}

/** For its types, a build starts a development server, which would bundle React and Astro's toolbar in vain. */
const bundleNoDependencies = {
  name: 'bundle-no-dependencies',
  enforce: 'post',
  // Vite's own way to take back what other plugins added is to change the object.
  configEnvironment: (_, environment) => {
    environment.optimizeDeps = { noDiscovery: true };
  },
};

/** Astro decodes the paths of islands, which it never encoded: a folder named `%20` would become another. */
const encodePaths = {
  name: 'encode-paths',
  transform: {
    order: 'post',
    filter: { id: /\.astro$/ },
    handler: (code) => ({
      code: code.replace(/(?<="client:component-path": ?")[^"]+/g, encodeURI),
      map: null,
    }),
  },
  moduleParsed({ meta }) {
    for (const island of meta.astro?.hydratedComponents ?? [])
      island.resolvedPath &&= encodeURI(island.resolvedPath);
  },
};

/**
 * Adds the directive `client:intent`, the content report, which is a page of no ordinary build, and for
 * development the redirects and a refusal of leads, which the hosts make otherwise.
 */
const ownParts = {
  name: 'own-parts',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use(({ url, method, headers }, response, next) => {
        if (method === 'POST') {
          // Astro would answer with the page, and the form would thank for what nobody stored.
          const error = 'npm run dev stores no messages; npm start does.';
          const isBrowser = headers.accept?.includes('text/html');
          response.writeHead(503, {
            'content-type': isBrowser ? 'text/plain' : 'application/json',
          });
          response.end(isBrowser ? error : JSON.stringify({ error }));
          return;
        }
        const writeHead = response.writeHead.bind(response);
        const found = findRedirect(url.split('?', 1)[0]);
        response.writeHead = (status, ...rest) =>
          found && status === 404
            ? writeHead(found.status, { location: found.to })
            : writeHead(status, ...rest);
        next();
      });
    },
    'astro:config:setup': ({
      addClientDirective,
      command,
      injectRoute,
      injectScript,
      updateConfig,
    }) => {
      if (command !== 'dev') updateConfig({ vite: { plugins: [bundleNoDependencies] } });
      addClientDirective({ name: 'intent', entrypoint: './src/islands/on-intent.ts' });
      // Astro makes no page of a file below an underscore.
      const entrypoint = new URL('./src/pages/_editors/content-report.astro', import.meta.url);
      if (isRenderer || config.contentful?.showsDrafts)
        injectRoute({ pattern: contentReportPath, entrypoint });
      if (config.contentful?.showsDrafts)
        injectScript('page', "import '/src/islands/draft-preview.ts';");
    },
  },
};

export default defineConfig({
  // Astro ignores an adapter that an integration adds.
  ...(isRenderer && { adapter: rendererAdapter() }),
  site: config.site.url,
  trailingSlash: 'never',
  // A scoped rule is as specific as it is written.
  scopedStyleStrategy: 'where',
  // Rendering waits for files, so a parallel build takes a third of the time.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 16 },
  // Pictures come encoded from the pull, and the bundled pages must not contain an encoder.
  image: { service: passthroughImageService() },
  integrations: [ownParts, react(), ...(isRenderer ? [] : await listSiteFiles())],
  vite: {
    // A process reads one bundle faster than hundreds of files, and Netlify's functions have no packages.
    ...(isRenderer && { ssr: { noExternal: true } }),
    plugins: [encodePaths],
    define: Object.fromEntries(
      Object.entries({
        ...getPageSettings(config),
        SNAPSHOT_DIRECTORY: getSnapshotDirectory(config),
      }).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
    ),
  },
});
