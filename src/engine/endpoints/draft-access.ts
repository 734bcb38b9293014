/**
 * The door of drafts: one shared secret in the address, which becomes a cookie. Netlify's edge function loads this file
 * and what the file imports.
 */
import { Buffer } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isThisMachine } from '../base/this-machine.ts';
import { createRateLimit, getClientKey } from './rate-limit.ts';

/** What the door needs, as JSON without the secret itself (door.ts makes it). */
export interface Door {
  /** Hexadecimal digits. */
  secretHash: string;
  cookieKey: string;
  /** The page that says how to come in, and its headers. */
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** Hashes a secret: hashes of one length are compared in constant time. */
export const digestSecret = (secret: string) => createHash('sha256').update(secret).digest();

const wrongSecretsPerMinute = 10;
const cookieSeconds = 30 * 24 * 60 * 60;
const cookiePattern = /(?:^|; *)(?:__Host-)?editor=(\d{1,12})\.([\w-]{43})(?=;|$)/g;

/** Formats the cookie as the browsers at an address need it. */
function formatCookies(value: string, { protocol, hostname }: URL): string[] {
  const lasting = `editor=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly`;
  // A browser keeps what a frame sets for the page around it: https://developer.mozilla.org/docs/Web/Privacy/Partitioned_cookies
  const framed = `__Host-${lasting}; Secure; SameSite=None; Partitioned`;
  // On http of this machine Safari keeps no cookie that is Secure: https://bugs.webkit.org/show_bug.cgi?id=281149
  return protocol === 'http:' && isThisMachine(hostname)
    ? [framed, `${lasting}; SameSite=Lax`]
    : [framed];
}

/**
 * Creates the check of a request, which resolves to undefined when the request may enter. Each client has a limit of
 * its own for wrong secrets: guessing strangers must not lock out an editor.
 */
export function createDoor({ secretHash, cookieKey, html, headers }: Door) {
  const guesses = createRateLimit(() => performance.now(), wrongSecretsPerMinute, 60_000);
  const signCookie = (expires: string) =>
    createHmac('sha256', Buffer.from(cookieKey, 'hex')).update(expires).digest();
  // A browser may send an old cookie of another path or host before the good one.
  const isSignedIn = (cookies = '') =>
    [...cookies.matchAll(cookiePattern)].some(
      ([, expires = '', signature = '']) =>
        Number(expires) * 1000 > Date.now() &&
        timingSafeEqual(Buffer.from(signature, 'base64url'), signCookie(expires)),
    );
  const isSecret = (given: string) =>
    timingSafeEqual(digestSecret(given), Buffer.from(secretHash, 'hex'));
  const refuseVisitor = (status: number, more: Readonly<Record<string, string>> = {}) =>
    new Response(html, { status, headers: { ...headers, ...more } });
  /** Leads to the address without the secret. */
  const admitEditor = (url: URL) => {
    url.searchParams.delete('secret');
    const answer = new Response(null, { status: 303, headers });
    // An address that begins with two slashes would lead to another site.
    answer.headers.set('location', url.pathname.replace(/^\/+/, '/') + url.search);
    const expires = String(Math.trunc(Date.now() / 1000) + cookieSeconds);
    const value = `${expires}.${signCookie(expires).toString('base64url')}`;
    for (const cookie of formatCookies(value, url)) answer.headers.append('set-cookie', cookie);
    return answer;
  };

  return (request: Request, clientAddress: string): Response | undefined => {
    const url = new URL(request.url);
    const given = url.searchParams.get('secret');
    if (given === null)
      return isSignedIn(request.headers.get('cookie') ?? '') ? undefined : refuseVisitor(401);
    const client = getClientKey(clientAddress);
    const giveBack = guesses.take(client);
    if (!giveBack) return refuseVisitor(429, { 'retry-after': String(guesses.getWait(client)) });
    // A plus sign in an address is read as a space, which no secret has.
    if (!isSecret(given.replaceAll(' ', '+'))) return refuseVisitor(401);
    giveBack();
    return admitEditor(url);
  };
}
