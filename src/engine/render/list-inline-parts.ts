/** Lists what the pages of this code contain inline. Only code that Astro has bundled can load this file. */
import type { BaseApp } from 'astro/app';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import islandScriptOfDev from 'astro/runtime/server/astro-island.prebuilt-dev.js';
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js';
import { componentDataByCssVariable } from 'virtual:astro:assets/fonts/internal';
import { inlineScripts, inlineStyles } from 'virtual:contentful-site/inline-parts';
import type found from 'virtual:contentful-site/inline-in-sources';
import { toSource, type InlineParts } from '../headers/index.ts';

/** Astro's manifest has what Astro inlines, the sources and the layout the rest: no page has to be read for its hashes. */
export function listInlineParts(
  {
    clientDirectives,
    inlinedScripts,
    routes,
  }: Pick<BaseApp['manifest'], 'clientDirectives' | 'inlinedScripts' | 'routes'>,
  { directives, scripts, styles }: typeof found,
): InlineParts {
  const ofDirectives = directives.flatMap((name) => clientDirectives.get(name) ?? []);
  // As Astro chooses.
  const ofIslands = process.env.NODE_ENV === 'development' ? islandScriptOfDev : islandScript;
  const ofAstro = [...(ofDirectives.length > 0 ? [ofIslands] : []), ...ofDirectives];
  const ofFonts = Array.from(componentDataByCssVariable.values(), ({ css }) => css);
  const ofAllRoutes = [ISLAND_STYLES, ...Object.values(inlineStyles), ...styles, ...ofFonts];
  return {
    scripts: [
      ...ofAstro,
      ...inlinedScripts.values(),
      ...scripts,
      ...Object.values(inlineScripts),
    ].map(toSource),
    routes: routes
      .filter(({ routeData }) => routeData.type === 'page')
      .map(({ routeData, styles }) => {
        const own = styles.flatMap((one) => (one.type === 'inline' ? one.content : []));
        const { component: file, params, pattern } = routeData;
        return {
          pattern: pattern.source,
          isDynamic: params.length > 0,
          file,
          styles: [...ofAllRoutes, ...own].map(toSource),
        };
      }),
  };
}
