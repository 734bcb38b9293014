import { defineMiddleware } from 'astro:middleware';

export const onRequest = defineMiddleware(async ({ locals, url }, next) => {
  if (url.pathname === '/ping') return new Response('pong');
  if (url.pathname === '/elsewhere') return Response.redirect('https://example.com/');
  Object.assign(locals, { word: 'of the middleware' });
  const response = await next();
  response.headers.set('x-site', 'plain');
  return response;
});
