import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { contentfulSite } from './src/engine/index.ts';

export default defineConfig({
  // The packages are a link to those of the engine's own project.
  cacheDir: './.cache',
  vite: { cacheDir: './.cache/vite', server: { fs: { strict: false } } },
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  redirects: { '/old': '/everyone' },
  security: {
    csp: {
      directives: ["default-src 'self'", "frame-ancestors 'none'"],
      // Shiki, define:vars, style="…" and transition:… write styles of which Astro knows no hash.
      styleDirective: { resources: ["'self'", "'unsafe-inline'"] },
    },
  },
  integrations: [react(), contentfulSite({ layout: './src/layouts/Layout.astro' })],
});
