import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Parses an address as proxies write addresses: plain, or with a port (IPv6 then in brackets). */
function parseAddress(text: string): string | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) ? address : null;
}

/**
 * Returns the client's address for rate limits. Our own proxy appended the last forwarded address; a
 * client may have invented the others.
 */
export function getClientAddress(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: boolean,
): string {
  const own = request.socket.remoteAddress ?? '';
  if (!trustProxy) return own;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  return parseAddress(forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()) ?? own;
}
