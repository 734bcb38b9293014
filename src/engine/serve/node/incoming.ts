/** What the head of a request says: the target on this site, and the address of the client. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isOwnHostname } from '../http.ts';

/** A name or an address, and a port. */
const authority = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;
const isAuthority = (text: string) => authority.test(text) && URL.canParse(`http://${text}`);

/** Parses the target of a request into path and query (RFC 9112, 3.2), or returns the status of its refusal. */
export function parseTarget(
  { url = '', headersDistinct }: IncomingMessage,
  siteUrl: string,
): string | 400 | 421 {
  // Node itself refuses a request without a host where the version of HTTP asks for one.
  const hosts = headersDistinct.host ?? [];
  if (hosts.length > 1 || !hosts.every(isAuthority)) return 400;
  if (url.startsWith('/')) return url;
  const [, asked = '', target = ''] = /^https?:\/\/([^/?]+)(.*)$/i.exec(url) ?? [];
  if (!isAuthority(asked)) return 400;
  // Without the port, which a proxy or a container may have changed.
  if (!isOwnHostname(new URL(`http://${asked}`).hostname, siteUrl)) return 421;
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
