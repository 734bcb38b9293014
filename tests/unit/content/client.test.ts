import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Fault, RawEntry } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { asset, link, manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { clientOf, failureOf } from './service-client.ts';

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('a read of all entries', () => {
  test('returns all 2,345 posts, newest first, each once', async () => {
    const service = await openService({ entries: manyPosts(2345) });
    const { items } = await clientOf(service).fetchEntries('blogPost');
    expect(items).toHaveLength(2345);
    expect(new Set(ids(items)).size).toBe(2345);
    expect(ids(items)[0]).toBe('post-0001');
    expect(ids(items).at(-1)).toBe('post-2345');
    const queries = service.requests.map(
      (address) => new URL(address, 'http://service').searchParams,
    );
    expect(queries.map((query) => [query.get('skip'), query.get('limit')])).toEqual([
      ['0', '1000'],
      ['1000', '1000'],
      ['2000', '1000'],
    ]);
    expect(queries[0]?.get('order')).toBe('-fields.publishedDate,sys.id');
    expect(queries[0]?.get('content_type')).toBe('blogPost');
  });

  test('asks for resources in a stable order', async () => {
    const service = await openService({ entries: [resource('b'), resource('a'), post('c')] });
    expect(ids((await clientOf(service).fetchEntries('resource')).items)).toEqual(['a', 'b']);
    expect(service.requests[0]).toContain('order=-sys.createdAt%2Csys.id');
  });

  test('also returns linked entries and assets, unparsed and with cycles', async () => {
    const service = await openService({
      entries: [
        post('one', { content: { a: link('Entry', 'two'), b: link('Asset', 'picture') } }),
        post('two', { content: { a: link('Entry', 'one') } }),
        resource('three'),
      ],
      assets: [asset('picture', 'square.png', 'image/png')],
    });
    const { items, linked } = await clientOf(service).fetchEntries('blogPost');
    expect([...linked.entries.keys()].toSorted()).toEqual(['one', 'two']);
    expect([...linked.assets.keys()]).toEqual(['picture']);
    expect(() => JSON.stringify(items)).not.toThrow();
  });

  test('is empty when the service has no entries', async () => {
    const service = await openService();
    expect((await clientOf(service).fetchEntries('blogPost')).items).toEqual([]);
  });

  test('halves the page while an answer is over 7 MB', async () => {
    const long = { excerpt: 'x'.repeat(60_000) };
    const service = await openService({ entries: manyPosts(150, long) });
    const { items } = await clientOf(service).fetchEntries('blogPost');
    expect(new Set(ids(items)).size).toBe(150);
    expect(service.requests.length).toBeLessThan(12);
  });

  test('survives an entry that is nested deeper than the client can copy', async () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 800; depth++) deep = { content: [deep] };
    const service = await openService({ entries: [post('deep', { content: deep }), post('good')] });
    expect((await clientOf(service).fetchEntries('blogPost')).items).toHaveLength(2);
  });

  test('begins again when the list changes between two pages', async () => {
    const service = await openService({ entries: manyPosts(1500) });
    let seen = 0;
    Object.assign(service.requests, {
      push() {
        if (++seen === 2) service.unpublish('post-0001');
      },
    });
    const { items } = await clientOf(service).fetchEntries('blogPost');
    expect(items).toHaveLength(1499);
    expect(ids(items)).toContain('post-1001');
  });
});

describe('a read by slug', () => {
  test('requests one entry and returns it', async () => {
    const service = await openService({ entries: [post('one'), post('two')] });
    const { items } = await clientOf(service).fetchEntry('blogPost', 'two');
    expect(ids(items)).toEqual(['two']);
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatch(/fields\.slug=two/);
    expect(service.requests[0]).toMatch(/limit=1(&|$)/);
  });

  test('returns the first of two entries with one slug, and nothing for an unknown slug', async () => {
    const service = await openService({ entries: [post('one'), post('two', { slug: 'one' })] });
    expect((await clientOf(service).fetchEntry('blogPost', 'one')).items).toHaveLength(1);
    expect((await clientOf(service).fetchEntry('blogPost', 'none')).items).toEqual([]);
  });
});

test('the state of a type takes one small answer', async () => {
  const change = (entry: RawEntry, updatedAt: string) => ({
    ...entry,
    sys: { ...entry.sys, updatedAt },
  });
  const service = await openService({
    entries: [
      change(post('one'), '2026-03-01T00:00:00.000Z'),
      change(post('two'), '2026-03-05T00:00:00.000Z'),
      change(resource('three'), '2026-03-09T00:00:00.000Z'),
    ],
  });
  const client = clientOf(service);
  const state = { total: 2, updatedAt: '2026-03-05T00:00:00.000Z' };
  expect(await client.fetchState('blogPost')).toEqual(state);
  expect(service.requests).toHaveLength(1);
  expect(service.requests[0]).toMatch(/select=sys\.updatedAt/);
  service.unpublish('three');
  expect(await client.fetchState('resource')).toEqual({ total: 0, updatedAt: '' });
});

describe('a read by id', () => {
  test('returns the published entries and their linked items, a hundred per request', async () => {
    const service = await openService({
      entries: [...manyPosts(150), resource('guide', { content: link('Asset', 'picture') })],
      assets: [asset('picture', 'square.png', 'image/png')],
    });
    const wanted = [...manyPosts(150).map(({ sys }) => sys.id), 'guide', 'gone'];
    const { items, linked } = await clientOf(service).fetchEntriesById(wanted);
    expect(new Set(ids(items))).toEqual(new Set(wanted.slice(0, -1)));
    expect([...linked.assets.keys()]).toEqual(['picture']);
    expect(service.requests).toHaveLength(2);
  });
});

describe('a read of an order', () => {
  test('stops at the last wanted entry, and returns the total', async () => {
    const service = await openService({ entries: manyPosts(2100) });
    const orderOf = (...wanted: string[]) =>
      clientOf(service).fetchOrder('blogPost', new Set(wanted));
    const first = await orderOf('post-0002', 'post-0900');
    expect(first.total).toBe(2100);
    expect(first.entries).toHaveLength(1100);
    expect(first.entries[1]).toEqual({ id: 'post-0002', revision: 1 });
    expect((await orderOf('post-0100')).entries).toHaveLength(100);
    expect((await orderOf('nowhere')).entries).toHaveLength(2100);
    expect(service.requests).toHaveLength(6);
  });
});

describe('a read of changes', () => {
  test('returns all ids and revisions at first, then the changed ones', async () => {
    const service = await openService({
      entries: [post('one'), post('two'), resource('three')],
      assets: [asset('picture', 'square.png', 'image/png')],
    });
    const client = clientOf(service);
    const all = await client.fetchChanges(null);
    expect(all).toMatchObject({
      entries: new Map([
        ['one', { contentType: 'blogPost', revision: 1 }],
        ['two', { contentType: 'blogPost', revision: 1 }],
        ['three', { contentType: 'resource', revision: 1 }],
      ]),
      assets: new Map([['picture', 1]]),
      lostEntries: new Set(),
      lostAssets: new Set(),
    });
    service.publish(post('one'));
    service.unpublish('two');
    service.unpublishAsset('picture');
    const changed = await client.fetchChanges(all?.token ?? '');
    expect(changed).toMatchObject({
      entries: new Map([['one', { contentType: 'blogPost', revision: 2 }]]),
      assets: new Map(),
      lostEntries: new Set(['two']),
      lostAssets: new Set(['picture']),
    });
    const nothing = await client.fetchChanges(changed?.token ?? '');
    expect([nothing?.entries.size, nothing?.lostEntries.size]).toEqual([0, 0]);
  });

  test('reads all pages, in smaller ones when an answer is over 7 MB', async () => {
    const service = await openService({ entries: manyPosts(150, { excerpt: 'x'.repeat(60_000) }) });
    const client = clientOf(service);
    const all = await client.fetchChanges(null);
    expect(all?.entries.size).toBe(150);
    expect(service.requests.length).toBeLessThan(12);
    for (const entry of manyPosts(1200)) service.publish(entry);
    expect((await client.fetchChanges(all?.token ?? ''))?.entries.size).toBe(1200);
  });

  test.concurrent.for<Fault>([
    { kind: 'server-error', times: 2 },
    { kind: 'rate-limit', times: 1, reset: '1' },
    { kind: 'html', times: 1 },
    { kind: 'missing-items', times: 1 },
  ])('waits for $kind to pass', async (fault, { expect, onTestFinished }) => {
    const service = await openService({ entries: manyPosts(3) }, onTestFinished);
    await service.setFaults(fault);
    expect((await clientOf(service).fetchChanges(null))?.entries.size).toBe(3);
  });

  test.concurrent.for<Fault>([
    { kind: 'html' },
    { kind: 'cut-json' },
    { kind: 'missing-items' },
    { kind: 'too-big' },
  ])('is null when the answer cannot be used: $kind', async (fault, { expect, onTestFinished }) => {
    const service = await openService({ entries: manyPosts(3) }, onTestFinished);
    await service.setFaults(fault);
    expect(await clientOf(service).fetchChanges(null)).toBeNull();
  });

  test('is null at once for an unknown token, and without a Sync API', async () => {
    const service = await openService({ entries: manyPosts(3) });
    expect(await clientOf(service).fetchChanges('too-old')).toBeNull();
    expect(service.requests).toHaveLength(1);
    const elsewhere = createContentClient({ ...service.account, environment: 'elsewhere' });
    expect(await elsewhere.fetchChanges(null)).toBeNull();
  });

  test.concurrent.for<[Fault, RegExp]>([
    [{ kind: 'refuse' }, /refused the connection/],
    [{ kind: 'server-error' }, /answered with status 500/],
    [{ kind: 'rate-limit', reset: '0' }, /is over its rate limit/],
    [{ kind: 'hang' }, /did not finish within 1 seconds/],
  ])('fails when the service fails: %o', async ([fault, reason], { expect, onTestFinished }) => {
    const service = await openService({ entries: manyPosts(3) }, onTestFinished);
    await service.setFaults(fault);
    const deadline = fault.kind === 'hang' ? 600 : 20_000;
    const error = await failureOf(clientOf(service, deadline).fetchChanges(null));
    expect(error.message).toMatch(reason);
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(service.token);
  });
});

test('an error in our own page handler is no failure of the service', async () => {
  const service = await openService({ entries: manyPosts(3) });
  const fail = () => {
    throw new TypeError('ours');
  };
  await expect(clientOf(service).fetchPages('blogPost', fail)).rejects.toThrow(
    new TypeError('ours'),
  );
});
