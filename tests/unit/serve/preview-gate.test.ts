import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../../src/engine/serve/node/preview.ts';
import { startHttp } from '../../server/support/listen.ts';

/** Starts a server behind the gate. A header of the test names the client's address. */
async function openGate(password: string | null) {
  const gate = createGate(password, () => undefined);
  const { url, close } = await startHttp((request, response) => {
    const { 'x-test-client': from, ...headers } = request.headers;
    request.headers = headers;
    if (gate(request, response, [from].flat().join(''))) response.end();
  });
  onTestFinished(close);
  return (headers: Record<string, string>) => fetch(url, { headers });
}

test('without a password only this machine may enter, and no request through a proxy', async () => {
  const ask = await openGate(null);
  expect((await ask({})).status).toBe(200);
  const names = 'x-forwarded-for x-forwarded-host forwarded via x-real-ip cf-connecting-ip';
  for (const name of [...names.split(' '), 'true-client-ip']) {
    const { status, headers } = await ask({ [name]: '127.0.0.1' });
    const told = [name, status, headers.get('cache-control')];
    expect(told).toEqual([name, 403, 'private, no-store']);
  }
});

test('a client may guess 30 times, and a right password is refused because of no other client', async () => {
  const ask = await openGate('a-long-password');
  const guess = async (from: string, password: string) => {
    const authorization = `Basic ${btoa(`editor:${password}`)}`;
    return (await ask({ 'x-test-client': from, authorization })).status;
  };
  for (const from of ['198.51.100.1', '198.51.100.2']) {
    for (let number = 0; number < 30; number += 1)
      expect(await guess(from, `wrong-password-${number}`)).toBe(401);
    expect(await guess(from, 'a-long-password')).toBe(429);
  }
  for (let visit = 0; visit < 50; visit += 1)
    expect(await guess('203.0.113.9', 'a-long-password')).toBe(200);
});
