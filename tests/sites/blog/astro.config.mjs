import { defineConfig } from 'astro/config';
import { contentfulSite } from './src/engine/index.ts';

export default defineConfig({
  integrations: [contentfulSite({ layout: './src/layouts/Layout.astro' })],
});
