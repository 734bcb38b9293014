/** What the cache stores of pages, over an origin that a test decides. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createCache } from '#engine/front/cache.ts';
import type { Origin, OriginAnswer } from '#engine/front/origin.ts';
import { decompressText } from '#engine/origin/index.ts';
import { answerPage, createFakeOrigin } from '../../server/support/served-files.ts';

const ask = vi.fn<Origin['ask']>();
const log: object[] = [];
let origin = createFakeOrigin(ask);
let cache = open();
function open() {
  return createCache(
    { origin, version: '1', pulledAt: '' },
    { toHeaders: (_, own) => own, patienceMs: 50, log: (line) => log.push(line) },
  );
}
const show = (version: string) => cache.show({ origin, version, pulledAt: '' });
const read = async (path = '/page') => String(await decompressText((await cache.get(path)).bytes));
/** Answers with the version that is asked for. */
const askVersion: Origin['ask'] = (path, version) =>
  Promise.resolve(answerPage(`${path} at ${version}`, version));
const fail = (status = 500) =>
  ask.mockImplementation(() =>
    Promise.resolve({ status, headers: { 'x-fault': 'Post.astro%3A7' }, body: Buffer.alloc(0) }),
  );

beforeEach(() => {
  ask.mockReset().mockImplementation(askVersion);
  log.length = 0;
  origin = createFakeOrigin(ask);
  cache = open();
});

test('a crowd shares one render, which is fresh until the version or the code changes', async () => {
  const crowd = await Promise.all(Array.from({ length: 100 }, () => read()));
  expect(new Set(crowd)).toEqual(new Set(['/page at 1']));
  await read();
  expect(ask).toHaveBeenCalledTimes(1);
  show('2');
  expect(await read()).toBe('/page at 2');
  origin = createFakeOrigin(ask, { code: 'other code' });
  show('2');
  await read();
  expect(ask).toHaveBeenCalledTimes(3);
});

test('a cookie goes to nobody, because all visitors share a page', async () => {
  ask.mockImplementation(async (path, version) => {
    const answer = await askVersion(path, version);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': ['visitor=1'] } };
  });
  await read();
  expect((await cache.get('/page')).headers).not.toHaveProperty('set-cookie');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('what the origin does not allow is not stored, and a stored page that is gone goes', async () => {
  const answers: OriginAnswer['headers'][] = [
    { 'cdn-cache-control': 'max-age=0' },
    { 'cache-tag': 'another' },
  ];
  for (const headers of answers) {
    ask.mockClear().mockImplementation(async (path, version) => {
      const answer = await askVersion(path, version);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    });
    await read();
    await read();
    expect(ask, JSON.stringify(headers)).toHaveBeenCalledTimes(2);
  }
  ask.mockImplementation(askVersion);
  await read();
  show('2');
  ask.mockImplementation(() =>
    Promise.resolve({ status: 404, headers: {}, body: Buffer.from('missing') }),
  );
  expect((await cache.get('/page')).status).toBe(404);
  fail();
  await expect(read()).rejects.toThrow('could not be made');
});

test('a page that is asked for while the content changes is not taken for one of the newer version', async () => {
  const answer = Promise.withResolvers<OriginAnswer>();
  ask.mockImplementationOnce(() => answer.promise);
  const asked = read();
  show('2');
  answer.resolve(answerPage('of version 1', '1'));
  expect(await asked).toBe('of version 1');
  expect(await read()).toBe('/page at 2');
});

test('a page that fails is shown stale, named once, and tried again with the next version', async () => {
  await read();
  show('2');
  fail();
  expect([await read(), await read()]).toEqual(['/page at 1', '/page at 1']);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(log).toEqual([{ event: 'page.failed', page: '/page', error: 'Post.astro:7' }]);
  expect(cache.hasFailures()).toBe(true);
  ask.mockImplementation(askVersion);
  show('3');
  expect([await read(), cache.hasFailures()]).toEqual(['/page at 3', false]);
});

test('a page that fails and was never made says so, also when the process of the origin has ended', async () => {
  fail(503);
  await expect(read()).rejects.toThrow('could not be made');
  ask.mockImplementation(() => Promise.reject(new Error('ended')));
  await expect(read('/other')).rejects.toThrow('could not be made');
});

test('a page that is cut off when the server stops is no failure', async () => {
  const answer = Promise.withResolvers<OriginAnswer>();
  ask.mockImplementationOnce(() => answer.promise);
  const asked = read();
  cache.end();
  answer.reject(new Error('ended'));
  await expect(asked).rejects.toThrow('could not be made');
  expect([log, cache.hasFailures()]).toEqual([[], false]);
});

test('who waits long gets the stale page, and the next visitor the new one', async () => {
  await read();
  show('2');
  const answer = Promise.withResolvers<OriginAnswer>();
  ask.mockImplementationOnce(() => answer.promise);
  expect(await read()).toBe('/page at 1');
  answer.resolve(answerPage('slow', '2'));
  await expect.poll(() => read()).toBe('slow');
});

test('a page takes the memory of its bytes alone, and one that nobody waits for is compressed best', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word ${index * 7919}`).join(' ');
  ask.mockImplementation((_, version) => Promise.resolve(answerPage(words, version)));
  const fast = await cache.get('/page');
  await cache.warm('/page', 'best');
  const best = await cache.get('/page');
  expect(best.bytes.length).toBeLessThan(fast.bytes.length);
  expect([best.etag, best.bytes.buffer.byteLength]).toEqual([fast.etag, best.bytes.length]);
  // What did not change is not compressed again.
  show('2');
  expect((await cache.get('/page')).bytes).toBe(best.bytes);
});
