/** Past addresses follow the content. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPastAddresses, rememberAddresses } from '#engine/addresses/index.ts';
import { post, resource } from '../../fixtures/content.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { createPulled } from '../content/pulled.ts';

test('renamed items lead on and others are gone, and without content no address counts as gone', async () => {
  const entries = [post('one', { tags: ['Only here'] }), post('three'), resource('kit')];
  const { service, folder, directory, pullNow } = await createPulled({ entries });
  const config = { dataDirectory: folder, contentful: null };
  const well = { dropped: 0, failure: null };
  expect(await rememberAddresses(config)).toEqual(well);
  service.publish(post('one', { slug: 'new', tags: ['Everywhere'] }));
  service.publish(resource('kit', { slug: 'kits' }));
  service.unpublish('three');
  await pullNow();
  expect(await rememberAddresses(config)).toEqual(well);

  const lines: object[] = [];
  const { find, isDamaged } = createPastAddresses(config, (line) => void lines.push(line));
  const gone = { status: 410 };
  expect(find('/blog/one')).toEqual({ status: 301, to: '/blog/new' });
  expect(find('/resources/kit')).toEqual({ status: 301, to: '/resources/kits' });
  expect([find('/blog/three'), find('/blog/tag/only-here')]).toEqual([gone, gone]);
  expect([find('/'), find('/blog/never')]).toEqual([null, null]);
  expect([lines, isDamaged()]).toEqual([[], false]);

  changeSnapshot(directory, "UPDATE meta SET value = 'failed' WHERE key = 'status'");
  expect(await rememberAddresses(config)).toEqual(well);
  expect(find('/blog/one')).toEqual({ status: 301, to: '/blog/new' });
  await rm(directory, { recursive: true });
  expect((await rememberAddresses(config)).failure).toContain('is missing or damaged');
});
