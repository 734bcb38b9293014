import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** An address as proxies write it: plain, or with a port, IPv6 then in brackets. */
function parseAddress(text: string): string | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) ? address : null;
}

/**
 * Who is asking, for rate limits. Our own proxy wrote the last forwarded address; the client may have
 * made up those before it.
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
