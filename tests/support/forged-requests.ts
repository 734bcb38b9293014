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

const signature = 'x-contentful-signature';
const timestamp = 'x-contentful-timestamp';
const list = 'x-contentful-signed-headers';

type Change = (signed: SentRequest, choice: number) => SentRequest;

/** A position in a text or list, chosen by a number. */
const at = (length: number, choice: number) => choice % Math.max(1, length);
const changeText = (text: string, choice: number) => {
  const place = at(text.length, choice);
  return `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`;
};
/** Changes the value of a header, or removes it. */
const header =
  (name: string, change: (value: string, choice: number) => string | null): Change =>
  ({ headers, ...sent }, choice) => {
    const { [name]: value = '', ...others } = headers;
    const changed = change(value, choice);
    return { ...sent, headers: changed === null ? others : { ...others, [name]: changed } };
  };
/** Changes one of the signed headers, other than the three signature headers. */
const anyHeader =
  (change: (value: string, choice: number) => string | null): Change =>
  (sent, choice) => {
    const own = [signature, timestamp, list];
    const names = Object.keys(sent.headers).filter((name) => !own.includes(name));
    return header(names[at(names.length, choice)] ?? '', change)(sent, choice);
  };
const nothing = () => null;
/** What a request has that a proxy or an attacker gave a second value. */
const twice = (value: string) => `${value}, other`;

const changes: Readonly<Record<string, Change>> = {
  'another body': (sent, choice) => ({ ...sent, body: changeText(sent.body, choice) }),
  'a longer body': (sent) => ({ ...sent, body: `${sent.body} ` }),
  'another method': (sent) => ({ ...sent, method: sent.method === 'PUT' ? 'POST' : 'PUT' }),
  'another path': (sent) => ({ ...sent, path: sent.path.replace('/', '/x') }),
  'one more parameter': (sent) => ({
    ...sent,
    path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}x=1`,
  }),
  'another header': anyHeader(changeText),
  'a missing header': anyHeader(nothing),
  'a header twice': anyHeader(twice),
  'a header that was not signed in the list': (sent, choice) =>
    header('x-added', () => '1')(header(list, (value) => `${value},x-added`)(sent, choice), choice),
  'a header left out of the list': header(list, (value) => {
    const names = value.split(',');
    const own = names.find((name) => !/-(timestamp|signed-headers)$/.test(name));
    return names.filter((name) => name !== own).join();
  }),
  'an empty list': header(list, () => ''),
  'no list': header(list, nothing),
  'two lists': header(list, twice),
  'another time': header(timestamp, (time, choice) =>
    String(Number(time) + 1 + at(20_000, choice)),
  ),
  'a time with a tail': header(timestamp, (time) => `${time}x`),
  'no time': header(timestamp, nothing),
  'two times': header(timestamp, twice),
  'another signature': header(signature, changeText),
  'a signature in capitals': header(signature, (value) => value.toUpperCase()),
  'half a signature': header(signature, (value, choice) => value.slice(0, at(64, choice))),
  'a signature of other signs': header(signature, () => 'ü'.repeat(64)),
  'no signature': header(signature, nothing),
  'two signatures': header(signature, twice),
};

type Forge = (sent: SentRequest, now: number, choice: number) => SentRequest;

/** Every forgery that must be refused, by its description. */
export const forgeries: Readonly<Record<string, Forge>> = {
  'not signed': (sent) => sent,
  'signed with another secret': (sent, now) => signAt(now, sent, nextSecret),
  expired: (sent, now, choice) => signAt(now - 30_000 - choice, sent),
  // One second more than the allowed 60, because the clock advances during the test.
  'of the future': (sent, now, choice) => signAt(now + 61_000 + choice, sent),
  ...Object.fromEntries(
    Object.entries(changes).map(([kind, change]): [string, Forge] => [
      kind,
      (sent, now, choice) => change(signAt(now, sent), choice),
    ]),
  ),
};

/** A request that must be refused, with the kind of forgery. */
export const anyForgery = fc.record({
  kind: fc.constantFrom(...Object.keys(forgeries)),
  sent: anyRequest,
  choice: fc.nat({ max: 1_000_000 }),
});
