/** The sitemap, written by Astro's official integration. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import * as v from 'valibot';
import { isForOthers } from '../declare/collections.ts';
import type { Config } from '../config.ts';
import { getSnapshotDirectory } from '../account.ts';
import { createRead, describePlainPage, listPages, type SitePage } from '../content/read.ts';
import { listFiles } from '../disk/index.ts';

/** @param findPage returns the page with this path */
const createSitemap = (findPage: (path: string) => Promise<SitePage | undefined>) =>
  sitemap({
    namespaces: { news: false, xhtml: false, image: false, video: false },
    serialize: async (item) => {
      const page = await findPage(decodeURI(new URL(item.url).pathname));
      if (!page?.indexed) return undefined;
      // One text that is no date would fail every line.
      const isDated = Date.parse(page.lastModified ?? '') > 0;
      return isDated ? { ...item, lastmod: page.lastModified ?? '' } : item;
    },
  });

/** The integration for `astro build`, which knows the pages; the snapshot knows when each has changed. */
export function contentSitemap(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
): AstroIntegration {
  let pages: Promise<ReadonlyMap<string, SitePage>> | undefined;
  const readPages = async () => {
    const read = createRead(getSnapshotDirectory(config));
    const list = await listPages(read).finally(() => read.close());
    return new Map(list.map((page) => [page.path, page]));
  };
  return createSitemap(async (path) => {
    const page = (await (pages ??= readPages())).get(path);
    return page ?? (isForOthers(path) ? undefined : describePlainPage(path));
  });
}

/** The integration logs a failure and goes on, without a sitemap. */
const refuseSitemap = (message: string) => {
  throw new Error(`The sitemap: ${message}`);
};

const hooksSchema = v.object({
  'astro:config:done': v.function(),
  'astro:routes:resolved': v.function(),
  'astro:build:done': v.function(),
});

/**
 * Makes the sitemap of these pages. No Astro runs on a server, so the integration's own hooks are called with what
 * the integration reads of a build.
 * @returns the texts of its files by their addresses
 */
export async function makeSitemap(
  list: readonly SitePage[],
  siteUrl: string,
): Promise<Map<string, string>> {
  const pages = new Map(list.map((page) => [page.path, page]));
  const folder = await mkdtemp(join(tmpdir(), 'sitemap-'));
  try {
    const { hooks } = createSitemap((path) => Promise.resolve(pages.get(path)));
    const called = v.parse(hooksSchema, hooks);
    await called['astro:config:done']({ config: { site: siteUrl, base: '/' } });
    called['astro:routes:resolved']({ routes: [] });
    await called['astro:build:done']({
      dir: pathToFileURL(`${folder}/`),
      pages: Array.from(pages.keys(), (pathname) => ({ pathname })),
      logger: { info: () => undefined, warn: refuseSitemap, error: refuseSitemap },
    });
    const files = new Map<string, string>();
    for (const [name, path] of await listFiles(folder))
      files.set(`/${name}`, await readFile(path, 'utf8'));
    return files;
  } finally {
    await rm(folder, { recursive: true });
  }
}
