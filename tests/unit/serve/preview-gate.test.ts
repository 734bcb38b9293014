import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../../src/engine/serve/node/preview.ts';

/** Starts a server behind the gate. A header of the test names the client's address. */
async function openGate(password: string | null) {
  const gate = createGate(password, () => undefined);
  const server = createServer((request, response) => {
    const { 'x-test-client': from, ...headers } = request.headers;
    request.headers = headers;
    if (gate(request, response, [from].flat().join(''))) response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return async (headers: IncomingHttpHeaders) => {
    const response = await fetch(url, { headers: headers as Record<string, string> });
    return { status: response.status, cache: response.headers.get('cache-control') };
  };
}

const basic = (password: string) => `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
const password = 'a-long-password';

test('without a password only this machine may enter, and no request through a proxy', async () => {
  const ask = await openGate(null);
  expect((await ask({})).status).toBe(200);
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
  ])
    expect([name, (await ask({ [name]: '127.0.0.1' })).status]).toEqual([name, 403]);
});

test('neither drafts nor refusals may be cached', async () => {
  const ask = await openGate(password);
  expect(await ask({ authorization: basic(password) })).toEqual({
    status: 200,
    cache: 'private, no-store',
  });
  expect(await ask({})).toEqual({ status: 401, cache: 'private, no-store' });
});

test('guesses from many addresses are limited together; a client that knew the password stays in', async () => {
  const ask = await openGate(password);
  await ask({ 'x-test-client': '198.51.100.1', authorization: basic(password) });
  let asked = 0;
  for (; asked < 1000; asked += 1) {
    const from = `10.${asked >> 8}.${asked & 255}.1`;
    const { status } = await ask({
      'x-test-client': from,
      authorization: basic(`wrong-password-${asked}`),
    });
    if (status === 429) break;
  }
  expect(asked).toBeLessThan(1000);
  const stranger = { 'x-test-client': '203.0.113.9', authorization: basic(password) };
  expect((await ask(stranger)).status).toBe(429);
  const editor = { 'x-test-client': '198.51.100.1', authorization: basic(password) };
  expect((await ask(editor)).status).toBe(200);
});
