import type { APIRoute } from 'astro';
import { read } from '../engine/content/read.ts';
import { renderSitemapIndex } from '../documents/sitemap.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('The sitemap needs the address of the site.');
  return new Response(await renderSitemapIndex(read, site), {
    headers: { 'content-type': 'application/xml' },
  });
};
