import { beforeEach, expect, test } from 'vitest';
import { getClientAddress } from '#engine/front/http-server.ts';
import { createRateLimit, getClientKey } from '#engine/endpoints/rate-limit.ts';

let time = 0;
let rateLimit = createRateLimit(() => time);

beforeEach(() => {
  time = 1_000_000;
  rateLimit = createRateLimit(() => time);
});

const take = (times: number, key = 'client') =>
  Array.from({ length: times }, () => rateLimit.take(key)).filter(Boolean).length;

test('one client may send 30 requests in ten minutes, and takes none from others', () => {
  expect(take(40)).toBe(30);
  expect(take(1, 'other')).toBe(1);
  time += 10 * 60_000 - 1;
  expect(take(1)).toBe(0);
  time += 1;
  expect(take(40)).toBe(30);
});

test('the wait is in whole seconds', () => {
  take(1);
  time += 4500;
  take(29);
  expect(rateLimit.getWait('client')).toBe(596);
});

test('a flood of addresses removes first who has not come for the longest time', () => {
  take(29, 'first');
  take(30, 'second');
  take(1, 'first');
  for (let index = 0; index < 9_999; index += 1) rateLimit.take(`flood ${index}`);
  expect([take(1, 'first'), take(1, 'second')]).toEqual([0, 1]);
  rateLimit.take('one more');
  expect(take(1, 'first')).toBe(1);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:ffff:5:6', '8193:3512:1:2'],
  ['2001:DB8:1:2::', '8193:3512:1:2'],
  ['fe80::1%eth0', '65152:0:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::203.0.113.7', '100:65435:0:0'],
  ['', ''],
])('the client of the address %s is %s', (address, key) => expect(getClientKey(address)).toBe(key));

test.each([
  [false, '198.51.100.1', '203.0.113.7'],
  [true, '198.51.100.1, 198.51.100.2', '198.51.100.2'],
  [true, '198.51.100.2:4711', '198.51.100.2'],
  [true, '[2001:db8::1]:4711', '2001:db8::1'],
  [true, 'unknown', '203.0.113.7'],
])('with TRUST_PROXY %s the forwarded addresses "%s" mean %s', (trustProxy, forwarded, address) => {
  const headers = { 'x-forwarded-for': forwarded };
  const socket = { remoteAddress: '203.0.113.7' };
  expect(getClientAddress({ headers, socket }, trustProxy)).toBe(address);
});
