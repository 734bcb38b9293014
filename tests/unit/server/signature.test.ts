import { signRequest, verifyRequest } from '@contentful/node-apps-toolkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  verifySignature,
  type SignedRequest,
} from '../../../src/engine/serve/webhook/signature.ts';
import {
  signAt,
  webhookSecret,
  type SentRequest,
} from '../../../scripts/bench/support/signed-requests.ts';
import { anyForgery, anyRequest, forgeries, toSigned } from '../../support/forged-requests.ts';
import { scaled } from '../../support/scale.ts';

const sent: SentRequest = {
  method: 'POST',
  path: '/api/webhooks/contentful',
  headers: { 'content-type': 'application/vnd.contentful.management.v1+json', 'x-a': 'b' },
  body: '{"sys":{"id":"post-1","type":"Entry"}}',
};
const time = 1_790_000_000_000;
const verify = (request: SentRequest, now = time) =>
  verifySignature(webhookSecret, toSigned(request), now);

/** Asks the official verifier, which throws for some requests that it should refuse. */
function isOfficiallyGood({ method, path, headers, body }: SignedRequest): boolean {
  try {
    if (method !== 'POST' && method !== 'PUT' && method !== 'GET' && method !== 'DELETE')
      return false;
    return verifyRequest(webhookSecret, {
      method,
      path,
      headers: Object.fromEntries(headers),
      body,
    });
  } catch {
    return false;
  }
}

test('a request is valid for 30 seconds, and at most 60 seconds ahead', () => {
  const signed = signAt(time, sent);
  const expected = { value: signed.headers['x-contentful-signature'], expiresAt: time + 30_000 };
  for (const now of [time, time + 29_999, time - 60_000])
    expect(verify(signed, now)).toEqual(expected);
  for (const now of [time + 30_000, time - 60_001]) expect(verify(signed, now)).toBeNull();
});

test('names in capitals, and unsigned headers, change nothing', () => {
  const { headers, ...rest } = signAt(time, sent);
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(
    verify({ ...rest, headers: { ...shouted, 'x-forwarded-for': '192.0.2.1' } }),
  ).not.toBeNull();
});

test('the list of signed headers is required, even when it names no other header', () => {
  const { headers, ...rest } = signAt(time, { ...sent, headers: {} });
  expect(verify({ ...rest, headers })).not.toBeNull();
  expect(
    verify({ ...rest, headers: { ...headers, 'x-contentful-signed-headers': '' } }),
  ).toBeNull();
});

test('a path that is not UTF-8 is refused', () => {
  const signed = signAt(time, sent);
  expect(verify({ ...signed, path: '/\ud800' })).toBeNull();
  expect(verify({ ...signed, path: '/a?\ud800' })).toBeNull();
});

test('requests that Contentful signs are valid for us and for its own verifier', () => {
  fc.assert(
    fc.property(anyRequest, fc.integer({ min: -59_000, max: 25_000 }), (request, age) => {
      const now = Date.now();
      const signed = toSigned(signAt(now - age, request));
      expect(isOfficiallyGood(signed)).toBe(true);
      expect(verifySignature(webhookSecret, signed, now)).not.toBeNull();
    }),
    { numRuns: scaled(1000, 50_000) },
  );
});

test('altered and forged requests are refused', () => {
  fc.assert(
    fc.property(anyForgery, ({ kind, sent: request, choice }) => {
      const now = Date.now();
      const forged = forgeries[kind]?.(request, now, choice);
      expect(forged && verifySignature(webhookSecret, forged, now)).toBeNull();
    }),
    { numRuns: scaled(1000, 100_000) },
  );
});

describe('the official verifier also refuses', () => {
  /** Requests that the official verifier accepts without need. */
  const stricter = [
    'of the future',
    'a second question mark',
    'a time with a tail',
    'two times',
    'two lists',
  ];
  test.each(Object.keys(forgeries).filter((kind) => !stricter.includes(kind)))('%s', (kind) => {
    const forged = forgeries[kind]?.(sent, Date.now(), 7);
    expect(forged && isOfficiallyGood(forged)).toBe(false);
  });
});

test('the toolkit signs as the tests assume', () => {
  expect(Object.keys(signRequest(webhookSecret, sent, time)).sort()).toEqual([
    'x-contentful-signature',
    'x-contentful-signed-headers',
    'x-contentful-timestamp',
  ]);
});
