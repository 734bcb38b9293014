/** What the door takes; tests/browser/draft-preview.test.ts has what it refuses, and shows it to browsers. */
import { expect, test, vi } from 'vitest';
import { parseConfig } from '#engine/config.ts';
import { makeDoor } from '#engine/serve/door.ts';
import { createGate } from '#engine/serve/node/preview.ts';

const site = 'https://drafts.firm.test';
const password = 'a-long-password';
const open = (PREVIEW_PASSWORD = password, SITE_URL = site) =>
  createGate(makeDoor(parseConfig({ PREVIEW_PASSWORD, SITE_URL })), () => Promise.resolve());

const ask = (headers: Record<string, string> = {}) =>
  new Request(`${site}/blog?a=b`, { headers: { host: 'localhost:4331', ...headers } });
const send = (secret: string, path = '/blog?a=b') => {
  const body = `password=${secret}&to=//evil.test`;
  return new Request(site + path, { method: 'POST', body, headers: { origin: site } });
};

test('without a password only this machine may enter, and no request through a proxy', async () => {
  const gate = open('');
  expect(await gate(ask(), '127.0.0.1')).toBeUndefined();
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
  expect((await gate(send(password), '198.51.100.1'))?.status).toBe(429);
  for (let visit = 0; visit < 50; visit += 1)
    expect(await guess(password, '203.0.113.9')).toBeUndefined();
});

test('the form leads to the page that was asked for, with a cookie for thirty days', async () => {
  const signIn = async (secret = password, url = site, path?: string) => {
    const headers = (await open(secret, url)(send(secret, path), ''))?.headers;
    const [own = '', ...attributes] = headers?.get('set-cookie')?.split('; ') ?? [];
    return { own, attributes: attributes.join(' '), to: headers?.get('location') };
  };
  const { own, attributes, to } = await signIn();
  expect(to).toBe('/blog?a=b');
  expect((await signIn(password, site, '//evil.test/')).to).toBe('/evil.test/');
  expect(attributes).toBe('Path=/ Max-Age=2592000 HttpOnly Secure SameSite=None Partitioned');
  expect(own).toMatch(/^__Host-/);
  const show = async (cookie: string) => (await open()(ask({ cookie }), ''))?.status;
  expect(await show(`other=1; ${own}`)).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
  expect(await show(own)).toBe(401);
  vi.useRealTimers();
  const forged = own.replace(/(?<==)\d+/, (time) => String(Number(time) + 1));
  const [foreign, elsewhere] = [
    await signIn('another-password'),
    await signIn(password, 'https://a.test'),
  ];
  const cut = [own.slice(0, -1), own.replace(/\..*/, '')];
  for (const cookie of [forged, ...cut, foreign.own, elsewhere.own])
    expect(await show(cookie), cookie).toBe(401);
});
