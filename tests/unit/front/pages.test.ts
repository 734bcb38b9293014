/** What an address answers when the content changes between two looks at it, and when it fails. */
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { itemPath } from '#engine/collections.ts';
import { PageFault, type Page } from '#engine/origin/index.ts';
import { createPages } from '#engine/front/pages.ts';
import { posts } from '#collections/posts.ts';
import { startHttp } from '../../server/support/listen.ts';

const page: Page = {
  code: 'code',
  version: 'version',
  etag: 'W/"etag"',
  headers: { 'content-type': 'text/html' },
  bytes: brotliCompressSync('<p>There again</p>'),
  quality: 'fast',
};

/** Asks for an address of a site whose pages a test decides. @param get gets the page of an address */
async function ask(path: string, get: (asked: string) => Promise<Page | null>) {
  const log: object[] = [];
  const pages = createPages({
    pages: { get, getShown: () => ({ rendering: { paths: [], ownRoutes: [] } }) },
    getFiles: () => new Map(),
    media: () => null,
    findShareImage: () => Promise.resolve(null),
    getFileHeaders: () => ({}),
    findPast: () => Promise.resolve({ status: 301, to: path }),
    lookForItem: () => Promise.resolve(true),
    ownHeaders: {},
    onUnsent: () => undefined,
    log: (line) => log.push(line),
  });
  const server = await startHttp(pages.handle);
  onTestFinished(server.close);
  const answer = await fetch(server.url + path, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), log };
}
const path = itemPath(posts, 'there');

test('a post that is renamed there and back at each look is never said to be missing', async () => {
  let looks = 0;
  const answer = await ask(path, (asked) => {
    if (asked === path) looks += 1;
    // Each version without the page is followed by one in which the post is back.
    return Promise.resolve(asked === path && looks <= 4 ? null : page);
  });
  expect(answer).toEqual({ status: 200, text: '<p>There again</p>', log: [] });
});

test('what failed a page is not told of again for each visitor, and any other fault is', async () => {
  const fails = (error: Error) => ask(path, () => Promise.reject(error));
  expect(await fails(new PageFault('No page.'))).toMatchObject({ status: 500, log: [] });
  const { status, log } = await fails(new TypeError('Broken'));
  expect([status, log]).toMatchObject([500, [{ event: 'page.failed' }]]);
});
