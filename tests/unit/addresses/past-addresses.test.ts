/** Past addresses follow the content. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPastAddresses, rememberAddresses } from '#engine/addresses/index.ts';
import { post, resource } from '../../fixtures/content.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { createPulled, dateAfter } from '../content/pulled.ts';

// tests/server/publish/live.test.ts asks the server for the addresses of what is renamed or gone.
test('without content no address counts as gone, and a lost snapshot is named', async () => {
  const { service, folder, directory, pullNow } = await createPulled();
  const config = { dataDirectory: folder, contentful: null };
  const well = { dropped: 0, failure: null };
  expect(await rememberAddresses(config)).toEqual(well);
  service.publish(resource('guide', { slug: 'guides' }));
  await pullNow();
  expect(await rememberAddresses(config)).toEqual(well);

  changeSnapshot(directory, "UPDATE meta SET value = 'failed' WHERE key = 'status'");
  expect(await rememberAddresses(config)).toEqual(well);
  const { find } = createPastAddresses(config, () => undefined);
  expect(find('/resources/guide')).toEqual({ status: 301, to: '/resources/guides' });
  await rm(directory, { recursive: true });
  expect((await rememberAddresses(config)).failure).toContain('is missing or damaged');
});

test('the addresses of a post that is moved to a later day are not gone, until the post is', async () => {
  const { service, folder, pullNow } = await createPulled();
  const config = { dataDirectory: folder, contentful: null };
  const { find } = createPastAddresses(config, () => undefined);
  await rememberAddresses(config);
  const publish = async (change: () => void) => {
    change();
    expect((await pullNow()).changes?.hasMoved).toBe(true);
    await rememberAddresses(config);
  };
  await publish(() => service.publish(post('one', { publishedDate: dateAfter(3) })));
  expect(find('/blog/one')).toBeNull();
  await publish(() => service.unpublish('one'));
  expect(find('/blog/one')).toEqual({ status: 410 });
  await publish(() => service.publish(post('one', { publishedDate: dateAfter(3) })));
  expect(find('/blog/one')).toBeNull();
  await publish(() => service.publish(post('one', { slug: 'moved' })));
  expect(find('/blog/one')).toEqual({ status: 301, to: '/blog/moved' });
});
