/**
 * Renders robots.txt. Crawlers may fetch everything, or nothing of a preview. A page with `noindex` must
 * be fetched too: otherwise a crawler never reads its `noindex`.
 */
export const renderRobots = (siteUrl: URL, isPreview: boolean): string =>
  isPreview
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', siteUrl).href}\n`;
