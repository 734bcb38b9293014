/** Who may see drafts: HTTP Basic authentication (RFC 7617) with one shared password and any user name. */
import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The password as it may be written down: in hexadecimal digits. */
export const hashPassword = (password: string): string => digest(password).toString('hex');

/** Whether an `Authorization` header holds the password with this hash. */
export function hasPassword(authorization: string, passwordHash: string): boolean {
  const [, encoded] = /^Basic +([\w+/=]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return false;
  const credentials = Buffer.from(encoded, 'base64').toString();
  const password = credentials.slice(credentials.indexOf(':') + 1);
  return timingSafeEqual(digest(password), Buffer.from(passwordHash, 'hex'));
}

/** Headers of every answer of a draft preview: it is neither found nor kept. */
export const previewHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
} as const;

/** Headers of a refusal; with 401 a browser asks for the password. */
export const refusalHeaders = {
  ...previewHeaders,
  'www-authenticate': 'Basic realm="Draft preview", charset="UTF-8"',
  'content-type': 'application/json',
} as const;
