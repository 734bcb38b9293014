/** The public face of the engine: one function in astro.config.mjs. declaration.ts has the type of what a site declares. */
import type { AstroIntegration } from 'astro';
import { requireRoutes } from './astro/check-routes.ts';
import { parseOptions, type Options } from './astro/options.ts';
import { prepareDevServer } from './astro/dev-server.ts';
import { refuseRoute } from './astro/refused-settings.ts';
import { setUp } from './astro/set-up.ts';

/** Makes an Astro project a site of the engine. What the site shows is declared in the file that `#site` in package.json names. */
export function contentfulSite(options: Options = {}): AstroIntegration {
  const parsed = parseOptions(options);
  return {
    name: 'contentful-site',
    hooks: {
      'astro:config:setup': (astro) => setUp(astro, parsed),
      'astro:route:setup': ({ route }) => refuseRoute(route),
      'astro:routes:resolved': ({ routes }) => requireRoutes(routes),
      'astro:server:setup': ({ server }) => prepareDevServer(server),
    },
  };
}
