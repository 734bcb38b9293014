/**
 * Checks access to drafts: HTTP Basic authentication (RFC 7617) with one shared password and any user
 * name. Netlify's edge function loads this file alone.
 */
import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Hashes the password into hexadecimal digits, so that files need not contain the password. */
export const hashPassword = (password: string): string => digest(password).toString('hex');

/** Whether an `Authorization` header contains the password with this hash. */
export function hasPassword(authorization: string, passwordHash: string): boolean {
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
  'content-type': 'application/json',
} as const;

/**
 * Creates the edge function in front of a deploy on Netlify that shows drafts. Returns nothing to let a
 * request pass, or asks for the password.
 */
export const createDraftAccess =
  (passwordHash: string) =>
  (request: Request): Response | undefined =>
    hasPassword(request.headers.get('authorization') ?? '', passwordHash)
      ? undefined
      : Response.json(
          { error: 'The draft preview needs its password.' },
          { status: 401, headers: refusalHeaders },
        );
