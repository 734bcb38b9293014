/**
 * Verifies Contentful's signature (https://www.contentful.com/developers/docs/extensibility/webhooks/request-verification) by the
 * algorithm of its `@contentful/node-apps-toolkit`; the tests have requests that it signed. Stricter than the toolkit for forms that Contentful never sends. A signature counts once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape } from 'node:querystring';

export interface SignedRequest {
  method: string;
  /** Path and query that Contentful called, before any rewrite. */
  path: string;
  /** Duplicate headers arrive joined, so that neither value counts alone. */
  headers: Headers;
  /** The body as received: serializing parsed JSON again may change bytes. */
  body: string;
}

/** A valid signature and its expiry in epoch milliseconds. */
export interface Signature {
  value: string;
  expiresAt: number;
}

const timeToLiveMs = 30_000;
const farthestAheadMs = 60_000;

const timestampHeader = 'x-contentful-timestamp';
const signedHeadersHeader = 'x-contentful-signed-headers';

function normalizePath(path: string): string {
  const [pathname = '', query] = path.split('?');
  return encodeURI(query ? `${pathname}?${escape(query)}` : pathname);
}

function signRequest(
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

/** Reads the signature headers before the body, which costs more; null when their form or age is wrong. */
export function readSignatureHeaders(headers: Headers, now: number) {
  const value = headers.get('x-contentful-signature') ?? '';
  const timestamp = headers.get(timestampHeader) ?? '';
  const signedNames = (headers.get(signedHeadersHeader) ?? '').split(',');
  const hasForm = /^[\da-f]{64}$/.test(value) && /^\d{13}$/.test(timestamp);
  // The algorithm skips header names with a space. Two joined lists contain one, and anyone could have
  // added the second list.
  if (!hasForm || signedNames.length < 2 || signedNames.some((name) => name.includes(' ')))
    return null;
  const age = now - Number(timestamp);
  if (age >= timeToLiveMs || age < -farthestAheadMs) return null;
  return { value, signedNames, expiresAt: Number(timestamp) + timeToLiveMs };
}

/** Verifies that Contentful signed the request in the last half minute; null when it did not. */
export function verifySignature(secret: string, request: SignedRequest, now: number) {
  const signed = readSignatureHeaders(request.headers, now);
  // The algorithm ignores text after a second question mark.
  if (!signed || request.path.split('?').length > 2) return null;
  const { value, signedNames, expiresAt } = signed;
  try {
    const isGood = timingSafeEqual(
      Buffer.from(value, 'hex'),
      signRequest(secret, request, signedNames),
    );
    return isGood ? { value, expiresAt } : null;
  } catch {
    // The path is not valid UTF-8.
    return null;
  }
}

/**
 * Remembers accepted signatures in a folder, for the next process too: each as the name of an empty file, which begins
 * with the expiry. Without a sync to the disk: after a power cut they expire before the machine is up again.
 */
export function openSignatureStore(directory: string, now: () => number) {
  const folder = join(directory, 'signatures');
  return {
    /** @returns false for a signature that was accepted before */
    add({ value, expiresAt }: Signature): boolean {
      mkdirSync(folder, { recursive: true });
      const known = readdirSync(folder);
      for (const name of known)
        if (parseInt(name, 10) <= now()) rmSync(join(folder, name), { force: true });
      const name = `${expiresAt}-${value}`;
      if (known.includes(name)) return false;
      writeFileSync(join(folder, name), '');
      return true;
    },
  };
}
