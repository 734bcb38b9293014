import type { AstroIntegration } from 'astro';

/** Astro integration: adds the directive `client:intent` (src/islands/on-intent.ts). */
export const clientIntent = (): AstroIntegration => ({
  name: 'client-intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/islands/on-intent.ts' }),
  },
});
