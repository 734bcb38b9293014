/** What a server remembers of pages, over a rendering that a test decides. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createRememberedPages } from '#engine/origin/remembered-pages.ts';
import { decompress } from '#engine/origin/compress.ts';
import type { Rendered } from '#engine/origin/render-process.ts';
import type { Rendering } from '#engine/origin/index.ts';

const render = vi.fn<Rendering['render']>();
const createRendering = (code: string): Rendering => ({
  code,
  version: '1',
  pulledAt: '',
  inlineParts: { scripts: [], routes: [] },
  paths: [],
  ownRoutes: [],
  clientDirectory: '',
  render,
  list: () => Promise.resolve([]),
  findCard: () => Promise.resolve(null),
  findEntry: () => Promise.resolve('gone'),
  end: () => undefined,
});

const onFault = vi.fn();
const log: object[] = [];
let rendering = createRendering('code');
let pages = open();
function open() {
  return createRememberedPages(
    { rendering, version: '1', pulledAt: '' },
    { getHeaders: () => ({}), onFault, patienceMs: 50, log: (line) => log.push(line) },
  );
}
const show = (version: string) => pages.show({ rendering, version, pulledAt: '' });
const read = async (path = '/page') => {
  const page = await pages.get(path);
  return page && String(await decompress(page.bytes));
};
/** Renders the version that is asked for into the text of a page. */
const renderVersion: Rendering['render'] = (path, version) =>
  Promise.resolve({ version, bytes: Buffer.from(`${path} at ${version}`) });
const fail = (fault: string, kind: 'page' | 'content' | 'shortage' = 'page') =>
  render.mockImplementation(() => Promise.resolve({ fault, kind }));

beforeEach(() => {
  render.mockReset().mockImplementation(renderVersion);
  onFault.mockReset();
  log.length = 0;
  rendering = createRendering('code');
  pages = open();
});

test('a crowd shares one rendering, which is remembered until the version or the code changes', async () => {
  const crowd = await Promise.all(Array.from({ length: 100 }, () => read()));
  expect(new Set(crowd)).toEqual(new Set(['/page at 1']));
  await read();
  expect(render).toHaveBeenCalledTimes(1);
  show('2');
  expect(await read()).toBe('/page at 2');
  rendering = createRendering('other code');
  show('2');
  await read();
  expect(render).toHaveBeenCalledTimes(3);
});

test('a page that is cut off when the server stops is no failure', async () => {
  const answer = Promise.withResolvers<Rendered>();
  render.mockImplementationOnce(() => answer.promise);
  const asked = read();
  pages.end();
  answer.reject(new Error('The process ended early.'));
  await expect(asked).rejects.toThrow('could not be made');
  expect([log, pages.hasFailures()]).toEqual([[], false]);
  expect(onFault).not.toHaveBeenCalled();
});

test('a page that is asked for while the content changes is not taken for one of the newer version', async () => {
  const answer = Promise.withResolvers<Rendered>();
  render.mockImplementationOnce(() => answer.promise);
  const asked = read();
  show('2');
  answer.resolve({ version: '1', bytes: Buffer.from('of version 1') });
  expect(await asked).toBe('of version 1');
  expect(await read()).toBe('/page at 2');
});

test('a page that fails while the content changes is no failure of the newer version', async () => {
  const answer = Promise.withResolvers<Rendered>();
  render.mockImplementationOnce(() => answer.promise);
  const asked = read();
  show('2');
  answer.resolve({ fault: 'The snapshot is damaged', kind: 'content' });
  await expect(asked).rejects.toThrow('could not be made');
  expect([pages.hasFailures(), onFault.mock.calls]).toEqual([false, [['content']]]);
});

test('a question about the content is asked again when the process of earlier code has ended meanwhile', async () => {
  const answer = Promise.withResolvers<'gone'>();
  rendering.findEntry = () => answer.promise;
  const asked = pages.ask((shown) => shown.rendering.findEntry('id', shown.version));
  rendering = { ...createRendering('other code'), findEntry: () => Promise.resolve('waits') };
  show('2');
  answer.reject(new Error('The process has ended.'));
  expect(await asked).toBe('waits');
  rendering.findEntry = () => Promise.reject(new Error('broken'));
  await expect(
    pages.ask((shown) => shown.rendering.findEntry('id', shown.version)),
  ).rejects.toThrow('broken');
});

test('a page that fails is shown as it was, named once for each version, and tried again with the next', async () => {
  await read();
  show('2');
  fail('Error at Post.astro:7');
  expect([await read(), await read()]).toEqual(['/page at 1', '/page at 1']);
  expect(render).toHaveBeenCalledTimes(2);
  expect(log).toEqual([{ event: 'page.failed', page: '/page', error: 'Error at Post.astro:7' }]);
  expect([pages.hasFailures(), onFault.mock.calls]).toEqual([true, [['page']]]);
  render.mockImplementation(renderVersion);
  show('3');
  expect([await read(), pages.hasFailures()]).toEqual(['/page at 3', false]);
});

test('a page that fails and was never made says so; a lack that passes is not remembered', async () => {
  fail('it ends too early');
  await expect(pages.get('/page')).rejects.toThrow('could not be made');
  await expect(pages.get('/page')).rejects.toThrow('could not be made');
  expect(render).toHaveBeenCalledTimes(1);
  fail('Error EMFILE', 'shortage');
  await expect(pages.get('/other')).rejects.toThrow('could not be made');
  render.mockImplementation(renderVersion);
  expect(await read('/other')).toBe('/other at 1');
  // What a page lacked may be there after a pull that changed nothing.
  pages.retryFailed();
  expect([await read(), pages.hasFailures()]).toEqual(['/page at 1', false]);
});

test('a page that failed is tried again when its code was loaded anew', async () => {
  fail('a file of the code is lost');
  await expect(read()).rejects.toThrow('could not be made');
  render.mockImplementation(renderVersion);
  rendering = createRendering('code');
  show('1');
  expect([await read(), pages.hasFailures()]).toEqual(['/page at 1', false]);
});

test('failures of pages that are gone are forgotten after a round', async () => {
  fail('broken');
  await expect(pages.get('/page')).rejects.toThrow();
  show('2');
  expect(pages.hasFailures()).toBe(true);
  pages.forgetGone();
  expect(pages.hasFailures()).toBe(false);
});

test('who waits long gets the page as it was, and the next visitor the new one', async () => {
  await read();
  show('2');
  const answer = Promise.withResolvers<Rendered>();
  render.mockImplementationOnce(() => answer.promise);
  expect(await read()).toBe('/page at 1');
  answer.resolve({ version: '2', bytes: Buffer.from('slow') });
  await expect.poll(() => read()).toBe('slow');
});

test('what is remembered of a page takes the memory of its bytes, and of nothing beside them', async () => {
  for (const quality of ['fast', 'best'] as const) {
    await pages.prepare('/page', quality);
    const { bytes } = (await pages.get('/page')) ?? {};
    expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  }
});

test('a page that is no more has no answer, and one that nobody waits for is compressed best', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word ${index * 7919}`);
  const bytes = Buffer.from(words.join(' '));
  render.mockImplementation((_, version) => Promise.resolve({ version, bytes }));
  const fast = await pages.get('/page');
  await pages.prepare('/page', 'best');
  const best = await pages.get('/page');
  expect(best?.bytes.length).toBeLessThan(fast?.bytes.length ?? 0);
  expect(best?.etag).toBe(fast?.etag);
  // What did not change is not compressed again.
  show('2');
  expect((await pages.get('/page'))?.bytes).toBe(best?.bytes);
  // Three times as much takes more than one round trip.
  const long = Buffer.concat([bytes, bytes.toReversed(), bytes.subarray(1000).toReversed()]);
  render.mockImplementation((_, version) => Promise.resolve({ version, bytes: long }));
  await pages.prepare('/long', 'fast');
  expect(['/page', '/long', '/never'].map(pages.isLong)).toEqual([false, true, false]);
  render.mockImplementation((_, version) => Promise.resolve({ version, bytes: null }));
  show('3');
  expect(await pages.get('/page')).toBeNull();
});
