import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifySignature } from '../../../src/engine/serve/webhook/signature.ts';
import {
  signAt,
  webhookSecret,
  type SentRequest,
} from '../../../scripts/bench/support/signed-requests.ts';
import { anyForgery, anyRequest, forgeries, toSigned } from '../../support/forged-requests.ts';
import { scaled } from '../../support/scale.ts';
import signatures from '../../fixtures/signatures.json' with { type: 'json' };

const sent: SentRequest = {
  method: 'POST',
  path: '/api/webhooks/contentful',
  headers: { 'content-type': 'application/vnd.contentful.management.v1+json', 'x-a': 'b' },
  body: '{"sys":{"id":"post-1","type":"Entry"}}',
};
const time = 1_790_000_000_000;
const verify = (request: SentRequest, now = time) =>
  verifySignature(webhookSecret, toSigned(request), now);

test('a request is valid for 30 seconds, and at most 60 seconds ahead', () => {
  const signed = signAt(time, sent);
  const expected = { value: signed.headers['x-contentful-signature'], expiresAt: time + 30_000 };
  for (const now of [time, time + 29_999, time - 60_000])
    expect(verify(signed, now)).toEqual(expected);
  for (const now of [time + 30_000, time - 60_001]) expect(verify(signed, now)).toBeNull();
});

test('an unsigned header changes nothing, and the list of signed headers is required', () => {
  const { headers, ...rest } = signAt(time, { ...sent, headers: {} });
  expect(verify({ ...rest, headers: { ...headers, 'x-a': 'b' } })).not.toBeNull();
  const without = { ...headers, 'x-contentful-signed-headers': '' };
  expect(verify({ ...rest, headers: without })).toBeNull();
});

test('a path that is not UTF-8, or goes on after the part that is signed, is refused', () => {
  const signed = signAt(time, { ...sent, path: '/a?b' });
  expect(verify({ ...signed, path: '/a?b?c' })).toBeNull();
  expect(verify({ ...signed, path: '/\ud800' })).toBeNull();
  expect(verify({ ...signed, path: '/a?\ud800' })).toBeNull();
});

test('requests that Contentful’s own toolkit signed are valid, and the tests sign as it does', () => {
  for (const { request, signed } of signatures) {
    const headers = Object.fromEntries(Object.entries(request.headers));
    const official = { ...request, headers: { ...headers, ...signed } };
    expect(verify(official)).not.toBeNull();
    expect(signAt(time, { ...request, headers })).toEqual(official);
  }
});

test('any request that Contentful signs is valid', () => {
  fc.assert(
    fc.property(anyRequest, fc.integer({ min: -59_000, max: 25_000 }), (request, age) => {
      expect(verify(signAt(time - age, request))).not.toBeNull();
    }),
    { seed: 7, numRuns: scaled(400, 50_000) },
  );
});

test('altered and forged requests are refused', () => {
  fc.assert(
    fc.property(anyForgery, ({ kind, sent: request, choice }) => {
      const forged = forgeries[kind]?.(request, time, choice);
      expect(forged && verify(forged)).toBeNull();
    }),
    { seed: 7, numRuns: scaled(600, 100_000) },
  );
});
