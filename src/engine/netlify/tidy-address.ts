/**
 * The edge function for addresses that may need tidying (built-functions.ts), as origin/middleware.ts tidies them on
 * Node. It loads nothing that needs a package.
 */
import { tidyPath } from '../base/text.ts';

/** Creates a function that leads to the page of the tidy address, and lets all else through by answering nothing. */
export function createTidyAddress() {
  return async (request: Request): Promise<Response | undefined> => {
    const url = new URL(request.url);
    const path = decodeURI(url.pathname);
    url.pathname = tidyPath(path);
    if (url.pathname === encodeURI(path)) return undefined;
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual' });
    const location = url.pathname + url.search;
    return status === 200 ? new Response(null, { status: 301, headers: { location } }) : undefined;
  };
}
