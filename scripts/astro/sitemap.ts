import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { createRead } from '../../src/content/snapshot/read.ts';
import { listPages, type SitePage } from '../../src/documents/page-list.ts';

/** Astro integration: a sitemap of the pages that search engines may list, each with the date of its content. */
export function contentSitemap(snapshotDirectory: string): AstroIntegration {
  let pages: Promise<ReadonlyMap<string, SitePage>> | undefined;
  const readPages = async () => {
    const list = await listPages(createRead(snapshotDirectory));
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
}
