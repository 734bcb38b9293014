import type { APIRoute } from 'astro';

/** A page with `noindex` must be fetched, too: otherwise no crawler reads its `noindex`. */
export const GET: APIRoute = ({ site }) => {
  const text = import.meta.env.IS_PREVIEW
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`;
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
