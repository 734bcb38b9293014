import type { APIRoute } from 'astro';
import { read, sitemapPaths } from '../engine/content/read.ts';
import { renderSitemapPart } from '../documents/sitemap.ts';

export const getStaticPaths = sitemapPaths;

export const GET: APIRoute<never, { part: string }> = async ({ params: { part }, site }) => {
  if (!site) throw new Error('The sitemap needs the address of the site.');
  return new Response(await renderSitemapPart(read, part, site), {
    headers: { 'content-type': 'application/xml' },
  });
};
