/** Past addresses follow the content. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findPast, openAddressBook, openAddressFile } from '#engine/addresses/index.ts';
import { sampleAccount } from '#engine/config.ts';
import { post, resource } from '../../fixtures/content.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { createPulled, dateAfter } from '../content/pulled.ts';

/** A site with its address book, which has the addresses of the first pull. */
async function createRemembered(space: Parameters<typeof createPulled>[0] = {}) {
  const { folder, read, pullNow, ...site } = await createPulled(space);
  const config = { dataDirectory: folder, contentful: null };
  const { remember } = openAddressBook(config);
  expect(await remember(null)).toBeNull();
  const findEntry = (id: string) => read({ type: 'address', id });
  const book = openAddressFile(folder, sampleAccount);
  return {
    ...site,
    find: (path: string) => findPast(book.read(), path, findEntry),
    remember,
    publish: async (change: () => void) => {
      change();
      const { changes } = await pullNow();
      expect(await remember(changes?.live ?? new Map())).toBeNull();
    },
  };
}

// tests/server/publish/live.test.ts asks the server for the addresses of what is renamed or gone.
test('without content no address counts as gone, and a lost snapshot is named', async () => {
  const { service, directory, find, remember, publish } = await createRemembered();
  await publish(() => service.publish(resource('guide', { slug: 'guides' })));
  changeSnapshot(directory, "UPDATE meta SET value = 'failed' WHERE key = 'status'");
  expect(await remember(null)).toBeNull();
  expect(await find('/resources/guide')).toEqual({ status: 301, to: '/resources/guides' });
  await rm(directory, { recursive: true });
  expect(await remember(null)).toContain('is missing or damaged');
});

test('the addresses of a post that is moved to a later day are not gone, until the post is', async () => {
  const { service, find, publish } = await createRemembered();
  await publish(() => service.publish(post('one', { publishedDate: dateAfter(3) })));
  expect(await find('/blog/one')).toBeNull();
  await publish(() => service.unpublish('one'));
  expect(await find('/blog/one')).toEqual({ status: 410 });
  await publish(() => service.publish(post('one', { publishedDate: dateAfter(3) })));
  expect(await find('/blog/one')).toBeNull();
  await publish(() => service.publish(post('one', { slug: 'moved' })));
  expect(await find('/blog/one')).toEqual({ status: 301, to: '/blog/moved' });
});

test('the pages of a tag and of the archives that it filled are gone with its posts', async () => {
  const { service, find, publish } = await createRemembered();
  const ids = Array.from({ length: 26 }, (_, index) => `tagged-${index}`);
  await publish(() => ids.forEach((id) => service.publish(post(id, { tags: ['Growth loops'] }))));
  await publish(() => ids.forEach((id) => service.unpublish(id)));
  for (const path of ['/blog/tag/growth-loops', '/blog/tag/growth-loops/page/2', '/blog/page/2'])
    expect(await find(path)).toEqual({ status: 410 });
  expect(await find('/blog/page/3')).toBeNull();
});
