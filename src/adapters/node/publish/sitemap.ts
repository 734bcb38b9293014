import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SitemapIndexStream, SitemapStream } from 'sitemap';
import type { SitePage } from '../../../listing.ts';

const mostAddresses = 45_000;
const { compare } = new Intl.Collator('en', { numeric: true });

const toItem = (url: string, lastModified: string | null) =>
  lastModified === null ? { url } : { url, lastmod: lastModified };

const findLatest = (pages: readonly SitePage[]): string | null =>
  pages.reduce<string | null>(
    (latest, { lastModified }) =>
      lastModified && lastModified > (latest ?? '') ? lastModified : latest,
    null,
  );

const collect = (items: readonly object[], stream: Transform): Promise<Buffer> =>
  buffer(Readable.from(items).pipe(stream));

/**
 * The files that `@astrojs/sitemap` writes after a build, byte for byte (a test holds them together),
 * for a publish that runs without Astro's build.
 * @returns content by name in the site
 */
export async function renderSitemap(
  pages: readonly SitePage[],
  siteUrl: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const listed = pages
    .filter(({ indexed }) => indexed)
    .map((page) => ({ ...page, url: new URL(page.path, siteUrl).href }))
    .sort((one, other) => compare(one.url, other.url));
  const files = new Map<string, Buffer>();
  const index: object[] = [];
  for (let start = 0; start < listed.length; start += mostAddresses) {
    const part = listed.slice(start, start + mostAddresses);
    const name = `sitemap-${index.length}.xml`;
    const items = part.map(({ url, lastModified }) => toItem(url, lastModified));
    files.set(name, await collect(items, new SitemapStream({ hostname: siteUrl })));
    index.push(toItem(new URL(name, siteUrl).href, findLatest(part)));
  }
  return files.set('sitemap-index.xml', await collect(index, new SitemapIndexStream()));
}
