/** What the door takes; tests/browser/draft-preview.test.ts shows it to browsers. */
import { expect, test, vi } from 'vitest';
import { parseConfig } from '#engine/config.ts';
import { makeDoor } from '#engine/endpoints/door.ts';
import { createGate } from '#engine/front/preview.ts';

const site = 'https://drafts.firm.test';
const secret = 'a-long+secret';
const open = (PREVIEW_SECRET = secret, SITE_URL = site) =>
  createGate(makeDoor(parseConfig({ PREVIEW_SECRET, SITE_URL })), () => Promise.resolve());

const ask = (headers: Record<string, string> = {}, address = `${site}/blog?a=b`) =>
  new Request(address, { headers: { host: 'localhost:4331', ...headers } });
/** Opens an address with a secret behind it. */
const enter = (gate: ReturnType<typeof open>, given = secret, from = '', address?: string) =>
  gate(ask({}, `${address ?? `${site}/blog?a=b`}&secret=${given}&c=d`), from);

test('without a secret only this machine may enter, and no request through a proxy', async () => {
  const gate = open('');
  expect(await gate(ask(), '127.0.0.1')).toBeUndefined();
  expect((await gate(ask(), '198.51.100.1'))?.status).toBe(403);
  const names = 'x-forwarded-for x-forwarded-host forwarded via x-real-ip cf-connecting-ip';
  const proxied = [...names.split(' '), 'true-client-ip'].map((name) => ({ [name]: '::1' }));
  for (const headers of [{ host: 'evil.test' }, ...proxied])
    expect((await gate(ask(headers), '127.0.0.1'))?.status).toBe(403);
});

test('a client may send ten wrong secrets a minute, and the right one is refused because of no other client', async () => {
  const gate = open();
  for (let number = 0; number < 10; number += 1)
    expect((await enter(gate, `wrong-${number}`, '198.51.100.1'))?.status).toBe(401);
  const refusal = await enter(gate, secret, '198.51.100.1');
  expect(refusal?.status).toBe(429);
  expect(refusal?.headers.get('retry-after')).toMatch(/^(60|5\d)$/);
  for (let visit = 0; visit < 50; visit += 1)
    expect((await enter(gate, secret, '203.0.113.9'))?.status).toBe(303);
});

test('the secret leads to the page that was asked for, with a cookie for thirty days', async () => {
  const signIn = async (own = secret, url = site) => {
    const answer = await enter(open(own, url), own);
    return answer?.headers.getSetCookie().map((cookie) => cookie.split('; ')) ?? [];
  };
  const show = async (cookie: string) => (await open()(ask({ cookie }), ''))?.status;
  const [[own = '', ...attributes] = [], ...others] = await signIn();
  expect(others).toEqual([]);
  expect(own).toMatch(/^__Host-/);
  expect(attributes.join(' ')).toBe(
    'Path=/ Max-Age=2592000 HttpOnly Secure SameSite=None Partitioned',
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
  expect(await show(own)).toBe(401);
  vi.useRealTimers();
  const forged = own.replace(/(?<==)\d+/, (time) => String(Number(time) + 1));
  const [[foreign = ''] = []] = await signIn('another-secret');
  expect(await show(`other=1; ${forged}; ${foreign}; ${own}`)).toBeUndefined();
  const [[elsewhere = ''] = []] = await signIn(secret, 'https://a.test');
  const cut = [own.slice(0, -1), own.replace(/\..*/, '')];
  for (const cookie of [forged, ...cut, foreign, elsewhere])
    expect(await show(cookie), cookie).toBe(401);
});

test.each([
  [`${site}/blog?a=b`, '/blog?a=b&c=d'],
  [`${site}//evil.test/?a=b`, '/evil.test/?a=b&c=d'],
])('%s with the secret leads to %s, and tells no page of the secret', async (address, to) => {
  for (const spelled of [secret, encodeURIComponent(secret)]) {
    const answer = await enter(open(), spelled, '', address);
    expect(answer?.headers.get('location')).toBe(to);
    expect(answer?.headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('on http of this machine a second cookie is not Secure, for Safari', async () => {
  const answer = await enter(open(), secret, '', 'http://127.0.0.1:4331/blog?a=b');
  const [, cookie = ''] = answer?.headers.getSetCookie() ?? [];
  expect(cookie).toMatch(/^editor=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  expect(await open()(ask({ cookie }), '')).toBeUndefined();
});
