import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { fonts } from './scripts/fonts.ts';
import { loadConfig } from './scripts/environment.ts';
import { media } from './scripts/media.ts';
import { netlifyFiles } from './scripts/netlify-files.ts';
import { renderer } from './scripts/renderer.ts';
import { getSnapshotDirectory, showDrafts } from './src/config.ts';
import { renderBuildReceipt, receiptName } from './src/content/build-receipt.ts';
import { createRead } from './src/content/read.ts';
import { listPages } from './src/listing.ts';

const loaded = loadConfig();
/** Set by scripts/astro.ts; elsewhere a preview of drafts is none. */
const config = process.env.DRAFTS === '1' ? showDrafts(loaded) : loaded;
/** Set by scripts/renderer.ts: bundles the pages as a function in place of writing them. */
const isRenderer = process.env.RENDERER === '1';

/** Where Astro writes its own runtime for islands into a page. */
const runtime =
  '<script>${process.env.NODE_ENV === "development" ? islandScriptDev : islandScript}</script>';

/** Islands hydrate at the first touch (src/islands/on-intent.ts), by a smaller runtime (island.ts). */
const intent = {
  name: 'intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective, updateConfig }) => {
      addClientDirective({ name: 'intent', entrypoint: './src/islands/on-intent.ts' });
      const plugin = {
        name: 'without-runtime',
        enforce: 'pre',
        transform(code, id) {
          if (!id.endsWith('/astro/dist/runtime/server/scripts.js')) return null;
          if (!code.includes(runtime))
            throw new Error(
              'Astro writes its runtime in another way: adapt `runtime` in astro.config.mjs.',
            );
          return code.replace(runtime, '');
        },
      };
      updateConfig({ vite: { plugins: [plugin] } });
    },
  },
};

/** What was built, for editors and for those who compare. */
const buildReceipt = {
  name: 'build-receipt',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const read = createRead(getSnapshotDirectory(config));
      const receipt = await renderBuildReceipt(read, randomUUID(), new Date().toISOString());
      await writeFile(new URL(receiptName, dir), receipt);
    },
  },
};

/** The sitemap: what is to be found, and when its content changed, as the listing has it. */
const searchable = () => {
  /** @type {Promise<Map<string, import('./src/listing.ts').SitePage>> | undefined} */
  let pages;
  const readPages = async () => {
    const list = await listPages(createRead(getSnapshotDirectory(config)));
    return new Map(list.map((page) => [page.path, page]));
  };
  return sitemap({
    namespaces: { news: false, xhtml: false, image: false, video: false },
    serialize: async (item) => {
      const page = (await (pages ??= readPages())).get(new URL(item.url).pathname);
      if (!page?.indexed) return undefined;
      return page.lastModified ? { ...item, lastmod: page.lastModified } : item;
    },
  });
};

export default defineConfig({
  // Set from another integration, Astro would not find it.
  ...(isRenderer && { adapter: renderer() }),
  site: config.site.url,
  trailingSlash: 'never',
  // Pages wait for files: side by side, a build of many takes a third of the time.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 16 },
  integrations: [
    fonts(),
    intent,
    react(),
    ...(isRenderer ? [] : [media(config), buildReceipt, searchable(), netlifyFiles(config)]),
  ],
  vite: {
    // The bundle lies outside the project, where it would find no package.
    ...(isRenderer && { ssr: { noExternal: true } }),
    define: {
      'import.meta.env.SNAPSHOT_DIRECTORY': JSON.stringify(getSnapshotDirectory(config)),
      'import.meta.env.CONTACT_INBOX': JSON.stringify(config.contact.inbox),
      'import.meta.env.IS_PREVIEW': JSON.stringify(config.site.isPreview),
      // Not named as the variable: Astro would take that one from the environment, as text.
      'import.meta.env.MEASURES_VITALS': JSON.stringify(config.vitals),
      'import.meta.env.SHOWS_DRAFTS': JSON.stringify(config.contentful?.showsDrafts ?? false),
    },
  },
});
