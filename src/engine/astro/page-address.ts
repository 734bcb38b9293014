/** Gives a page in `astro build` the address that it has on the hosts: Astro names its file there, `/about.html`. */
import { defineMiddleware } from 'astro:middleware';
import { describeFile } from '../headers/index.ts';

export const onRequest = defineMiddleware(({ url }, next) => {
  url.pathname = describeFile(url.pathname.slice(1)).address;
  return next();
});
