/** Lists what the pages of this code contain inline. Only code that Astro has bundled can load this file. */
import { hash } from 'node:crypto';
import type { BaseApp } from 'astro/app';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js';
import { inlineScripts, inlineStyles } from 'virtual:contentful-site/inline-parts';
import type { InlineParts } from './inline-parts.ts';

const toSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Astro's manifest has what Astro inlines, and the layout the rest: no page has to be read for its hashes. */
export function listInlineParts({
  clientDirectives,
  inlinedScripts,
  routes,
}: Pick<BaseApp['manifest'], 'clientDirectives' | 'inlinedScripts' | 'routes'>): InlineParts {
  const ofAstro = [islandScript, clientDirectives.get('intent') ?? '', ...inlinedScripts.values()];
  return {
    scripts: [...ofAstro, ...Object.values(inlineScripts)].map(toSource),
    routes: routes
      .filter(({ routeData }) => routeData.type === 'page')
      .map(({ routeData, styles }) => {
        const own = styles.flatMap((one) => (one.type === 'inline' ? one.content : []));
        const all = [ISLAND_STYLES, ...Object.values(inlineStyles), ...own];
        return { pattern: routeData.pattern.source, styles: all.map(toSource) };
      }),
  };
}
