/** Servers and addresses that this machine alone can reach. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on this machine alone, by default on a free port. @returns the port */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Whether a host name or an address, as in a URL or of a socket, means this machine itself. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|\[?::1\]?|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(host);
