/** The function that answers at the addresses of items that the build lacks: Astro's own handler of the site's pages. */
import { createApp } from 'astro/app/entrypoint';
import type { Context } from '@netlify/functions';
import { parseItemAddress } from '../content/index.ts';
import { createSecurityHeaders } from '../headers/index.ts';
import { faultHeader } from '../origin/index.ts';
import { words } from '../site.ts';
import { log } from './endpoint.ts';
import { liveFunction } from './redirects.ts';

const app = createApp({ streaming: false });
const { IS_PREVIEW, SITE } = import.meta.env;
const headersOfAll = {
  ...createSecurityHeaders(SITE),
  ...(IS_PREVIEW && { 'x-robots-tag': 'noindex' }),
};

// Netlify takes the default export.
// oxlint-disable-next-line import/no-default-export
export default async (request: Request, { ip }: Pick<Context, 'ip'>): Promise<Response> => {
  const url = new URL(request.url);
  // Netlify may tell the address of the function in place of the visitor's.
  url.pathname = url.pathname.replace(liveFunction, '');
  if (!parseItemAddress(url.pathname)) return new Response(null, { status: 404 });
  const answer = await app.render(new Request(url, request), { clientAddress: ip });
  const fault = answer.headers.get(faultHeader);
  if (fault !== null)
    log({ event: 'page.failed', page: url.pathname, error: decodeURIComponent(fault) });
  const response = fault === null ? answer : new Response(words.pageFailed, answer);
  response.headers.delete(faultHeader);
  for (const [name, value] of Object.entries(headersOfAll)) response.headers.set(name, value);
  return response;
};
