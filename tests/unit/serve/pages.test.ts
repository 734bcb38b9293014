/** What an address answers while the content changes between two looks at it. */
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { itemPath } from '#engine/collections.ts';
import type { Page } from '#engine/render/index.ts';
import { createPages } from '#engine/serve/node/pages.ts';
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

test('a post that is renamed there and back at each look is never said to be missing', async () => {
  const path = itemPath(posts, 'there');
  let looks = 0;
  const pages = createPages({
    pages: {
      // Each version without the page is followed by one in which the post is back.
      get: (asked: string) => {
        if (asked === path) looks += 1;
        return Promise.resolve(asked === path && looks <= 4 ? null : page);
      },
      getShown: () => ({ rendering: { paths: [], ownRoutes: [] } }),
    },
    getFiles: () => new Map(),
    media: () => null,
    findShareImage: () => Promise.resolve(null),
    getFileHeaders: () => ({}),
    findPast: () => Promise.resolve({ status: 301, to: path }),
    lookForItem: () => Promise.resolve(true),
    ownHeaders: {},
    log: () => undefined,
  });
  const server = await startHttp(pages.handle);
  const answer = await fetch(server.url + path, { redirect: 'manual' });
  expect([answer.status, await answer.text()]).toEqual([200, '<p>There again</p>']);
  server.close();
});
