import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { contentfulSite } from '#engine/index.ts';

/** Adds the directive `client:intent`. */
const intent = {
  name: 'intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/islands/on-intent.ts' }),
  },
};

export default defineConfig({
  // A scoped rule is as specific as it is written.
  scopedStyleStrategy: 'where',
  integrations: [
    intent,
    react(),
    contentfulSite({
      layout: './src/layouts/Page.astro',
      inlineParts: './src/layouts/inline-parts.ts',
    }),
  ],
});
