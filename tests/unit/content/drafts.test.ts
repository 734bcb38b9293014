/** Drafts, changed entries and future posts from the Preview API; tests/browser/draft-preview.test.ts shows them. */
import { expect, test } from 'vitest';
import { getSnapshotDirectory } from '#engine/account.ts';
import { remoteMedia } from '#engine/content/files/asset.ts';
import { createRead } from '#engine/content/snapshot/read.ts';
import { openService, post, resource } from '../../fixtures/content.ts';
import { createSite } from './pulled.ts';

const now = new Date('2026-10-01T00:00:00Z');

async function openDrafts() {
  const service = await openService({
    entries: [
      post('as-published', { publishedDate: '2026-09-03' }),
      post('changed', { publishedDate: '2026-09-02' }),
      post('of-the-future', { publishedDate: '2026-12-24' }),
      resource('guide', {}),
    ],
  });
  service.save(post('changed', { publishedDate: '2026-09-02', title: 'Saved since' }));
  service.save(post('never-published', { publishedDate: '2026-12-23T12:00Z' }));
  service.save({ ...post('4Xy_Z'), fields: { title: 'Only a title so far' } });
  service.save(resource('new-guide', {}));
  const published = service.account;
  const contentful = { ...published, showsDrafts: true };
  const { directory: dataDirectory, pullFrom } = await createSite();
  const pullWith = async (account: typeof published) => {
    const directory = getSnapshotDirectory({ dataDirectory, contentful: account });
    const liveDirectory = getSnapshotDirectory({ dataDirectory, contentful: published });
    const options = { mediaStore: remoteMedia, directory, liveDirectory, now };
    await pullFrom({ account }, { ...options, onFailure: 'stale' });
    const read = createRead(directory);
    const list = await read({ type: 'list', collection: 'posts' });
    return { read, posts: list?.items ?? [] };
  };
  return { service, published, contentful, pullWith };
}

test('a pull of drafts has entries as last saved, in received order, each marked by its difference from the published entry', async () => {
  const { contentful, pullWith } = await openDrafts();
  const { posts, read } = await pullWith(contentful);
  const title: unknown = expect.any(String);
  expect(posts.map(({ slug, title, draft }) => [slug, draft, title])).toEqual([
    ['of-the-future', 'scheduled', title],
    ['never-published', 'draft', title],
    ['as-published', undefined, title],
    ['changed', 'changed', 'Saved since'],
    ['draft-4xy-z', 'draft', 'Only a title so far'],
  ]);
  expect(await read({ type: 'list', collection: 'resources' })).toMatchObject({ total: 2 });
  expect(await read({ type: 'item', collection: 'resources', slug: 'new-guide' })).toMatchObject({
    record: { draft: 'draft' },
  });
  expect((await read({ type: 'overview' })).nextDue).toBe('2026-12-23T12:00:00.000Z');
});

test('drafts have a snapshot and a content report of their own', async () => {
  const { service, published, contentful, pullWith } = await openDrafts();
  service.save(resource('odd', { slug: 'Odd Address' }));
  const { read } = await pullWith(contentful);
  expect((await read({ type: 'report' })).problems[0]).toMatchObject({ entryId: 'odd' });
  const site = await pullWith(published);
  expect(site.posts.map(({ slug }) => slug)).toEqual(['as-published', 'changed']);
  expect(JSON.stringify(site.posts)).not.toMatch(/"draft"|Saved since/);
  expect(JSON.stringify(await site.read({ type: 'report' }))).not.toMatch(/never-published|Odd/);
});

test('a preview says what the live site beside it holds back, and of a slug that two ask for no more than it knows', async () => {
  const { service, published, contentful, pullWith } = await openDrafts();
  await pullWith(published);
  service.save(post('twin', { slug: 'changed', publishedDate: '2026-09-04' }));
  for (const id of ['as-published', 'changed']) service.unpublish(id);
  await pullWith(published);
  const { read } = await pullWith(contentful);
  const { held, problems } = await read({ type: 'report' });
  expect(held).toMatchObject([{ collection: 'posts', had: 2, has: 0 }]);
  const said = problems.filter(({ field }) => field === 'slug');
  expect(said.map(({ entryId, message }) => [entryId, message])).toEqual([
    ['changed', expect.stringMatching(/^is 'changed', and entry twin .* was there first$/)],
    ['twin', expect.stringMatching(/^is 'changed', and entry changed .* was there first$/)],
  ]);
});
