import { defineMiddleware } from 'astro:middleware';

export const onRequest = defineMiddleware(async ({ locals }, next) => {
  Object.assign(locals, { word: 'of the middleware' });
  const response = await next();
  response.headers.set('x-site', 'plain');
  return response;
});
