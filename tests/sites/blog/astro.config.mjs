import { defineConfig } from 'astro/config';
import { contentfulSite } from './src/engine/index.ts';

export default defineConfig({
  security: { csp: { directives: ["default-src 'self'", "frame-ancestors 'none'"] } },
  integrations: [contentfulSite({ layout: './src/layouts/Layout.astro' })],
});
