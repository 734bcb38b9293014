/** Builds the pages for Astro's own Node server, which makes them on demand (server.ts). */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import { questionsPath, type Routes } from './protocol.ts';

/** As Astro itself reads what a page says. */
const ownWord = /^\s*export\s+const\s+prerender\s*=\s*(true|false);?/m;

const getPage = (name: string) => new URL(`pages/${name}`, import.meta.url);

/**
 * A page that says `prerender = false` is made for each visitor, and one that says `prerender = true` with the code. All
 * others are made on demand, for all visitors.
 */
function makeOnDemand(): AstroIntegration {
  const perVisitor = new Set<string>();
  const routes: Routes = { patterns: [], paths: [], texts: [] };
  let root: URL;
  return {
    name: 'on-demand',
    hooks: {
      'astro:config:setup': ({ config, injectRoute, updateConfig }) => {
        // A process reads one bundle faster than hundreds of files.
        const resolve = { noExternal: true } as const;
        updateConfig({ vite: { environments: { ssr: { resolve }, prerender: { resolve } } } });
        root = config.root;
        injectRoute({
          pattern: `${questionsPath}/[question]`,
          entrypoint: getPage('questions.ts'),
        });
        injectRoute({ pattern: '/sitemap-[part].xml', entrypoint: getPage('sitemap.ts') });
      },
      'astro:route:setup': ({ route }) => {
        const { component } = route;
        // A redirect has its address in place of a file.
        const text = component.startsWith('/')
          ? ''
          : readFileSync(new URL(component, root), 'utf8');
        const [, word] = ownWord.exec(text) ?? [];
        route.prerender = word === 'true';
        if (word === 'false') perVisitor.add(component);
      },
      'astro:routes:resolved': ({ routes: resolved }) => {
        for (const {
          entrypoint,
          isPrerendered,
          origin,
          pathname,
          pattern,
          patternRegex,
          type,
        } of resolved) {
          const isPerVisitor =
            origin === 'internal'
              ? pattern !== '/404'
              : perVisitor.has(entrypoint) || pattern.startsWith(questionsPath);
          routes.patterns.push([patternRegex.source, isPerVisitor]);
          // Astro shows /500 in place of a page that failed, and the front a stale page or a sentence.
          if (pathname !== undefined && !isPrerendered && !isPerVisitor && pattern !== '/500')
            (type === 'page' ? routes.paths : routes.texts).push(pathname);
        }
      },
      'astro:build:done': async ({ dir, pages }) => {
        routes.paths.push(...pages.map(({ pathname }) => `/${pathname.replace(/\/$/, '')}`));
        await writeFile(fileURLToPath(new URL('../routes.json', dir)), JSON.stringify(routes));
      },
    },
  };
}

/** What a build for the origin needs. Of an adapter that an integration names, Astro itself calls no hook. */
export function getNodeSettings() {
  const adapter = node({
    mode: 'middleware',
    experimentalDisableStreaming: true,
    staticHeaders: true,
  });
  return { adapter, integrations: [adapter, makeOnDemand()] };
}
