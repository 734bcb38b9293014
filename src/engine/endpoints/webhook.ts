/** `POST /api/webhooks/contentful`: verifies the signature, and reads the signed body alone, because the topic header may be unsigned. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape } from 'node:querystring';
import * as v from 'valibot';
import { nullableNumber, parseJson } from '../base/schemas.ts';
import { createTextReader, Refusal, type Handler } from './http.ts';
import { describeError, type Log } from '../base/log.ts';
import { link, type ContentEvent } from '../content/contentful/index.ts';

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

/**
 * Verifies that Contentful signed the request in the last half minute; null when it did not. The algorithm
 * (https://www.contentful.com/developers/docs/extensibility/webhooks/request-verification) is that of its
 * `@contentful/node-apps-toolkit`, whose requests the tests have; stricter for forms that Contentful never sends.
 */
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

export interface WebhookOptions {
  /** null: the webhook is not configured. */
  secret: string | null;
  /** The account that the site reads. */
  spaceId: string;
  environment: string;
  /** Remembers an accepted signature until its expiry. @returns false for one that was accepted before */
  addSignature: (signature: Signature) => Promise<boolean>;
  /** Stores an event; durable once the promise resolves. */
  accept: (event: ContentEvent) => Promise<void>;
  log: Log;
  now: () => number;
}

const mebibyte = 1024 * 1024;
/** A request of Contentful has 1 MB (https://www.contentful.com/developers/docs/technical-limits/). Reconciling finds larger changes. */
const bodyBytes = { limit: 2 * mebibyte, together: 16 * mebibyte };

const payloadSchema = v.object({
  sys: v.object({
    type: v.string(),
    id: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
    space: link,
    environment: link,
    revision: nullableNumber,
    version: nullableNumber,
  }),
});
/** @returns null for an event that changes nothing on the site */
function toEvent(
  { sys }: v.InferOutput<typeof payloadSchema>,
  { spaceId, environment }: WebhookOptions,
): ContentEvent | null {
  const [, deleted, kind] = /^(Deleted)?(Entry|Asset|ContentType)$/.exec(sys.type) ?? [];
  // Actions, releases, tasks and comments publish nothing themselves.
  const isOurSpace = (sys.space.sys.id ?? spaceId) === spaceId;
  // The alias that the site reads was turned to another environment.
  if (sys.type === 'EnvironmentAlias' && sys.id === environment && isOurSpace)
    return { kind: 'EnvironmentAlias', id: sys.id, revision: null, deleted: false };
  if (kind !== 'Entry' && kind !== 'Asset' && kind !== 'ContentType') return null;
  if (!isOurSpace) return null;
  // Events of an environment alias name the alias through which an editor changed the content.
  if ((sys.environment.sys.id ?? environment) !== environment) return null;
  const { revision } = sys;
  // Any entry may be shown by another one. Drafts that are saved, created or archived have a version and no
  // revision, which published content has.
  if (!deleted && revision === null && sys.version !== null) return null;
  return { kind, id: sys.id, revision, deleted: deleted !== undefined };
}

export function createWebhookHandler(options: WebhookOptions): Handler {
  const { secret, addSignature, accept, log, now } = options;
  const readBody = createTextReader(bodyBytes);
  const refuseEvent = () => {
    log({ event: 'webhook.refused' });
    return new Refusal(401, 'The signature is missing, wrong, out of date or used before.');
  };

  /** Answers with an error when the store fails, so that Contentful sends the event again. */
  const storeEvent = async <T>(task: () => T): Promise<Awaited<T>> => {
    try {
      return await task();
    } catch (error) {
      log({ event: 'webhook.unstored', ...describeError(error) });
      throw new Refusal(503, 'The event could not be stored.', { 'retry-after': '30' });
    }
  };

  return async (request, clientAddress) => {
    if (secret === null) throw new Refusal(503, 'The webhook is not set up here.');
    const { method, url, headers } = request;
    if (!readSignatureHeaders(headers, now())) throw refuseEvent();
    const body = await readBody(request, clientAddress);
    const { pathname, search } = new URL(url);
    const signed = { method, path: pathname + search, headers, body };
    const signature = verifySignature(secret, signed, now());
    if (!signature || !(await storeEvent(() => addSignature(signature)))) throw refuseEvent();

    const payload = parseJson(payloadSchema, body);
    if (!payload)
      throw new Refusal(400, 'The body names no entry or asset: send the payload whole.');
    const event = toEvent(payload, options);
    if (!event) {
      const { type, id } = payload.sys;
      log({ event: 'webhook.ignored', type, id });
      return Response.json({ queued: false, reason: 'This event changes nothing on the site.' });
    }
    await storeEvent(() => accept(event));
    log({ event: 'webhook.accepted', ...event });
    return Response.json({ queued: true }, { status: 202 });
  };
}
