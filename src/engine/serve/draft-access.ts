/**
 * The door of drafts: one shared password, in a form, or by HTTP Basic authentication
 * (RFC 7617) with any user name. Netlify's edge function loads this file and what the file imports.
 */
import { Buffer } from 'node:buffer';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isThisMachine } from '../this-machine.ts';
import { createBodyReader, Refusal } from './http.ts';
import { createRateLimit, getClientKey } from './rate-limit.ts';

/** What the door needs, as JSON without the password itself (door.ts makes it). */
export interface Door {
  /** Hexadecimal digits. */
  passwordHash: string;
  cookieKey: string;
  /** The page with the form, and its headers. */
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** Where the page says what went wrong. */
export const problemMark = '<!-- problem -->';

export const digestPassword = (password: string) => createHash('sha256').update(password).digest();

/** The password in an `Authorization` header; '' when it has none. */
function readBasic(authorization: string): string {
  const [, encoded = ''] = /^Basic +([\w+/=]+)$/i.exec(authorization) ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString();
  return credentials.slice(credentials.indexOf(':') + 1);
}

/** Why a form is refused; null for a form of this page. No page can forge these headers; a proxy may change the host. */
function findProblem({ headers, url }: Request): string | null {
  const origin = URL.parse(headers.get('origin') ?? '');
  const from = headers.get('sec-fetch-site');
  const isOwn = from === null ? origin?.host === new URL(url).host : from === 'same-origin';
  if (!origin || !isOwn) return 'The password can only be sent from this page.';
  return origin.protocol === 'https:' || isThisMachine(origin.hostname)
    ? null
    : 'Browsers keep no password here: open this page at an https address.';
}

const cookieName = '__Host-editor';
const cookieSeconds = 30 * 24 * 60 * 60;
const cookiePattern = new RegExp(`(?:^|; *)${cookieName}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`);

/**
 * Creates the check of a request, which resolves to undefined when the request may enter. Each client has a limit of
 * its own for wrong passwords: guessing strangers must not lock out an editor.
 */
export function createDoor({ passwordHash, cookieKey, html, headers }: Door) {
  const guesses = createRateLimit(() => performance.now());
  const readBody = createBodyReader({
    limit: 2000,
    together: 100_000,
    tooLong: 'No password is that long.',
  });
  const sign = (expires: string) =>
    createHmac('sha256', Buffer.from(cookieKey, 'hex')).update(expires).digest();
  const isSignedIn = (cookies: string | null) => {
    const [, expires = '', signature = ''] = cookiePattern.exec(cookies ?? '') ?? [];
    return (
      Number(expires) * 1000 > Date.now() &&
      timingSafeEqual(Buffer.from(signature, 'base64url'), sign(expires))
    );
  };
  const ask = (status: number, problem = '') =>
    new Response(html.replace(problemMark, problem), { status, headers });

  return async (request: Request, clientAddress: string): Promise<Response | undefined> => {
    if (isSignedIn(request.headers.get('cookie'))) return undefined;
    const authorization = request.headers.get('authorization');
    const isForm = authorization === null;
    if (isForm && request.method !== 'POST') return ask(401);
    const problem = isForm && findProblem(request);
    if (problem) return ask(403, problem);
    const client = getClientKey(clientAddress);
    const giveBack = guesses.take(client);
    if (!giveBack) return ask(429, 'Too many wrong passwords. Please try again later.');
    let password = isForm ? '' : readBasic(authorization);
    try {
      if (isForm)
        password = new URLSearchParams(await readBody(request, client)).get('password') ?? '';
    } catch (error) {
      if (error instanceof Refusal) return ask(error.status, error.message);
      throw error;
    }
    if (!timingSafeEqual(digestPassword(password), Buffer.from(passwordHash, 'hex')))
      return ask(401, 'This is not the password.');
    giveBack();
    if (!isForm) return undefined;
    const { pathname, search } = new URL(request.url);
    // An address that begins with two slashes would lead to another site.
    const location = pathname.replace(/^\/+/, '/') + search;
    const expires = String(Math.trunc(Date.now() / 1000) + cookieSeconds);
    const value = `${expires}.${sign(expires).toString('base64url')}`;
    // Partitioned: a browser keeps what a frame sets for the page around the frame.
    const cookie = `${cookieName}=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; Secure; SameSite=None; Partitioned`;
    return new Response(null, {
      status: 303,
      headers: { ...headers, location, 'set-cookie': cookie },
    });
  };
}
