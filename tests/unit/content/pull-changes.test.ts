import { describe, expect, test } from 'vitest';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import {
  asset as embed,
  doc,
  entryLink,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { asset, link, manyPosts, openService, post } from '../../fixtures/content.ts';
import {
  createData,
  createPulled,
  dateAfter,
  day,
  edited,
  manyTexts,
  start,
} from './pulled-snapshot.ts';

describe('a pull after a publish', () => {
  test('requests the changes and reads only the changed entry', async () => {
    const { service, pullNow, read, getRequests } = await createPulled();
    service.publish(edited('Second'));
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes', fetched: 1 });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
    expect(getRequests()).toEqual([
      expect.stringMatching(/^sync\?/),
      expect.stringMatching(/^entries\?sys\.id%5Bin%5D=one&/),
    ]);
  });

  test('requests the beginning of the order when a post is new or has another date', async () => {
    const { service, pullNow, read, getRequests } = await createPulled();
    service.publish(post('three', { publishedDate: '2026-02-01' }));
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes', fetched: 1 });
    service.publish(post('two', { publishedDate: '2026-03-01' }));
    await pullNow();
    const { posts } = await read({ type: 'slugs' });
    expect(posts.map(({ slug }) => slug)).toEqual(['two', 'three', 'one']);
    expect(getRequests().filter((address) => address?.includes('order=-fields'))).toHaveLength(2);
  });

  test('writes nothing when nothing changed', async () => {
    const { pullNow, readSnapshot, getRequests } = await createPulled();
    const before = await readSnapshot();
    expect(await pullNow()).toMatchObject({
      changed: false,
      mode: 'changes',
      fetched: 0,
      posts: 2,
    });
    expect(await readSnapshot()).toEqual(before);
    expect(getRequests()).toHaveLength(1);
  });

  test('reports the problems of all entries, read or not', async () => {
    const { service, pullNow } = await createPulled();
    const { report } = await pullNow({ whole: true });
    expect(report.problems).not.toEqual([]);
    expect((await pullNow()).report).toEqual(report);
    expect((await pullNow()).report).toEqual(report);
    service.publish(edited('Second'));
    expect((await pullNow()).report).toEqual(report);
  });

  test('reads one entry of 1,100 and one page of the order', async () => {
    const { service, pullNow, read, getRequests } = await createPulled({
      entries: manyTexts(1100),
    });
    service.publish(post('new', { publishedDate: '2026-06-01' }));
    expect(await pullNow()).toMatchObject({ mode: 'changes', fetched: 1, posts: 1101 });
    expect((await read({ type: 'post-list' })).status).toBe('loaded');
    expect(getRequests()).toHaveLength(3);
  });

  test('composes again every entry that links to the changed entry or asset', async () => {
    const { service, pullNow, read } = await createPulled({
      entries: [
        post('one', { content: doc(p(entryLink('two', ''))) }),
        post('two', { title: 'Before' }),
        post('three', { content: doc(embed('picture')) }),
      ],
      assets: [asset('picture', 'square.svg', 'image/svg+xml')],
    });
    const htmlOf = async (slug: string) => (await read({ type: 'post', slug }))?.body.html;
    service.publish(post('two', { title: 'After', slug: 'second' }));
    expect(await pullNow()).toMatchObject({ mode: 'changes', fetched: 2 });
    expect(await htmlOf('one')).toBe('<p><a href="/blog/second">After</a></p>');
    await service.publishAsset(asset('picture', 'square.svg', 'image/svg+xml', { title: 'New' }));
    expect(await pullNow()).toMatchObject({ mode: 'changes', fetched: 1 });
    expect(await htmlOf('three')).toContain('alt="New"');
    service.unpublishAsset('picture');
    await pullNow();
    expect(await htmlOf('three')).toBe('');
  });

  test('shows a post that became due, although no entry changed', async () => {
    const { service, pullNow, read } = await createPulled();
    service.publish(post('later', { publishedDate: dateAfter(1), content: doc(p('Now')) }));
    await pullNow();
    expect(await read({ type: 'post', slug: 'later' })).toBeNull();
    const result = await pullNow({ now: new Date(start + day) });
    expect(result).toMatchObject({ changed: true, mode: 'changes', fetched: 1 });
    expect((await read({ type: 'post', slug: 'later' }))?.body.html).toBe('<p>Now</p>');
  });

  test('retries a file that could not be fetched', async () => {
    const { service, pullNow, read } = await createPulled();
    await service.setFaults({ kind: 'no-images' });
    await service.publishAsset(asset('picture', 'square.svg', 'image/svg+xml'));
    service.publish(post('one', { featuredImage: link('Asset', 'picture') }));
    await pullNow();
    const sourceOf = async () => (await read({ type: 'post', slug: 'one' }))?.image?.src;
    expect(await sourceOf()).toContain(service.host);
    await service.setFaults();
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes' });
    expect(await sourceOf()).toMatch(/^\/media\//);
    expect(await pullNow()).toMatchObject({ changed: false, fetched: 0 });
  });

  test('refuses a sudden loss of entries, like a pull of everything', async () => {
    const { service, pullNow, readSnapshot } = await createPulled({ entries: manyPosts(4) });
    const before = await readSnapshot();
    for (const { sys } of manyPosts(3)) service.unpublish(sys.id);
    expect(await pullNow()).toMatchObject({ outcome: 'stale', posts: 4 });
    expect(await readSnapshot()).toEqual(before);
    expect(await pullNow({ acceptFewer: ['blogPost'] })).toMatchObject({
      outcome: 'fresh',
      posts: 1,
    });
  });
});

test('an incomplete list of the Sync API removes no entry', async () => {
  const service = await openService({ entries: [post('one'), post('two')] });
  const { pullInto } = await createData();
  const client = createContentClient(service.account);
  const forgetful: typeof client = {
    ...client,
    fetchChanges: async (token) => {
      const changes = await client.fetchChanges(token);
      const entries = new Map(changes?.entries);
      entries.delete('two');
      return changes && { ...changes, entries };
    },
  };
  const result = await pullInto('content', service, { client: forgetful, patience: 0 });
  expect(result).toMatchObject({ posts: 2, mode: 'whole' });
  await pullInto('content', service);
  service.unpublish('two');
  expect(await pullInto('content', service)).toMatchObject({ posts: 1, mode: 'changes' });
});

test('an entry that is nested deeper than the client can copy does not stop a pull of changes', async () => {
  let deep: unknown = 'end';
  for (let depth = 0; depth < 1500; depth++) deep = { content: [deep] };
  const { service, pullNow } = await createPulled();
  service.publish(post('deep', { content: deep }));
  expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', posts: 3 });
});
