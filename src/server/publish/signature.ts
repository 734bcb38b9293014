/**
 * Contentful's request signature, by the algorithm of its own toolkit (`@contentful/node-apps-toolkit`,
 * which the tests hold this against), and stricter where that one lets through what nobody sends.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { escape } from 'node:querystring';

export interface SignedRequest {
  method: string;
  /** Path and query that Contentful called, not one rewritten on the way. */
  path: string;
  /** Of a header given twice both values are here, joined, so that none counts alone. */
  headers: Headers;
  /** The body as it came: parsed and written again it would be another one. */
  body: string;
}

/** A signature that is good, and the time until which it is; epoch milliseconds. */
export interface Signature {
  value: string;
  expiresAt: number;
}

/** Accepted signatures, for as long as they are good. */
export interface SignatureStore {
  /** false: it was accepted before. What resolves has happened, also for the next process. */
  add(signature: Signature): Promise<boolean>;
}

/** Milliseconds (contract, Readings: Webhook). */
const timeToLive = 30_000;
const farthestAhead = 60_000;

const timestampHeader = 'x-contentful-timestamp';
const signedHeadersHeader = 'x-contentful-signed-headers';

function normalizePath(path: string): string {
  const [pathname = '', query] = path.split('?');
  return encodeURI(query ? `${pathname}?${escape(query)}` : pathname);
}

function sign(
  secret: string,
  { method, path, headers, body }: SignedRequest,
  signedNames: readonly string[],
): Buffer {
  const values = new Map<string, string>();
  for (const [name, value] of headers) if (signedNames.includes(name)) values.set(name, value);
  values.set(timestampHeader, headers.get(timestampHeader) ?? '');
  values.set(signedHeadersHeader, '');
  const names = [...values.keys()].sort();
  values.set(signedHeadersHeader, names.join(','));
  const lines = names.map((name) => `${name}:${values.get(name) ?? ''}`).join(';');
  return createHmac('sha256', secret)
    .update([method, normalizePath(path), lines, body].join('\n'))
    .digest();
}

/** The headers that sign a request, when they are of the right form and age; null otherwise. */
function readSignatureHeaders(headers: Headers, now: number) {
  const value = headers.get('x-contentful-signature') ?? '';
  const timestamp = headers.get(timestampHeader) ?? '';
  const signedNames = (headers.get(signedHeadersHeader) ?? '').split(',');
  const hasForm = /^[\da-f]{64}$/.test(value) && /^\d{13}$/.test(timestamp);
  // The algorithm leaves out names with a space, as two lists that were joined have: anyone could have
  // written them.
  if (!hasForm || signedNames.length < 2 || signedNames.some((name) => name.includes(' ')))
    return null;
  const age = now - Number(timestamp);
  if (age >= timeToLive || age < -farthestAhead) return null;
  return { value, signedNames, expiresAt: Number(timestamp) + timeToLive };
}

/** Whether a request could be signed, as far as its headers tell: asked before its body is read. */
export const mayBeSigned = (headers: Headers, now: number): boolean =>
  readSignatureHeaders(headers, now) !== null;

/** @returns null for a request that Contentful did not sign with this secret in the last half minute */
export function verifySignature(
  secret: string,
  request: SignedRequest,
  now: number,
): Signature | null {
  const signed = readSignatureHeaders(request.headers, now);
  // The algorithm leaves out what follows a second question mark.
  if (!signed || request.path.split('?').length > 2) return null;
  const { value, signedNames, expiresAt } = signed;
  try {
    const isGood = timingSafeEqual(Buffer.from(value, 'hex'), sign(secret, request, signedNames));
    return isGood ? { value, expiresAt } : null;
  } catch {
    // A path that is no text cannot be normalized.
    return null;
  }
}
