/** Node's HTTP server with the limits that keep slow and greedy clients from the others. */
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds in which a request has to arrive whole; a slower client gets 408 and is closed. */
const requestLimit = 7000;
/** Requests of one connection that wait for their answers: more come only from a client that reads none. */
const mostUnanswered = 32;
/** Milliseconds that a stop waits for running answers. */
const stopLimit = 10_000;

export interface HttpServer {
  /** Where the server answers, with the port it got. */
  url: string;
  /** Takes no more connections, and resolves when the running answers have ended. */
  close: () => Promise<void>;
}

/** Ends a connection that sends one request after the other and takes no answer. */
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

/** @throws an error with the code EADDRINUSE when the port is taken */
export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: requestLimit,
      requestTimeout: requestLimit,
      // Node's own interval is 30 seconds.
      connectionsCheckingInterval: 500,
      // Longer than clients keep a connection: the side that closes first loses no request.
      keepAliveTimeout: 15_000,
    },
    withoutFloods(handle),
  );
  // A client that takes no byte for this long is gone.
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
