/** Answers requests such as `/blog/{slug}?live`: an item newer than the site becomes a page of the site. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatLiveAddress, parseLiveAddress, type LiveAddress } from '../../content/index.ts';
import type { AskLive } from '../live.ts';
import type { Pages } from './pages.ts';

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  clientAddress: string,
) => void | Promise<void>;

/** Parses `/blog/{slug}?live` and the like; null for any other address. */
function parseLiveRequest(url: string): LiveAddress | null {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined || !new URLSearchParams(query).has('live')) return null;
  const address = parseLiveAddress(path);
  return address && formatLiveAddress(address) === path ? address : null;
}

/** Answers a request for content newer than the site with its page, after a pull, and every other one with `pages`. */
export function createLiveRequests(
  ask: AskLive,
  pages: Pages,
  pullNow: () => Promise<unknown>,
): PageHandler {
  return async (request, response, clientAddress) => {
    const address = parseLiveRequest(request.url ?? '');
    const isNewer = address !== null && !(await pages.isBuilt(address));
    // When that fails, the page without the query says so.
    const isFound = isNewer && (await ask(address, clientAddress).catch(() => null)) !== null;
    if (isFound) await pullNow();
    const page = isFound
      ? await pages.readPage(formatLiveAddress(address)).catch(() => null)
      : null;
    if (!page) {
      pages.handle(request, response);
      return;
    }
    response.writeHead(200, {
      ...page.headers,
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(page.html),
    });
    response.end(request.method === 'HEAD' ? undefined : page.html);
  };
}
