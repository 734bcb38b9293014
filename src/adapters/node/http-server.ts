/** Node's HTTP server with limits, so that slow or greedy clients do not slow down others. */
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for a request to arrive completely; a slower client gets 408. */
const requestLimit = 7000;
/** Most unanswered requests on one connection; only a client that reads no answers sends more. */
const mostUnanswered = 32;
/** Milliseconds that `close` waits for running answers. */
const stopLimit = 10_000;

export interface HttpServer {
  /** Base URL with the actual port. */
  url: string;
  /** Refuses new connections and resolves when the running answers have ended. */
  close: () => Promise<void>;
}

/** Closes a connection that sends many requests and reads no answers. */
function withoutFloods(handle: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > mostUnanswered) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}

/**
 * Starts the server.
 * @throws an error with the code EADDRINUSE when the port is taken
 */
export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: requestLimit,
      requestTimeout: requestLimit,
      // Node's default of 30 seconds would enforce the limit too late.
      connectionsCheckingInterval: 500,
      // Longer than clients keep idle connections: when the server closes first, a request may be lost.
      keepAliveTimeout: 15_000,
    },
    withoutFloods(handle),
  );
  // A client that reads no byte for this long is gone.
  server.setTimeout(30_000);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), stopLimit);
      await closed;
      clearTimeout(late);
    },
  };
}
