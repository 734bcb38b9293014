import type { AstroIntegration } from 'astro';

/** What Astro writes before the first island of a page: its style, the directive, its own runtime. */
const astroStyle = '<style>${ISLAND_STYLES}</style>';
const astroRuntime =
  '<script>${process.env.NODE_ENV === "development" ? islandScriptDev : islandScript}</script>';

/**
 * Astro integration: `client:intent` hydrates an island at the first touch (src/islands/on-intent.ts),
 * with our own runtime in place of Astro's (418 of 1,543 bytes, compressed).
 * The style goes too: HTML allows none in the body, and src/styles/base.css has the rule.
 * @throws when an upgrade of Astro writes its runtime in another way
 */
export const islandRuntime = (): AstroIntegration => ({
  name: 'island-runtime',
  hooks: {
    'astro:config:setup': ({ addClientDirective, updateConfig }) => {
      addClientDirective({ name: 'intent', entrypoint: './src/islands/on-intent.ts' });
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'without-astro-runtime',
              enforce: 'pre',
              transform(code: string, id: string) {
                if (!id.endsWith('/astro/dist/runtime/server/scripts.js')) return null;
                if (!code.includes(astroStyle + '<script>') || !code.includes(astroRuntime))
                  throw new Error(
                    'Astro writes its runtime in another way: adapt `astroStyle` and `astroRuntime` in scripts/astro/island-runtime.ts.',
                  );
                return code.replace(astroStyle, '').replace(astroRuntime, '');
              },
            },
          ],
        },
      });
    },
  },
});
