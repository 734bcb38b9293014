/** Past addresses follow the releases and the content that they show. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPastAddresses } from '../../../src/engine/publish/addresses/past-addresses.ts';
import { describeFile } from '../../../src/engine/publish/site-files.ts';
import { post, resource } from '../../fixtures/content.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { createPulled } from '../content/pulled.ts';

const createRelease = (paths: readonly string[]) => ({
  files: new Map(paths.map((path) => [path, describeFile(`${path}.html`, path)])),
});
const many = Array.from({ length: 200 }, (_, number) => `/blog/page/${number}`);

test.each([
  ['few', []],
  ['many', many],
])('a release with %s changes makes renamed items lead on and others gone', async (_, more) => {
  const entries = [
    post('one', { tags: ['Only here'] }),
    post('two', { tags: ['Everywhere'] }),
    post('three'),
    resource('kit'),
  ];
  const { service, folder, pullNow } = await createPulled({ entries });
  const lines: object[] = [];
  const log = (line: object) => void lines.push(line);
  const past = createPastAddresses({ dataDirectory: folder, contentful: null }, log);
  const before = ['/', '/blog/one', '/blog/three', '/blog/tag/only-here', '/resources/kit'];
  await past.remember(createRelease(before));
  service.publish(post('one', { slug: 'new', tags: ['Everywhere'] }));
  service.publish(resource('kit', { slug: 'kits' }));
  service.unpublish('three');
  await pullNow();
  const shown = ['/', '/blog/new', '/blog/tag/everywhere', '/resources/kits'];
  const after = createRelease([...more, ...shown]);
  await past.remember(after);

  const find = (path: string) => past.find(path, (address) => after.files.has(address));
  const gone = { status: 410 };
  expect(find('/blog/one')).toEqual({ status: 301, to: '/blog/new' });
  expect(find('/resources/kit')).toEqual({ status: 301, to: '/resources/kits' });
  expect([find('/blog/three'), find('/blog/tag/only-here')]).toEqual([gone, gone]);
  // The snapshot had the second post, and no release showed it.
  expect([find('/'), find('/blog/two'), find('/blog/never')]).toEqual([null, null, null]);
  expect([lines, past.isDamaged()]).toEqual([[], false]);
});

test('without content no address counts as gone, and the log says so once', async () => {
  const { folder, directory } = await createPulled({ entries: [post('one')] });
  const config = { dataDirectory: folder, contentful: null };
  const degraded = createPastAddresses(config, () => undefined);
  await degraded.remember(createRelease(['/blog/one']));
  changeSnapshot(directory, "UPDATE meta SET value = 'failed' WHERE key = 'status'");
  await degraded.remember(createRelease(['/']));
  expect(degraded.find('/blog/one', () => false)).toBeNull();
  await rm(directory, { recursive: true });
  const lines: object[] = [];
  const past = createPastAddresses(config, (line) => void lines.push(line));
  for (const paths of [['/'], ['/', '/blog']]) await past.remember(createRelease(paths));
  expect([past.find('/blog/one', () => false), past.isDamaged()]).toEqual([null, true]);
  const error: unknown = expect.stringContaining('is missing or damaged');
  expect(lines).toEqual([{ event: 'addresses.failed', error }]);
});
