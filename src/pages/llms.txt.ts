import type { APIRoute } from 'astro';
import { read } from '../engine/content/read.ts';
import { renderOverview } from '../documents/overview.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('llms.txt needs the address of the site.');
  const { posts, resources } = await read({ type: 'newest' });
  return new Response(renderOverview(posts, resources, site), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
};
