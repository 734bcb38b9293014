/** Clients that send slowly, too much or without end. */
import { Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFolder } from '../fixtures/folder.ts';
import { closing } from '../support/closing.ts';
import { scaled } from '../support/scale.ts';
import { exchange, openSocket, postLead, type Answer } from './support/exchange.ts';
import { createServedFiles } from './support/served-files.ts';
import { startProcess } from './support/start-process.ts';

const site = await createServedFiles({
  'index.html': '<h1>Home</h1>',
  'media/film.mp4': new Uint8Array(8_000_000),
});
const listen = vi.spyOn(Server.prototype, 'listen');
const server = closing(await site.start());
const [http] = listen.mock.contexts;
listen.mockRestore();
expect(http).toMatchObject({ headersTimeout: 7000, requestTimeout: 7000 });
expect(http).toMatchObject({ keepAliveTimeout: 15_000, timeout: 30_000 });
const limit = scaled(2000, 7000);
Object.assign(http ?? {}, { headersTimeout: limit, requestTimeout: limit });

const contact = 'POST /contact HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\n';

/** A client that sends `start`, then `more` five times a second, until the server closes. */
async function drip(start: string, more: string): Promise<string> {
  const socket = openSocket(server.url);
  socket.write(start);
  const dripping = setInterval(() => socket.write(more), 200);
  const received = await text(socket);
  clearInterval(dripping);
  return received;
}

test('slow clients are closed with an answer while visitors are served', async () => {
  const starts = [
    [`${contact}Content-Length: 1000\r\n\r\n`, ' '],
    [`${contact}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'],
    ['GET / HTTP/1.1\r\nHost: site\r\nX-Slow: ', 'x'],
    ['GET', ''],
  ] as const;
  const clients = Array.from({ length: scaled(40, 250) }, () => starts).flat();
  const closed = clients.map(([start, more]) => drip(start, more));
  for (let visitor = 0; visitor < 20; visitor += 1)
    expect((await exchange(server.url)).status).toBe(200);
  for (const answer of await Promise.all(closed)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a client that goes on sending reads the whole answer all the same', async () => {
  const socket = openSocket(server.url);
  socket.write(`${contact}Connection: close\r\nContent-Length: 9000000\r\n\r\n`);
  // The answer comes after the head; a reset would fail one of these writes.
  for (let piece = 0; piece < 100; piece += 1)
    await new Promise<void>((resolve, reject) => {
      socket.write('x'.repeat(10_000), (error) => (error ? reject(error) : resolve()));
    });
  const received = await text(socket);
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(received).toContain('{"error":"Your message is longer than 64 KB');
});

test('a client that sends request after request and reads no answer is cut off', async () => {
  const socket = openSocket(server.url);
  socket.on('error', () => undefined);
  socket.pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET / HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(scaled(1000, 100_000)));
  // The end of a connection shows only while the client reads.
  let received = '';
  socket.on('data', (data: Buffer) => {
    received += data.toString();
  });
  socket.resume();
  await closed;
  expect(received.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(8);
  expect((await exchange(server.url)).status).toBe(200);
});

/**
 * Asks again, as visitors do: clients of the crowd that the system held back may push out the first connections. The
 * server would send the crowd away after seven seconds.
 */
const askAgain = (ask: () => Promise<Answer>, left = 4): Promise<Answer> =>
  ask().catch(async (error: unknown) => {
    if (left === 0) throw error;
    await wait(1000);
    return askAgain(ask, left - 1);
  });

// Windows has no such limit.
test.runIf(process.platform !== 'win32')(
  'crowds that send nothing, too little or read nothing take no descriptor that visitors and leads need',
  async () => {
    const file = join(import.meta.dirname, 'support', 'server-process.ts');
    const limited = ['-c', 'ulimit -n 120 && exec "$0" "$@"', process.execPath, file, site.path];
    const { url } = await startProcess(limited, { DATA_DIR: await createFolder() }, '/bin/sh');
    const unread = 'GET /media/film.mp4 HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(8);
    for (const [crowd, sent] of ['', `${contact}Content-Length: 1000\r\n\r\n `, unread].entries()) {
      const clients = Array.from({ length: 200 }, () => openSocket(url).on('error', () => {}));
      onTestFinished(() => clients.forEach((client) => client.destroy()));
      await Promise.all(clients.map((client) => new Promise((go) => client.write(sent, go))));
      for (let visitor = 0; visitor < 9; visitor += 1)
        expect((await askAgain(() => exchange(url))).status).toBe(200);
      expect((await askAgain(() => postLead(url, `Growth ${crowd}`))).status).toBe(202);
    }
  },
);
