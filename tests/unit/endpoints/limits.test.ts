import { ReadableStream } from 'node:stream/web';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAsk } from '#engine/netlify/live-host.ts';
import { UnreadError } from '#engine/origin/host.ts';
import { createTextReader } from '#engine/endpoints/http.ts';
import { createLog } from '#engine/base/log.ts';

/** Creates a body that counts the bytes read from it, and ends on demand. */
function createBody(chunks: number) {
  const ended = Promise.withResolvers<undefined>();
  let taken = 0;
  async function* send() {
    while (taken < chunks) {
      taken += 1;
      yield new Uint8Array(1024).fill(0x20);
    }
    await ended.promise;
  }
  const end = () => ended.resolve(undefined);
  return { stream: ReadableStream.from(send()), getTaken: () => taken, end };
}

const post = (body: ReadableStream) =>
  new Request('https://site.test/', { method: 'POST', body, duplex: 'half' } as RequestInit);

test('bodies that are being read share a limit, of one client and of all, and a finished body frees its share', async () => {
  const read = createTextReader({ limit: 8192, ofOneClient: 18 * 1024, together: 28 * 1024 });
  const bodies = ['one', 'one', 'two'].map((client) => ({ client, ...createBody(8) }));
  const reading = bodies.map(({ stream, client }) => read(post(stream), client));
  await expect.poll(() => bodies.map(({ getTaken }) => getTaken())).toEqual([8, 8, 8]);
  for (const [client, size] of Object.entries({ one: 3, three: 8 })) {
    const refused = read(post(createBody(size).stream), client);
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
  }
  const small = createBody(3);
  small.end();
  expect(await read(post(small.stream), 'two')).toHaveLength(3 * 1024);
  for (const { end } of bodies) end();
  await Promise.all(reading);
  const last = createBody(8);
  last.end();
  expect(await read(post(last.stream), 'one')).toHaveLength(8 * 1024);
});

test('a client has a share of the questions to the content service, and asks once for a crowd', async () => {
  let questions = 0;
  let time = 0;
  const makeNothing = () => {
    questions += 1;
    return Promise.resolve(null);
  };
  const askOnce = createAsk(makeNothing, () => time);
  const ask = (slug: string, client: string) =>
    askOnce({ type: 'item', collection: 'posts', slug }, client);
  const flood = async (slug: string, client: string) => {
    const asked = Array.from({ length: 25 }, (_, number) => ask(`${slug}${number}`, client));
    await Promise.allSettled(asked);
    return questions;
  };
  expect(await flood('none-', '203.0.113.1')).toBe(20);
  expect(await ask('none-1', '203.0.113.1')).toBeNull();
  await expect(ask('one-more', '203.0.113.1')).rejects.toThrow(UnreadError);
  expect(await ask('another', '203.0.113.2')).toBeNull();
  for (let client = 2; client < 9; client += 1) await flood(`c-${client}-`, `203.0.113.${client}`);
  expect(questions).toBe(60);
  time += 4000;
  expect(await ask('one-more', '203.0.113.1')).toBeNull();
});

test('lines that strangers can cause are counted for a minute, not listed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line.replace(/.*?"event"/, '')));
  for (let request = 0; request < 1000; request += 1) log({ event: 'webhook.refused' });
  log({ event: 'lead.stored', id: '1' });
  vi.advanceTimersByTime(60_000);
  log({ event: 'webhook.refused' });
  expect(lines.join(' ')).toBe(
    ':"webhook.refused"} :"lead.stored","id":"1"} :"webhook.refused","more":999} :"webhook.refused"}',
  );
});
