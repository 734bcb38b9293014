/** Node's HTTP server with the limits that keep slow and greedy clients from the others. */
import { createServer, type RequestListener } from 'node:http';

/** Milliseconds in which a request has to arrive whole; a slower client gets 408 and is closed. */
const requestLimit = 7000;
/** Milliseconds that a stop waits for running answers. */
const stopLimit = 10_000;

export interface HttpServer {
  /** Where the server answers, with the port it got. */
  url: string;
  /** Takes no more connections, and resolves when the running answers have ended. */
  close: () => Promise<void>;
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
    handle,
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
