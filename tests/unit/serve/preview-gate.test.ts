import { expect, test, vi } from 'vitest';
import { makeDoor } from '#engine/serve/door.ts';
import { createGate } from '#engine/serve/node/preview.ts';

const site = 'https://drafts.firm.test';
const password = 'a-long-password';
const open = (secret: string | null = password, url = site) =>
  createGate(secret === null ? null : makeDoor(secret, url, true), () => Promise.resolve());

/** Creates a request for a page. */
const ask = (headers: Record<string, string> = {}) =>
  new Request(`${site}/blog?a=b`, { headers: { host: 'localhost:4331', ...headers } });
const ours = { origin: site };
const send = (body: string, headers: Record<string, string> = ours, path = '/blog?a=b') =>
  new Request(site + path, { method: 'POST', body, headers });

test('without a password only this machine may enter, and no request through a proxy', async () => {
  const gate = open(null);
  expect(await gate(ask(), '127.0.0.1')).toBeNull();
  expect((await gate(ask(), '198.51.100.1'))?.status).toBe(403);
  const names = 'x-forwarded-for x-forwarded-host forwarded via x-real-ip cf-connecting-ip';
  const proxied = [...names.split(' '), 'true-client-ip'].map((name) => ({ [name]: '::1' }));
  for (const headers of [{ host: 'evil.test' }, ...proxied])
    expect((await gate(ask(headers), '127.0.0.1'))?.status).toBe(403);
});

test('a client may guess 30 times, and a right password is refused because of no other client', async () => {
  const gate = open();
  const guess = async (secret: string, from: string) =>
    (await gate(ask({ authorization: `Basic ${btoa(`editor:${secret}`)}` }), from))?.status;
  for (let number = 0; number < 30; number += 1) await guess(`wrong-${number}`, '198.51.100.1');
  expect(await guess(password, '198.51.100.1')).toBe(429);
  expect((await gate(send(`password=${password}`), '198.51.100.1'))?.status).toBe(429);
  for (let visit = 0; visit < 50; visit += 1)
    expect(await guess(password, '203.0.113.9')).toBeUndefined();
});

/** Signs in, and returns the headers of the answer. */
const signIn = async (secret = password, url = site, path = '/blog?a=b') =>
  (await open(secret, url)(send(`password=${secret}&to=//evil.test`, ours, path), ''))?.headers;
const getCookie = (headers?: Headers) => headers?.get('set-cookie')?.split('; ') ?? [];

test('the form leads to the page that was asked for, with a cookie for thirty days', async () => {
  expect((await signIn())?.get('location')).toBe('/blog?a=b');
  expect((await signIn(password, site, '//evil.test/'))?.get('location')).toBe('/evil.test/');
  const [own = '', ...attributes] = getCookie(await signIn());
  const expected = 'Path=/ Max-Age=2592000 HttpOnly Secure SameSite=None Partitioned';
  expect(attributes).toEqual(expected.split(' '));
  expect(own).toMatch(/^__Host-/);
  expect(await open()(ask({ cookie: `other=1; ${own}` }), '')).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
  const expired = await open()(ask({ cookie: own }), '');
  vi.useRealTimers();
  const forged = own.replace(/(?<==)\d+/, (time) => String(Number(time) + 1));
  const [foreign = ''] = getCookie(await signIn('another-password'));
  const [elsewhere = ''] = getCookie(await signIn(password, 'https://a.test'));
  const others = [forged, own.slice(0, -1), own.replace(/\..*/, ''), foreign, elsewhere];
  const answers = await Promise.all(others.map((cookie) => open()(ask({ cookie }), '')));
  expect([expired, ...answers].map((answer) => answer?.status)).toEqual(Array(6).fill(401));
});

test.each([
  [401, 'password=wrong-password', ours],
  [401, '{"password":"a-long-password"}', ours],
  [403, `password=${password}`, {}],
  [403, `password=${password}`, { origin: 'null' }],
  [403, `password=${password}`, { origin: 'https://evil.test' }],
  [403, `password=${password}`, { ...ours, 'sec-fetch-site': 'cross-site' }],
  [403, `password=${password}`, { origin: 'http://drafts.firm.test' }],
  [413, `password=${'a'.repeat(1_000_000)}`, ours],
])('status %i with a sentence, the form and no cookie', async (status, body, headers) => {
  const answer = await open()(send(body, headers), '');
  expect([answer?.status, answer?.headers.get('set-cookie')]).toEqual([status, null]);
  expect(await answer?.text()).toMatch(/role="alert">[A-Z][^<]+\.<.*<button/s);
});
