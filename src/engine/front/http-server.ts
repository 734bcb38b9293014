/**
 * Node's HTTP server, with limits, so that slow or greedy clients do not slow down others. It leads a request to its
 * endpoint or page by its head: the target on this site, and the address of the client.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isIP, type Socket } from 'node:net';
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
  pages: Pick<Pages, 'handle' | 'isPerVisitor'>;
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
      !(isRead || pages.isPerVisitor(path));
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

/** Descriptors of a process as the system says; Node raises its limit as far as it may. */
function countDescriptors(): number {
  const file = '/proc/self/limits';
  const limits = existsSync(file) ? readFileSync(file, 'latin1') : '';
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? 1024);
}

/** Connections at most: a third of the descriptors. The files that they send take another, all else the last. */
const mostConnections = Math.floor(Math.min(countDescriptors(), 6000) / 3);

/** Time in which a request arrives completely; a slower client gets 408. */
const requestLimitMs = 7000;
/** Unanswered requests on one connection. With 32, a hundred greedy clients doubled the memory of the process. */
const mostUnanswered = 8;
/** Time without a byte. */
const silenceMs = 30_000;
/** Time for which a closing connection still takes what the client sends. */
const lingerLimitMs = 2000;
/** Time that `close` waits for running answers. */
const stopLimitMs = 10_000;

declare module 'node:net' {
  interface Socket {
    /**
     * Node's parser, which its documentation lacks. After `pause` it makes no more requests of the bytes that
     * have arrived already. Without it 100 clients that send 1,900 requests at once took 4.2 times the memory
     * at rest, with it 2.0 times.
     */
    parser?: { pause(): void } | null;
  }
}

/** Ends a connection after its last answer. Closing with unread input resets it, and the client may lose the answer. */
function closeGently(socket: Socket): void {
  socket.end();
  socket.resume();
  const late = setTimeout(() => socket.destroy(), lingerLimitMs);
  socket.once('close', () => clearTimeout(late));
}

/** Answers to requests that Node cannot read, by the code of the error. */
const refusals: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Whether we wait for the client: for a request, for the rest of one, or until it reads an answer. */
const isWaitedFor = (socket: Socket, running: ReadonlySet<ServerResponse>) =>
  socket.writableLength > 0 || [...running].every(({ req }) => !req.complete);

/** Limits how many connections there are and what one may ask, and closes every connection gently. */
function guardConnections(server: Server, handle: RequestListener): void {
  /** The answers that each connection waits for. The connection that got none for longest comes first. */
  const unanswered = new Map<Socket, Set<ServerResponse>>();
  /** Closes the first connection that waits for nothing of ours, so that a crowd of such keeps nobody out. */
  const makeRoom = (newest: Socket) => {
    const idle = [...unanswered].find(([socket, running]) => isWaitedFor(socket, running));
    const [closed] = idle ?? [newest];
    unanswered.delete(closed);
    closed.destroy();
  };
  server.on('connection', (socket: Socket) => {
    if (unanswered.size >= mostConnections) makeRoom(socket);
    unanswered.set(socket, new Set());
    socket.once('close', () => unanswered.delete(socket));
    // Node calls this after the last answer of a connection. With its own, 159 of 200 clients that went on sending
    // and read after 0.2 s lost the answer to a reset, with ours none.
    socket.destroySoon = () => closeGently(socket);
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const running = unanswered.get(socket);
    if (!running || running.size >= mostUnanswered) {
      socket.parser?.pause();
      socket.destroy();
      return;
    }
    // The answer may come before a long body has, and the rest would stand before the next request.
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding !== undefined || Number(length) > 16_384) response.shouldKeepAlive = false;
    const before = [...running].at(-1);
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (unanswered.delete(socket)) unanswered.set(socket, running);
    });
    // One after the other: each may hold a file open.
    if (!before) handle(request, response);
    else before.once('close', () => socket.destroyed || handle(request, response));
  });
  // A client that sends and reads nothing for this long is gone, unless we make its answer.
  server.setTimeout(silenceMs, (socket: Socket) => {
    if (isWaitedFor(socket, unanswered.get(socket) ?? new Set())) socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const hasBegun = [...(unanswered.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (hasBegun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = refusals[error.code ?? ''] ?? '400 Bad Request';
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    closeGently(socket);
  });
}

/** Starts the server. @throws an error with the code EADDRINUSE when the port is taken */
export async function startListening(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
) {
  const server = createServer({
    headersTimeout: requestLimitMs,
    requestTimeout: requestLimitMs,
    // Node looks every 30 seconds, which is too late: https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
    connectionsCheckingInterval: 500,
    // Longer than clients keep idle connections: when the server closes first, a request may be lost.
    keepAliveTimeout: 15_000,
  });
  guardConnections(server, handle);
  // Those that wait are accepted at once: fewer than have room, so that none makes room before it was read.
  const backlog = Math.ceil(mostConnections / 2);
  await once(server.listen({ port, host, backlog }), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    /** Base URL with the actual port. */
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    /** Refuses new connections and resolves when the running answers have ended. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      // A connection whose answer ends meanwhile would idle until its time is over.
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const late = setTimeout(() => server.closeAllConnections(), stopLimitMs);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}
