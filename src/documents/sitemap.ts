import type { SitePage } from './page-list.ts';

const mostAddresses = 45_000;
const { compare } = new Intl.Collator('en', { numeric: true });

/** @param url as `URL` writes it, which leaves only these two of the characters of XML */
function renderItem(name: 'url' | 'sitemap', url: string, lastModified: string | null): string {
  const address = url.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
  const changed = lastModified && `<lastmod>${new Date(lastModified).toISOString()}</lastmod>`;
  return `<${name}><loc>${address}</loc>${changed ?? ''}</${name}>`;
}

const renderFile = (name: 'urlset' | 'sitemapindex', items: readonly string[]): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</${name}>`,
  );

const findLatest = (pages: readonly SitePage[]): string | null =>
  pages.reduce<string | null>(
    (latest, { lastModified }) =>
      lastModified && lastModified > (latest ?? '') ? lastModified : latest,
    null,
  );

/**
 * The files that `@astrojs/sitemap` writes after a build, byte for byte (a test holds them together),
 * for a publish that runs without Astro's build.
 * @returns content by name in the site
 */
export function renderSitemap(
  pages: readonly SitePage[],
  siteUrl: string,
): ReadonlyMap<string, Buffer> {
  const listed = pages
    .filter(({ indexed }) => indexed)
    .map((page) => ({ ...page, url: new URL(page.path, siteUrl).href }))
    .sort((one, other) => compare(one.url, other.url));
  const files = new Map<string, Buffer>();
  const index: string[] = [];
  for (let start = 0; start < listed.length; start += mostAddresses) {
    const part = listed.slice(start, start + mostAddresses);
    const name = `sitemap-${index.length}.xml`;
    const items = part.map(({ url, lastModified }) => renderItem('url', url, lastModified));
    files.set(name, renderFile('urlset', items));
    index.push(renderItem('sitemap', new URL(name, siteUrl).href, findLatest(part)));
  }
  return files.set('sitemap-index.xml', renderFile('sitemapindex', index));
}
