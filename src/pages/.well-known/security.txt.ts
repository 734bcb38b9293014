import type { APIRoute } from 'astro';
import { renderSecurityText } from '#documents/security-text.ts';
import { read } from '#engine/content/read.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('security.txt needs the address of the site.');
  return new Response(renderSecurityText(site, await read({ type: 'month' })), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
};
