/** Random webhook requests, and forgeries that the webhook must refuse. */
import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';
import type { SignedRequest } from '../../src/engine/serve/webhook/signature.ts';
import {
  signAt,
  webhookSecret,
  type SentRequest,
} from '../../scripts/bench/support/signed-requests.ts';

const nextSecret = webhookSecret.replace('f', 'g');

export const toSigned = ({ headers, ...sent }: SentRequest): SignedRequest => ({
  ...sent,
  headers: new Headers(headers),
});

const word = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0189._~%-')),
  minLength: 1,
  maxLength: 8,
});
/** Latin-1 text that a header can carry, without spaces around it. */
const headerValue = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((text) => text.replace(/[\x7f-\x9f]/g, '').trim());
const headerName = fc.constantFrom(
  'content-type',
  'x-contentful-topic',
  'x-contentful-webhook-name',
  'x-contentful-crn',
  'x-contentful-idempotency-key',
  'x-a',
  'X-Custom',
);

/** Any request, not yet signed. */
export const anyRequest: fc.Arbitrary<SentRequest> = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'GET', 'DELETE'),
  path: fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.array(fc.tuple(word, word)))
    .map(([parts, query]) => {
      const search = query.map((pair) => pair.join('=')).join('&');
      return `/${parts.join('/')}${search && `?${search}`}`;
    }),
  headers: fc.dictionary(headerName, headerValue, { minKeys: 1, noNullPrototype: true }),
  body: fc.string({ unit: anyCharacter, maxLength: 400 }),
});

const signatureHeader = 'x-contentful-signature';
const timestampHeader = 'x-contentful-timestamp';
const listHeader = 'x-contentful-signed-headers';

/** A position in a text or list, chosen by a number. */
const at = (length: number, choice: number) => choice % Math.max(1, length);
const changeText = (text: string, choice: number) => {
  const place = at(text.length, choice);
  return `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`;
};
/** The name of a signed header, other than the three signature headers. */
const chooseHeader = ({ headers }: SentRequest, choice: number) => {
  const names = Object.keys(headers).filter(
    (name) => ![signatureHeader, timestampHeader, listHeader].includes(name),
  );
  return names[at(names.length, choice)] ?? '';
};
const withHeader = (sent: SentRequest, name: string, change: (value: string) => string) => ({
  ...sent,
  headers: { ...sent.headers, [name]: change(sent.headers[name] ?? '') },
});
const without = (sent: SentRequest, name: string) => ({
  ...sent,
  headers: Object.fromEntries(Object.entries(sent.headers).filter(([key]) => key !== name)),
});

type Forge = (sent: SentRequest, now: number, choice: number) => SignedRequest;
const forge =
  (change: (signed: SentRequest, choice: number) => SentRequest): Forge =>
  (sent, now, choice) =>
    toSigned(change(signAt(now, sent), choice));
/** Adds a second value to a header, as a proxy or an attacker may do. */
const forgeTwice =
  (choose: (signed: SentRequest, choice: number) => string, value: string): Forge =>
  (sent, now, choice) => {
    const given = signAt(now, sent);
    const signed = toSigned(given);
    signed.headers.append(choose(given, choice), value);
    return signed;
  };

const setHeader = (name: string, change: (value: string, choice: number) => string) =>
  forge((sent, choice) => withHeader(sent, name, (value) => change(value, choice)));
const dropHeader = (name: string) => forge((sent) => without(sent, name));

/** Every forgery that must be refused, by its description. */
export const forgeries: Readonly<Record<string, Forge>> = {
  'not signed': (sent) => toSigned(sent),
  'signed with another secret': (sent, now) => toSigned(signAt(now, sent, nextSecret)),
  expired: (sent, now, choice) => toSigned(signAt(now - 30_000 - choice, sent)),
  // One second more than the allowed 60, because the clock advances during the test.
  'of the future': (sent, now, choice) => toSigned(signAt(now + 61_000 + choice, sent)),
  'another body': forge((sent, choice) => ({ ...sent, body: changeText(sent.body, choice) })),
  'a longer body': forge((sent) => ({ ...sent, body: `${sent.body} ` })),
  'another method': forge((sent) => ({ ...sent, method: sent.method === 'PUT' ? 'POST' : 'PUT' })),
  'another path': forge((sent) => ({ ...sent, path: sent.path.replace('/', '/x') })),
  'one more parameter': forge((sent) => ({
    ...sent,
    path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}x=1`,
  })),
  'another header': forge((sent, choice) =>
    withHeader(sent, chooseHeader(sent, choice), (value) => changeText(value, choice)),
  ),
  'a missing header': forge((sent, choice) => without(sent, chooseHeader(sent, choice))),
  'a header that was not signed in the list': forge((sent) =>
    withHeader(
      withHeader(sent, 'x-added', () => '1'),
      listHeader,
      (list) => `${list},x-added`,
    ),
  ),
  'a header left out of the list': forge((sent, choice) => {
    const name = chooseHeader(sent, choice).toLowerCase();
    return withHeader(sent, listHeader, (list) =>
      list
        .split(',')
        .filter((listed) => listed !== name)
        .join(','),
    );
  }),
  'an empty list': setHeader(listHeader, () => ''),
  'no list': dropHeader(listHeader),
  'another time': setHeader(timestampHeader, (time, choice) =>
    String(Number(time) + 1 + at(20_000, choice)),
  ),
  'a time with a tail': setHeader(timestampHeader, (time) => `${time}x`),
  'no time': dropHeader(timestampHeader),
  'another signature': setHeader(signatureHeader, (value, choice) => {
    const place = at(value.length, choice);
    return `${value.slice(0, place)}${value[place] === '0' ? '1' : '0'}${value.slice(place + 1)}`;
  }),
  'a signature in capitals': setHeader(signatureHeader, (value) => value.toUpperCase()),
  'half a signature': setHeader(signatureHeader, (value, choice) => value.slice(0, at(64, choice))),
  'a signature of other signs': setHeader(signatureHeader, () => 'ü'.repeat(64)),
  'no signature': dropHeader(signatureHeader),
  'a header twice': forgeTwice(chooseHeader, 'other'),
  'two signatures': forgeTwice(() => signatureHeader, '0'.repeat(64)),
  'two times': forgeTwice(() => timestampHeader, '1'),
  'two lists': forgeTwice(() => listHeader, 'x-a'),
};

/** A request that must be refused, with the kind of forgery. */
export const anyForgery = fc.record({
  kind: fc.constantFrom(...Object.keys(forgeries)),
  sent: anyRequest,
  choice: fc.nat({ max: 1_000_000 }),
});
