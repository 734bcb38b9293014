import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { listen as listenOn } from '#engine/base/this-machine.ts';

/** Starts a server on a free port of this machine. @returns its host and port */
export const listen = async (server: Server) => `127.0.0.1:${await listenOn(server)}`;

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
