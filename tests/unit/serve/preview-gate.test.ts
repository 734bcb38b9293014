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

test('without a password only this machine may enter, no request through a proxy, and nothing is cached', async () => {
  const ask = await openGate(null);
  const cache = 'private, no-store';
  expect(await ask({})).toEqual({ status: 200, cache });
  const names = 'x-forwarded-for x-forwarded-host forwarded via x-real-ip cf-connecting-ip';
  for (const name of [...names.split(' '), 'true-client-ip'])
    expect([name, await ask({ [name]: '127.0.0.1' })]).toEqual([name, { status: 403, cache }]);
});

test('a client may guess 30 times, and a right password is refused because of no other client', async () => {
  const password = 'a-long-password';
  const ask = await openGate(password);
  const guess = async (from: string, tried: string) =>
    (await ask({ 'x-test-client': from, authorization: basic(tried) })).status;
  for (let client = 1; client <= 20; client += 1) {
    const from = `198.51.100.${client}`;
    for (let number = 0; number < 30; number += 1)
      expect(await guess(from, `wrong-password-${number}`)).toBe(401);
    expect(await guess(from, password)).toBe(429);
  }
  for (let visit = 0; visit < 50; visit += 1)
    expect(await guess('203.0.113.9', password)).toBe(200);
});
