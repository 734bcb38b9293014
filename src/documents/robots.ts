/**
 * What crawlers may fetch: everything, or nothing of a preview. Pages that are not to be found may be
 * fetched, as it is they who say so.
 */
export const renderRobots = (siteUrl: URL, isPreview: boolean): string =>
  isPreview
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', siteUrl).href}\n`;
