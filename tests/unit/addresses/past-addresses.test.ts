/** Past addresses follow the content; tests/server/publish/month.test.ts asks both hosts for those of a month. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findPast, openAddressBook, openAddressFile } from '#engine/addresses/index.ts';
import { sampleAccount } from '#engine/account.ts';
import { post, resource } from '../../fixtures/content.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { createPulled } from '../content/pulled.ts';

test('the pages of a tag and of the archives that it filled are gone with its posts, and without content no address counts as gone', async () => {
  const { service, folder, directory, read, pullNow } = await createPulled();
  const { remember } = openAddressBook({ dataDirectory: folder, contentful: null });
  const rememberNow = async () => remember((await pullNow()).changes?.live ?? new Map());
  const find = (path: string) =>
    findPast(openAddressFile(folder, sampleAccount).read(), path, (id) =>
      read({ type: 'address', id }),
    );
  expect(await remember(null)).toBeNull();
  const ids = Array.from({ length: 26 }, (_, index) => `tagged-${index}`);
  for (const id of ids) service.publish(post(id, { tags: ['Growth loops'] }));
  service.publish(resource('guide', { slug: 'guides' }));
  expect(await rememberNow()).toBeNull();
  for (const id of ids) service.unpublish(id);
  expect(await rememberNow()).toBeNull();
  for (const path of ['/blog/tag/growth-loops', '/blog/tag/growth-loops/page/2', '/blog/page/2'])
    expect(await find(path)).toEqual({ status: 410 });
  expect(await find('/blog/page/3')).toBeNull();
  changeSnapshot(directory, "UPDATE meta SET value = 'failed' WHERE key = 'status'");
  expect(await remember(null)).toBeNull();
  expect(await find('/resources/guide')).toEqual({ status: 301, to: '/resources/guides' });
  await rm(directory, { recursive: true });
  expect(await remember(null)).toContain('is missing or damaged');
});
