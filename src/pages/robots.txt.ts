import type { APIRoute } from 'astro';
import { renderRobots } from '../documents/robots.ts';

export const GET: APIRoute = ({ site }) => {
  if (!site) throw new Error('robots.txt needs the address of the site.');
  return new Response(renderRobots(site, import.meta.env.IS_PREVIEW), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
};
