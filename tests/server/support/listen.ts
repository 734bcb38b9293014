import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

/** Starts a server on a free port of this machine. @returns its host and port */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `127.0.0.1:${address.port}`;
}

/** Starts an HTTP server whose end waits for nobody. */
export async function startHttp(handle: (...exchange: Parameters<RequestListener>) => unknown) {
  const server = createServer((...exchange) => void handle(...exchange));
  const url = `http://${await listen(server)}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}
