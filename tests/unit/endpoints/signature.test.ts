import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openSignatureStore,
  readSignatureHeaders,
  verifySignature,
} from '#engine/endpoints/webhook.ts';
import { signAt, webhookSecret, type SentRequest } from '#scripts/bench/support/signed-requests.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { scaled } from '../../support/scale.ts';
import { createFolder } from '../../fixtures/folder.ts';
import signatures from '../../fixtures/signatures.json' with { type: 'json' };

const sent: SentRequest = {
  method: 'POST',
  path: '/api/webhooks/contentful',
  headers: { 'content-type': 'application/vnd.contentful.management.v1+json', 'x-a': 'b' },
  body: '{"sys":{"id":"post-1","type":"Entry"}}',
};
const time = 1_790_000_000_000;
const verify = ({ headers, ...request }: SentRequest, now = time) =>
  verifySignature(webhookSecret, { ...request, headers: new Headers(headers) }, now);

test('a request is valid for 30 seconds, and at most 60 seconds ahead', () => {
  const signed = signAt(time, sent);
  const expected = { value: signed.headers['x-contentful-signature'], expiresAt: time + 30_000 };
  const check = (now: number) => [
    verify(signed, now),
    readSignatureHeaders(new Headers(signed.headers), now) !== null,
  ];
  for (const now of [time, time + 29_999, time - 60_000])
    expect(check(now)).toEqual([expected, true]);
  for (const now of [time + 30_000, time - 60_001]) expect(check(now)).toEqual([null, false]);
});

test('an unsigned header changes nothing; the list of signed headers, and the right secret, are required', () => {
  const { headers, ...rest } = signAt(time, { ...sent, headers: {} });
  expect(verify({ ...rest, headers: { ...headers, 'x-a': 'b' } })).not.toBeNull();
  const without = { ...headers, 'x-contentful-signed-headers': '' };
  expect(verify({ ...rest, headers: without })).toBeNull();
  expect(verify(signAt(time, sent, webhookSecret.replace('f', 'g')))).toBeNull();
});

test('requests that Contentful’s own toolkit signed are valid, and the tests sign as it does', () => {
  for (const { signature, headers: sent, ...request } of signatures) {
    const headers = Object.fromEntries(Object.entries(sent));
    const signed = signAt(time, { ...request, headers });
    expect(signed.headers['x-contentful-signature']).toBe(signature);
    expect(verify(signed)).not.toBeNull();
  }
});

/** Latin-1 text that a header can carry, without spaces around it. */
const headerValue = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((text) => text.replace(/[\x7f-\x9f]/g, '').trim());

/** Any request, not yet signed. */
const anyRequest: fc.Arbitrary<SentRequest> = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'GET', 'DELETE'),
  path: fc
    .tuple(fc.webPath(), fc.webQueryParameters())
    .map(([path, query]) => `/api${path}${query && `?${query.replaceAll('?', '')}`}`),
  headers: fc.dictionary(fc.constantFrom('content-type', 'x-a', 'X-Custom'), headerValue, {
    minKeys: 1,
    noNullPrototype: true,
  }),
  body: fc.string({ unit: anyCharacter, maxLength: 400 }),
});

test('any request that Contentful signs is valid', () => {
  fc.assert(
    fc.property(anyRequest, fc.integer({ min: -59_000, max: 25_000 }), (request, age) => {
      expect(verify(signAt(time - age, request))).not.toBeNull();
    }),
    { seed: 7, numRuns: scaled(400, 50_000) },
  );
});

/** Changes a part of a request, or removes it. */
type Change = (part: string, place: number) => string | null;

const changes: readonly Change[] = [
  (part, place) => part.slice(0, place) + (part[place] === '0' ? '1' : '0') + part.slice(place + 1),
  (part, place) => part.slice(0, place),
  (part) => `${part}x`,
  (part) => `${part}, ${part}`,
  (part) => part.replaceAll('a', 'A'),
  () => null,
];

const list = 'x-contentful-signed-headers';
/** The list must name each header of the request, and nothing twice. */
const listChanges: readonly Change[] = [
  () => '',
  () => null,
  (names) => `${names},x-added`,
  (names) => `${names}, ${names}`,
  (names) => names.replace(/(?:content-type|x-a|x-custom),/, ''),
];

/** A signed request of which one part was changed. */
const anyAltered = fc
  .tuple(anyRequest, fc.nat(), fc.nat(), fc.nat())
  .map(([request, which, how, where]): SentRequest => {
    const { headers, ...line } = signAt(time, request);
    const parts = [...Object.entries(line), ...Object.entries(headers)];
    const [name, part] = parts[which % parts.length] ?? ['', ''];
    const possible = name === list ? listChanges : changes;
    const changed = possible[how % possible.length]?.(part, where % Math.max(1, part.length));
    if (changed === part || (!changed && part === '')) return request;
    if (name in line) return { ...line, headers, [name]: changed ?? '' };
    const { [name]: _, ...others } = headers;
    const kept = typeof changed === 'string' ? { ...others, [name]: changed } : others;
    return { ...line, headers: { ...kept, 'x-added': '1' } };
  });

test('a request that was altered is refused', () => {
  fc.assert(
    fc.property(anyAltered, (request) => {
      expect(verify(request)).toBeNull();
    }),
    { seed: 7, numRuns: scaled(500, 100_000) },
  );
});

// tests/server/hosts.test.ts sends an event twice, also to the next process.
test('a signature is accepted once, and forgotten when it expires', async () => {
  let now = time;
  const sign = (value: string) => ({ value: value.repeat(64), expiresAt: now + 30_000 });
  const folder = await createFolder();
  const store = openSignatureStore(folder, () => now);
  const added = ['a', 'b', 'a', 'c', 'b'].map((value) => store.add(sign(value)));
  expect(added).toEqual([true, true, false, true, false]);
  now += 30_000;
  expect(store.add(sign('d'))).toBe(true);
  expect(await readdir(join(folder, 'signatures'))).toEqual([`${now + 30_000}-${'d'.repeat(64)}`]);
});
