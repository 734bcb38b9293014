import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { fonts } from './scripts/fonts.ts';
import { loadConfig } from './scripts/environment.ts';
import { media } from './scripts/media.ts';
import { getSnapshotDirectory } from './src/config.ts';

const config = loadConfig();

/** Islands hydrate at the first touch (src/islands/on-intent.ts). */
const intent = {
  name: 'intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/islands/on-intent.ts' }),
  },
};

export default defineConfig({
  site: config.site.url,
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [fonts(), media(config), intent, react(), sitemap()],
  vite: {
    define: {
      'import.meta.env.SNAPSHOT_DIRECTORY': JSON.stringify(getSnapshotDirectory(config)),
      'import.meta.env.CONTACT_INBOX': JSON.stringify(config.contact.inbox),
    },
  },
});
