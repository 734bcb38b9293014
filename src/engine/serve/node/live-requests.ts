import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatLiveAddress, parseLiveAddress, type LiveAddress } from '../../content/index.ts';
import type { createLivePages } from '../live-pages.ts';

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface LiveRequestsOptions {
  getPage: ReturnType<typeof createLivePages>;
  /** Whether the release shows the content of an address. */
  isBuilt: (address: LiveAddress) => boolean;
  /** Headers of every page of the site. */
  ownHeaders: Readonly<Record<string, string>>;
  /** Answers every other request. */
  otherwise: PageHandler;
}

/** Parses `/blog/{slug}?live` and the like; null for any other address. */
function parseLiveRequest(url: string): LiveAddress | null {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined || !new URLSearchParams(query).has('live')) return null;
  const address = parseLiveAddress(path);
  return address && formatLiveAddress(address) === path ? address : null;
}

/** Answers requests for content newer than the release with its page. */
export function createLiveRequests(options: LiveRequestsOptions): PageHandler {
  const { getPage, isBuilt, ownHeaders, otherwise } = options;

  async function show(
    address: LiveAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const page = await getPage(address);
    if (!page) {
      otherwise(request, response);
      return;
    }
    const { html, headers } = page;
    const length = Buffer.byteLength(html);
    response.writeHead(200, { ...headers, ...ownHeaders, 'content-length': length });
    response.end(request.method === 'HEAD' ? undefined : html);
  }

  return (request, response) => {
    const address = parseLiveRequest(request.url ?? '');
    if (address && !isBuilt(address)) void show(address, request, response);
    else otherwise(request, response);
  };
}
