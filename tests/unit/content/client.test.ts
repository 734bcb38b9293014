import { expect, test } from 'vitest';
import type { ContentService, Fault } from '#engine/stand-in/service.ts';
import { posts } from '#collections/posts.ts';
import { resources } from '#collections/resources.ts';
import { createContentClient } from '#engine/content/contentful/client.ts';
import { asset, manyPosts, openService, post } from '../../fixtures/content.ts';

const clientOf = (service: ContentService) => createContentClient(service.account);
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

test('a read of all entries returns all 1,001 posts, each once', async () => {
  const service = await openService({ entries: manyPosts(1001) });
  const { items } = await clientOf(service).fetchEntries(posts);
  expect(new Set(ids(items)).size).toBe(1001);
  expect([ids(items)[0], ids(items).at(-1)]).toEqual(['post-0001', 'post-1001']);
  const queries = service.requests.map((address) =>
    Object.fromEntries(new URL(address, 'http://service').searchParams),
  );
  const order = '-fields.publishedDate,sys.id';
  const list = { content_type: 'blogPost', order, limit: '1000' };
  expect(queries).toMatchObject(['0', '1000'].map((skip) => ({ ...list, skip })));
});

test('a read of all entries halves the page while an answer is over 7 MB', async () => {
  const service = await openService({ entries: manyPosts(150, { excerpt: 'x'.repeat(60_000) }) });
  const client = clientOf(service);
  const { items } = await client.fetchEntries(posts);
  expect(new Set(ids(items)).size).toBe(150);
  expect((await client.fetchChanges(null))?.entries.size).toBe(150);
  expect(service.requests.length).toBeLessThan(24);
});

test('a read of all entries begins again when the list changes between two pages', async () => {
  const service = await openService({ entries: manyPosts(1001) });
  let seen = 0;
  Object.assign(service.requests, {
    push() {
      seen += 1;
      if (seen === 2) service.unpublish('post-0001');
    },
  });
  const { items } = await clientOf(service).fetchEntries(posts);
  expect(items).toHaveLength(1000);
  expect(ids(items)).toContain('post-1001');
});

test('the state that previews ask for changes with every entry and asset', async () => {
  const service = await openService({ entries: [post('one')] });
  const getState = () => clientOf(service).fetchState();
  const states = new Set([await getState()]);
  service.publish({ sys: { id: 'ann', contentType: { sys: { id: 'person' } } }, fields: {} });
  states.add(await getState());
  await service.publishAsset(asset('picture', 'square.svg', 'image/svg+xml'));
  states.add(await getState());
  service.unpublish('ann');
  expect(states.add(await getState()).size).toBe(4);
});

test('in an account without the field of the date, a list is read in the order of ids', async () => {
  const contentTypes = [{ sys: { id: 'blogPost' }, fields: [{ id: 'title' }] }];
  const service = await openService({ entries: [post('two'), post('one')], contentTypes });
  expect(ids((await clientOf(service).fetchEntries(posts)).items)).toEqual(['one', 'two']);
});

test.each<Fault>([
  { kind: 'server-error', times: 2 },
  { kind: 'rate-limit', times: 1 },
  { kind: 'html', times: 1 },
  { kind: 'reset', times: 1 },
  { kind: 'short-page', times: 1 },
])('a read waits for $kind to pass, $times times', async (fault) => {
  const service = await openService({ entries: manyPosts(3) });
  await service.setFaults(fault);
  expect((await clientOf(service).fetchEntries(posts)).items).toHaveLength(3);
});

// pull-faults.test.ts has the failures that last.
test.each([
  [{ environment: 'elsewhere' }, /CONTENTFUL_SPACE_ID and CONTENTFUL_ENVIRONMENT/],
  [{ showsDrafts: true, previewToken: 'wrong-token' }, /check CONTENTFUL_PREVIEW_TOKEN/],
])('with %j the failure names the variables, without another attempt', async (account, reason) => {
  const service = await openService();
  const client = createContentClient({ ...service.account, ...account });
  await expect(client.fetchEntries(resources)).rejects.toThrow(reason);
  expect(service.requests.length).toBeLessThan(3);
});
