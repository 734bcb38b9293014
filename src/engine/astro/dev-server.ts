/** What `astro dev` answers as the hosts do, and what it refuses because only they can do it. */
import type { ServerResponse } from 'node:http';
import type { HookParameters } from 'astro';
import { findRedirect } from '../redirects.ts';

/** Astro would answer with the page, and the form would thank for what nobody stored. */
function refusePost(response: ServerResponse, isBrowser: boolean): void {
  const error = 'npm run dev stores no messages; npm start does.';
  response.writeHead(503, { 'content-type': isBrowser ? 'text/plain' : 'application/json' });
  response.end(isBrowser ? error : JSON.stringify({ error }));
}

/** Adds the redirects of addresses without a page, and a refusal of messages. */
export function prepareDevServer({
  middlewares,
}: HookParameters<'astro:server:setup'>['server']): void {
  middlewares.use(({ url = '', method, headers }, response, next) => {
    if (method === 'POST') {
      refusePost(response, headers.accept?.includes('text/html') ?? false);
      return;
    }
    const found = findRedirect(url.split('?', 1)[0] ?? '');
    const writeHead = response.writeHead.bind(response);
    if (found)
      response.writeHead = (status: number, ...rest: never[]) =>
        status === 404
          ? writeHead(found.status, { location: found.to })
          : writeHead(status, ...rest);
    next();
  });
}
