import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/engine/serve/node/server.ts';
import { readSite } from '../../src/engine/serve/node/site.ts';
import { parseConfig } from '../../src/config.ts';
import { exchange, exchangeBytes } from './support/exchange.ts';
import { createFolder } from './support/hosts.ts';
import { scaled } from '../support/scale.ts';

let server: RunningServer;
let site: Awaited<ReturnType<typeof createFolder>>;
let data: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  site = await createFolder({ 'index.html': '<h1>Home</h1>' });
  data = await createFolder();
  server = await startServer({
    config: parseConfig({ PORT: '0', DATA_DIR: data.path }),
    openSite: async () => ({ site: await readSite(site.path) }),
    log: () => undefined,
  });
});
afterAll(async () => {
  await server.close();
  await site.remove();
  await data.remove();
});

const contact = 'POST /contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\n';

/** A client that sends `start`, then one byte five times a second, until the server closes. */
async function drip(start: string, byte: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.write(start);
  const dripping = byte && setInterval(() => socket.write(byte), 200);
  await once(socket, 'close');
  if (dripping) clearInterval(dripping);
  return received;
}

test('slow clients are closed with an answer while visitors are served', async () => {
  const each = <T>(times: number, make: () => Promise<T>) =>
    Promise.all(Array.from({ length: times }, make));
  const clients = scaled(40, 250);
  const slow = Promise.all([
    each(clients, () => drip(`${contact}Content-Length: 1000\r\n\r\n`, ' ')),
    each(clients, () => drip(`${contact}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n')),
    each(clients, () => drip('GET / HTTP/1.1\r\nHost: site\r\nX-Slow: ', 'x')),
    each(clients, () => drip('', '')),
  ]);
  const closed = slow.then(() => 'closed');

  let visitors = 0;
  do {
    expect((await exchange(server.url)).status).toBe(200);
    visitors += 1;
  } while ((await Promise.race([closed, setTimeout(50, 'open')])) === 'open');
  expect(visitors).toBeGreaterThan(10);
  const [bodies, chunks, heads] = await slow;
  for (const answer of [...bodies, ...chunks, ...heads]) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a client that goes on sending reads the whole answer all the same', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const ended = once(socket, 'end');
  socket.pause();
  socket.write(`${contact}Connection: close\r\nContent-Length: 9000000\r\n\r\n`);
  // The answer comes after the head; a reset would fail one of these writes.
  for (let piece = 0; piece < 100; piece += 1)
    await new Promise<void>((resolve, reject) => {
      socket.write('x'.repeat(10_000), (error) => (error ? reject(error) : resolve()));
    });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).resume();
  await ended;
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(received).toContain('{"error":"Your message is longer than 64 KiB');
});

test('a body that is longer than its declared length is refused', async () => {
  const body = JSON.stringify({ name: 'Ann' });
  const shorter = `${contact}Content-Length: 5\r\nConnection: close\r\n\r\n${body}`;
  expect(await exchangeBytes(server.url, shorter)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a body without a length is refused at the limit', async () => {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const answer = await exchangeBytes(
    server.url,
    `${contact}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('{"error":"Your message is longer than 64 KiB');
});

test('a client that sends request after request and reads no answer is cut off', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(scaled(1000, 100_000)));
  // The end of a connection shows only while the client reads.
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).resume();
  await closed;
  expect(received.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(32);
  expect((await exchange(server.url)).status).toBe(200);
});
