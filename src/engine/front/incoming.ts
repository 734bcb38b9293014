/** Leads a request to its endpoint or page, by its head: the target on this site, and the address of the client. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { createRequest, createRequestListener, sendResponse } from '@remix-run/node-fetch-server';
import type { Config } from '../config.ts';
import type { HeaderFields } from '../headers/index.ts';
import type { Log } from '../base/log.ts';
import { createApp, Refusal, trimSlashes, type Endpoints } from '../endpoints/index.ts';
import type { Pages } from './pages.ts';

/** A name or an address, and a port. */
const authority = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;
const isAuthority = (text: string) => authority.test(text) && URL.canParse(`http://${text}`);

/** Parses a target into path and query; null: unreadable (https://www.rfc-editor.org/rfc/rfc9112#section-3.2). */
function parseTarget({ url = '', headersDistinct }: IncomingMessage): string | null {
  // Node itself refuses a request without a host where the version of HTTP asks for one.
  const hosts = headersDistinct.host ?? [];
  if (hosts.length > 1 || !hosts.every(isAuthority)) return null;
  if (url.startsWith('/')) return url;
  const [, asked = '', target = ''] = /^https?:\/\/([^/?]+)(.*)$/i.exec(url) ?? [];
  if (!isAuthority(asked)) return null;
  return target.startsWith('/') ? target : `/${target}`;
}

/** Parses an address as proxies write addresses: plain, or with a port (IPv6 then in brackets). */
function parseAddress(text: string): string | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) ? address : null;
}

/** The client's address for rate limits. Our own proxy appended the last one; a client may have invented the others. */
export function getClientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: boolean,
): string {
  const own = request.socket.remoteAddress ?? '';
  if (!trustProxy) return own;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  return parseAddress(forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()) ?? own;
}

/** Answers a request that may not enter; undefined when it may. */
export type Gate = (request: Request, clientAddress: string) => Promise<Response | undefined>;

interface HandlerOptions {
  config: Pick<Config, 'site' | 'server'>;
  /** Headers of answers that are no page. */
  headers: HeaderFields;
  endpoints: Endpoints;
  pages: Pick<Pages, 'handle' | 'isPerVisitor' | 'isPublic'>;
  /** Without a gate everybody may enter. */
  gate: Gate | undefined;
  log: Log;
}

const unreadable = 'This request cannot be read.';

/** Creates the function that answers requests: first the gate, then the endpoint or the page. */
export function createRequestHandler(options: HandlerOptions) {
  const { config, headers, endpoints, pages, gate, log } = options;
  const app = createApp({ siteUrl: config.site.url, headers, log, endpoints });
  const onError = () => new Refusal(400, unreadable, headers).toResponse();
  const sendAnswer = (response: ServerResponse, answer: Response) => {
    for (const [name, value] of Object.entries(headers))
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    return sendResponse(response, answer);
  };
  return (incoming: IncomingMessage, response: ServerResponse): void => {
    const url = parseTarget(incoming);
    if (url === null) {
      void sendAnswer(response, new Refusal(400, unreadable, { connection: 'close' }).toResponse());
      return;
    }
    incoming.url = url;
    const address = getClientAddress(incoming, config.server.trustProxy);
    const { method } = incoming;
    const path = url.split('?', 1)[0] ?? '';
    const isRead = method === 'GET' || method === 'HEAD';
    const isForApp =
      `${isRead ? 'GET' : 'POST'} ${trimSlashes(path)}` in endpoints ||
      !(isRead ? pages.isPublic(path) : pages.isPerVisitor(path));
    const enterGate = () => {
      if (isForApp)
        createRequestListener((request) => app(request, address), { onError })(incoming, response);
      else pages.handle(incoming, response, address);
    };
    if (gate)
      gate(createRequest(incoming, response), address)
        .then((refusal) => (refusal ? sendAnswer(response, refusal) : enterGate()))
        .catch(() => response.destroy());
    else enterGate();
  };
}
