/** The plugins that bundling needs. */
import type { ViteUserConfig } from 'astro';

type Plugins = NonNullable<ViteUserConfig['plugins']>;

/** For its types, a build starts a development server, which would bundle React and Astro's toolbar in vain. */
export const bundleNoDependencies: Plugins[number] = {
  name: 'bundle-no-dependencies',
  enforce: 'post',
  // Vite's own way to take back what other plugins added is to change the object.
  configEnvironment: (_, environment) => {
    environment.optimizeDeps = { noDiscovery: true };
  },
};

/** Astro decodes the paths of islands, which it never encoded: a folder named `%20` would become another. */
export const encodePaths: Plugins[number] = {
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
    // Rollup's type says nothing of what Astro's plugin notes here.
    const { astro } = meta as { astro?: { hydratedComponents: { resolvedPath?: string }[] } };
    for (const island of astro?.hydratedComponents ?? [])
      island.resolvedPath &&= encodeURI(island.resolvedPath);
  },
};

/** Names the files of the site that the engine imports (virtual.d.ts), by the ends of the names of these modules. */
export const nameSiteFiles = (files: Readonly<Record<string, string>>): Plugins[number] => ({
  name: 'name-site-files',
  resolveId: (id) => files[id.replace('virtual:contentful-site/', '')],
});
