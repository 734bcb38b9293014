/**
 * The password of drafts and of the content report: HTTP Basic authentication (RFC 7617) with one shared
 * password and any user name. Netlify's edge function loads this file and what the file imports.
 */
import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './http.ts';
import { createRateLimit, getClientKey } from './rate-limit.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Hashes the password into hexadecimal digits, so that files need not contain the password. */
export const hashPassword = (password: string): string => digest(password).toString('hex');

/** Whether an `Authorization` header contains the password with this hash. */
function hasPassword(authorization: string, passwordHash: string): boolean {
  const [, encoded] = /^Basic +([\w+/=]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return false;
  const credentials = Buffer.from(encoded, 'base64').toString();
  const password = credentials.slice(credentials.indexOf(':') + 1);
  return timingSafeEqual(digest(password), Buffer.from(passwordHash, 'hex'));
}

/** Headers of every draft preview answer: search engines and caches must not keep drafts. */
export const previewHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
} as const;

/** Headers of a refusal. With status 401 a browser asks for the password. */
export const refusalHeaders = {
  ...previewHeaders,
  'www-authenticate': 'Basic realm="Draft preview", charset="UTF-8"',
} as const;

/**
 * Creates a check of the `Authorization` header, which returns null for the right password. Each client has a
 * limit of its own for wrong ones: guessing strangers must not lock out an editor.
 */
export function createPasswordCheck(passwordHash: string, now: () => number) {
  const guesses = createRateLimit(now);
  const refuse = (status: number, sentence: string) =>
    new Refusal(status, sentence, refusalHeaders);
  return (authorization: string | null, clientAddress: string): Refusal | null => {
    if (authorization === null) return refuse(401, 'This page needs the password of the editors.');
    const giveBack = guesses.take(getClientKey(clientAddress));
    if (!giveBack) return refuse(429, 'Too many wrong passwords. Please try again later.');
    if (!hasPassword(authorization, passwordHash))
      return refuse(401, 'This page needs the password of the editors.');
    giveBack();
    return null;
  };
}

/**
 * Creates the edge function in front of a deploy on Netlify that shows drafts. Returns nothing to let a
 * request pass, or asks for the password.
 */
export function createDraftAccess(passwordHash: string) {
  const check = createPasswordCheck(passwordHash, () => performance.now());
  return (request: Request, { ip }: { ip: string }): Response | undefined =>
    check(request.headers.get('authorization'), ip)?.toResponse();
}
