/** The public face of the engine: one function in astro.config.mjs. declare/ has the type of what a site declares. */
import type { AstroIntegration } from 'astro';
import { addHost } from './netlify/astro.ts';
import { requireRoutes } from './origin/check-routes.ts';
import { parseOptions, type Options } from './origin/options.ts';
import { setUp } from './origin/set-up.ts';

/** Makes an Astro project a site of the engine. What the site shows is declared in the file that `#site` in package.json names. */
export function contentfulSite(options: Options = {}): AstroIntegration {
  const parsed = parseOptions(options);
  return {
    name: 'contentful-site',
    hooks: {
      'astro:config:setup': (astro) => setUp(astro, parsed, addHost),
      'astro:routes:resolved': ({ routes }) => requireRoutes(routes),
    },
  };
}
