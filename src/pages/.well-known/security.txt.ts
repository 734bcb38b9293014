import type { APIRoute } from 'astro';
import { renderSecurityText } from '../../documents/security-text.ts';

export const GET: APIRoute = ({ site }) => {
  if (!site) throw new Error('security.txt needs the address of the site.');
  return new Response(renderSecurityText(site, new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
};
