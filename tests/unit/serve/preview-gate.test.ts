import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createGate } from '#engine/serve/node/preview.ts';

/** Creates a request for a page from a connection of this machine. */
function createRequest(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const socket = new Socket();
  vi.spyOn(socket, 'remoteAddress', 'get').mockReturnValue(remoteAddress);
  const own = { method: 'GET', headers: { host: 'localhost:4331', ...headers } };
  return Object.assign(new IncomingMessage(socket), own);
}

test('without a password only this machine may enter, and no request through a proxy', () => {
  const gate = createGate(null, () => undefined);
  expect(gate(createRequest(), '')).toBeNull();
  const names = 'x-forwarded-for x-forwarded-host forwarded via x-real-ip cf-connecting-ip';
  for (const request of [
    createRequest({}, '198.51.100.1'),
    createRequest({ host: 'evil.test' }),
    ...[...names.split(' '), 'true-client-ip'].map((name) => createRequest({ [name]: '::1' })),
  ])
    expect(gate(request, '')?.status).toBe(403);
});

test('a client may guess 30 times, and a right password is refused because of no other client', () => {
  const gate = createGate('a-long-password', () => undefined);
  const guess = (password: string, from: string) =>
    gate(createRequest({ authorization: `Basic ${btoa(`editor:${password}`)}` }), from)?.status;
  for (let number = 0; number < 30; number += 1) guess(`wrong-${number}`, '198.51.100.1');
  expect(guess('a-long-password', '198.51.100.1')).toBe(429);
  for (let visit = 0; visit < 50; visit += 1)
    expect(guess('a-long-password', '203.0.113.9')).toBeUndefined();
});
