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
  security: {
    // Inline scripts and styles run by the hashes that Astro adds. Islands load chunks of our own origin.
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        "img-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
      scriptDirective: { resources: ["'self'"] },
      // No source of files: without one Astro would allow 'self'.
      styleDirective: { resources: ["'report-sample'"] },
    },
  },
  integrations: [
    intent,
    // No island waits for anything, and React's streams take a seventh of a build. Without them `useId` gives two
    // islands of a page the same ids, so the linter forbids it.
    react({ experimentalDisableStreaming: true }),
    contentfulSite({ layout: './src/layouts/Page.astro' }),
  ],
});
