/** The function that answers at the addresses of items that the build lacks: Astro's own handler of the site's pages. */
import { createApp } from 'astro/app/entrypoint';
import type { Context } from '@netlify/functions';
import { formatLiveAddress, parseLiveAddress } from '../content/index.ts';
import { createSecurityHeaders } from '../headers/index.ts';
import { faultHeader } from '../origin/index.ts';
import { words } from '../site.ts';
import { log } from './endpoint.ts';

const app = createApp({ streaming: false });
const { origin: siteUrl } = new URL(import.meta.env.SITE);
const { IS_PREVIEW } = import.meta.env;

// Netlify takes the default export.
// oxlint-disable-next-line import/no-default-export
export default async (request: Request, { ip }: Pick<Context, 'ip'>): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  // The path of the request, or of the function below `/.netlify/functions`.
  const item = parseLiveAddress(pathname);
  if (!item) return new Response(null, { status: 404 });
  const url = new URL(formatLiveAddress(item) + search, request.url);
  const answer = await app.render(new Request(url, request), { clientAddress: ip });
  const fault = answer.headers.get(faultHeader);
  if (fault !== null)
    log({ event: 'page.failed', page: url.pathname, error: decodeURIComponent(fault) });
  const response = fault === null ? answer : new Response(words.pageFailed, { status: 500 });
  const headers = {
    ...createSecurityHeaders(siteUrl),
    ...(IS_PREVIEW && { 'x-robots-tag': 'noindex' }),
  };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
};
