import type { IncomingMessage } from 'node:http';
import { isOwnHostname } from '../http.ts';

/** A name or an address, and a port. */
const authority = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;
const isAuthority = (text: string) => authority.test(text) && URL.canParse(`http://${text}`);

/**
 * Parses the target of a request into its path and query (RFC 9112, section 3.2).
 * @returns the status of the refusal when the request is malformed, or for another site
 */
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
