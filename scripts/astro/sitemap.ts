import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { createRead, listPages, type SitePage } from '../../src/engine/content/read.ts';

/** Prefix of the file names that this integration writes. */
export const astroSitemap = 'sitemap-by-astro';

/**
 * Astro integration: writes a sitemap of the pages that Astro knows, beside every `astro build`. A test
 * compares it with the sitemap that the site renders itself.
 */
export function contentSitemap(snapshotDirectory: string): AstroIntegration {
  let pages: Promise<ReadonlyMap<string, SitePage>> | undefined;
  const readPages = async () => {
    const read = createRead(snapshotDirectory);
    const list = await listPages(read);
    read.close();
    return new Map(list.map((page) => [page.path, page]));
  };
  return sitemap({
    filenameBase: astroSitemap,
    namespaces: { news: false, xhtml: false, image: false, video: false },
    serialize: async (item) => {
      const page = (await (pages ??= readPages())).get(new URL(item.url).pathname);
      if (!page?.indexed) return undefined;
      return page.lastModified ? { ...item, lastmod: page.lastModified } : item;
    },
  });
}
