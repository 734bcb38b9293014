/** What a visitor gets of a page that fails, whoever is at fault. */
import { expect, onTestFinished, test } from 'vitest';
import { PageFault, type Cache } from '#engine/front/cache.ts';
import { createPages } from '#engine/front/pages.ts';
import { createFakeOrigin } from '../../server/support/served-files.ts';
import { startHttp } from '../../server/support/listen.ts';

async function ask(get: Cache['get']) {
  const log: object[] = [];
  const origin = createFakeOrigin(() => Promise.reject(new Error()));
  const pages = createPages({
    cache: { get, getShown: () => ({ origin, version: '', pulledAt: '' }) },
    files: { get: () => undefined },
    media: () => null,
    findShareImage: () => Promise.resolve(null),
    getFileHeaders: () => ({}),
    ownHeaders: {},
    forwardedHeaders: {},
    log: (line) => log.push(line),
  });
  const server = await startHttp((request, response) => pages.handle(request, response, ''));
  onTestFinished(server.close);
  const { status } = await fetch(server.url);
  return { status, log };
}

test('what failed a page is not told of again for each visitor, and any other fault is', async () => {
  const fails = (error: Error) => ask(() => Promise.reject(error));
  expect(await fails(new PageFault('No page.'))).toEqual({ status: 500, log: [] });
  const { status, log } = await fails(new TypeError('Broken'));
  expect([status, log]).toMatchObject([500, [{ event: 'page.failed' }]]);
});
