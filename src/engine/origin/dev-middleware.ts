/** What `astro dev` answers as the hosts do, and what it refuses because only they can do it. */
import { defineMiddleware } from 'astro:middleware';
import { findRedirect } from '../addresses/redirects.ts';
import { leads } from '../site.ts';

export const onRequest = defineMiddleware(async ({ request, routePattern, url }, next) => {
  // Astro would answer with the page, and the form would thank for what nobody stored.
  if (request.method === 'POST' && url.pathname === leads?.path)
    return Response.json(
      { error: 'npm run dev stores no messages; npm start does.' },
      { status: 503 },
    );
  const moved = routePattern === '/404' ? findRedirect(url.pathname) : null;
  if (moved) return new Response(null, { status: moved.status, headers: { location: moved.to } });
  const response = await next();
  // Astro's would stop Vite and the toolbar, which write inline parts. The console names what production refuses.
  response.headers.delete('content-security-policy');
  if (import.meta.env.DEV_POLICY !== null)
    response.headers.set('content-security-policy-report-only', import.meta.env.DEV_POLICY);
  return response;
});
