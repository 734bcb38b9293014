/** Sends the policy of pages in `astro dev`, and ends a page of which browsers would refuse a part in production. */
import { createApp } from 'astro/app/entrypoint';
import { defineMiddleware } from 'astro:middleware';
import found from 'virtual:contentful-site/inline-in-sources';
import {
  createPagePolicy,
  formatPolicy,
  redirectWayOut,
  requireAllowedPages,
  toSource,
} from '../headers/index.ts';
import { OwnError } from '../log.ts';
import { listInlineParts } from '../render/list-inline-parts.ts';

/** What Astro and Vite write into pages of development alone. */
const ofDev =
  /<script>(window\.__astro_dev_toolbar__ = .*?)<\/script>|<style data-vite-dev-id=.*?<\/style>/gs;

export const onRequest = defineMiddleware(async ({ url }, next) => {
  const response = await next();
  if (response.headers.has('location'))
    throw new OwnError(`${url.pathname} leads elsewhere: ${redirectWayOut}.`);
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await response.text();
  const inlineParts = listInlineParts(createApp().manifest, found);
  const pictureOrigin = import.meta.env.PICTURE_ORIGIN;
  requireAllowedPages([[url.pathname, html.replace(ofDev, '')]], { inlineParts, pictureOrigin });
  const toolbar = Array.from(html.matchAll(ofDev), ([, script = '']) => toSource(script));
  const policy = new Map(
    createPagePolicy([url.pathname], {
      inlineParts: { ...inlineParts, scripts: [...inlineParts.scripts, ...toolbar] },
      pictureOrigin,
    }),
  );
  // Vite brings styles by scripts and changes by a socket, and Astro's toolbar writes styles and HTML.
  policy.set('style-src', ["'self'", "'unsafe-inline'"]);
  policy.set('connect-src', ["'self'", 'ws:']);
  policy.set('worker-src', ['blob:']);
  policy.delete('require-trusted-types-for');
  policy.delete('trusted-types');
  const headers = new Headers(response.headers);
  headers.set('content-security-policy', formatPolicy(policy));
  return new Response(html, { status: response.status, headers });
});
