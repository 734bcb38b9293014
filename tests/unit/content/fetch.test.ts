import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  startContentService,
  type ContentService,
  type FaultKind,
  type Space,
} from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/content/contentful/client.ts';
import {
  asset as embed,
  assetLink,
  doc,
  entry,
  entryLink,
  p,
} from '../../../src/content/fallback/document.ts';
import { createMediaStore } from '../../../src/content/pull/media/store.ts';
import { pull, type PullOptions } from '../../../src/content/pull/pull.ts';
import { snapshotFile } from '../../../src/content/snapshot/database.ts';
import { createRead } from '../../../src/content/snapshot/read.ts';
import {
  asset,
  images,
  link,
  manyPosts,
  openService,
  post,
  resource,
} from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { changeSnapshot, dumpSnapshot } from '../../fixtures/snapshot.ts';
import type { Order, Listing } from '../../../src/content/contentful/contract.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-06-15T12:00:00Z');
const dateAfter = (days: number) => new Date(start + days * day).toISOString();

/** A DATA_DIR; `name` is the folder of one snapshot in it. */
async function createData(onFinished = onTestFinished) {
  const folder = await createFolder(onFinished);
  const directoryOf = (name: string) => join(folder, name);
  return {
    directoryOf,
    pullInto: (name: string, service: ContentService, options: Partial<PullOptions> = {}) =>
      pull({
        client: createContentClient(service.account, { deadlineMs: 10_000 }),
        mediaStore: createMediaStore({
          directory: join(folder, 'media'),
          account: service.account,
        }),
        directory: directoryOf(name),
        onFailure: 'fail',
        now: new Date(start),
        acceptFewer: ['blogPost', 'resource'],
        ...options,
      }),
    readSnapshot: (name: string) => dumpSnapshot(directoryOf(name)),
  };
}

const seed = Number(process.env.SEED ?? 20_261_122);
// The full version: SYNC_RUNS=500.
const runs = Number(process.env.SYNC_RUNS ?? 6);

describe('pulls of changes', () => {
  const postIds = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
  const resourceIds = ['r1', 'r2', 'r3'];
  const assetIds = ['a1', 'a2'];
  const oneOf = (...ids: readonly string[]) => fc.constantFrom(...ids);
  const target = oneOf(...postIds, ...resourceIds, 'gone');
  const content = fc
    .array(
      fc.oneof(
        target.map((id) => entry(id)),
        target.map((id) => p(entryLink(id, 'read on'))),
        oneOf(...assetIds).map((id) => embed(id)),
        oneOf(...assetIds).map((id) => p(assetLink(id, 'file'))),
        oneOf('One word', 'Two words').map((text) => p(text)),
      ),
      { maxLength: 3 },
    )
    .map((blocks) => doc(...blocks));
  const title = oneOf('One', 'Two');
  const slug = oneOf('one', 'two', 'three', 'four', 'five', 'NOT USABLE');
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const postFields = fc.record({
    title,
    slug,
    excerpt: title,
    publishedDate: optional(fc.integer({ min: -4, max: 4 }).map(dateAfter)),
    featuredImage: optional(oneOf(...assetIds).map((id) => link('Asset', id))),
    content,
  });
  const resourceFields = fc.record({ title, slug, subtitle: title, content });

  const change = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('post'), oneOf(...postIds), postFields) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constant('resource'), oneOf(...resourceIds), resourceFields),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constant('asset'), oneOf(...assetIds), fc.record({ title })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constant('take back'),
        oneOf(...postIds, ...resourceIds, ...assetIds),
        fc.constant({}),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constant('a day passes'), fc.constant(''), fc.constant({})),
    },
  );

  test(`write the same snapshot as pulls of everything, for any space (seed ${seed}, ${runs} runs)`, async () => {
    const property = fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 0, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
      async (steps) => {
        const { pullInto, readSnapshot } = await createData();
        const service = await startContentService({ space: { entries: [], assets: [] }, images });
        let now = start;
        try {
          await pullInto('changes', service);
          for (const step of steps) {
            for (const [kind, id, fields] of step) {
              if (kind === 'post') service.publish(post(id, fields));
              if (kind === 'resource') service.publish(resource(id, fields));
              if (kind === 'asset')
                await service.publishAsset(asset(id, 'square.svg', 'image/svg+xml', fields));
              if (kind === 'take back') {
                service.unpublish(id);
                service.unpublishAsset(id);
              }
              if (kind === 'a day passes') now += day;
            }
            const { mode } = await pullInto('changes', service, { now: new Date(now) });
            expect(mode).toBe('changes');
            await pullInto('whole', service, { now: new Date(now), whole: true });
            expect(await readSnapshot('changes')).toEqual(await readSnapshot('whole'));
          }
        } finally {
          await service.close();
        }
      },
    );
    await fc.assert(property, { seed, numRuns: runs });
  }, 300_000);
});

const manyTexts = (count: number) =>
  manyPosts(count).map((one) => ({ ...one, fields: { ...one.fields, content: doc(p('Text')) } }));

/** In the address of a read by id. */
const byId = 'sys.id%5Bin%5D';

/** A service with some entries, and a snapshot that knows where the Sync API goes on. */
async function createPulled(space: Partial<Space> = {}, onFinished = onTestFinished) {
  const entries = [post('one', { content: doc(p('First')) }), post('two'), resource('guide')];
  const service = await openService({ entries, ...space }, onFinished);
  const data = await createData(onFinished);
  const pullNow = (options: Partial<PullOptions> = {}) =>
    data.pullInto('content', service, { onFailure: 'stale', acceptFewer: [], ...options });
  await pullNow();
  await pullNow();
  const { length } = service.requests;
  return {
    service,
    pullNow,
    read: createRead(data.directoryOf('content')),
    directory: data.directoryOf('content'),
    readSnapshot: () => data.readSnapshot('content'),
    /** What was asked since the snapshot was there. */
    getRequests: () => service.requests.slice(length).map((address) => address.split('/').at(-1)),
  };
}

const edited = (text: string) => post('one', { content: doc(p(text)) });

describe('a pull after a publish', () => {
  test('asks for the changes and reads the changed entry alone', async () => {
    const { service, pullNow, read, getRequests } = await createPulled();
    service.publish(edited('Second'));
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes', fetched: 1 });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
    expect(getRequests()).toEqual([
      expect.stringMatching(/^sync\?/),
      expect.stringMatching(/^entries\?sys\.id%5Bin%5D=one&/),
    ]);
  });

  test('asks for the beginning of the order when a post is new or has another date', async () => {
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

  test('reads one entry of 2,345 and one page of the order', async () => {
    const { service, pullNow, read, getRequests } = await createPulled({
      entries: manyTexts(2345),
    });
    service.publish(post('new', { publishedDate: '2026-06-01' }));
    expect(await pullNow()).toMatchObject({ mode: 'changes', fetched: 1, posts: 2346 });
    expect((await read({ type: 'post-list' })).status).toBe('loaded');
    expect(getRequests()).toHaveLength(3);
  });

  test('composes the entries again that link to the changed entry or asset', async () => {
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

  test('shows a post whose date has come, without any change of an entry', async () => {
    const { service, pullNow, read } = await createPulled();
    service.publish(post('later', { publishedDate: dateAfter(1), content: doc(p('Now')) }));
    await pullNow();
    expect(await read({ type: 'post', slug: 'later' })).toBeNull();
    const result = await pullNow({ now: new Date(start + day) });
    expect(result).toMatchObject({ changed: true, mode: 'changes', fetched: 1 });
    expect((await read({ type: 'post', slug: 'later' }))?.body.html).toBe('<p>Now</p>');
  });

  test('tries again to fetch a file that could not be fetched', async () => {
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

  test('refuses a sudden loss of entries like a pull of everything', async () => {
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

describe('an awaited event', () => {
  const awaitEvent = (id: string, revision: number | null, deleted = false) => ({
    events: [{ kind: 'Entry' as const, id, revision, deleted }],
  });

  test('delays the pull while caches show the entry of before', async () => {
    const { service, pullNow, read } = await createPulled();
    service.setLag(40);
    const { sys } = service.publish(edited('Second'));
    expect(await pullNow(awaitEvent('one', sys.revision))).toMatchObject({ mode: 'changes' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });

  /** Answers of a cache, each given once in place of what would be right. */
  interface Cached {
    entries?: (before: Listing, now: Listing) => Listing;
    linking?: (now: Listing) => Listing;
    order?: (before: Order, now: Order) => Order;
  }
  const cached: readonly [string, Cached][] = [
    ['the entry', { entries: ({ items }, { linked }) => ({ items, linked }) }],
    ['its picture', { entries: ({ linked }, { items }) => ({ items, linked }) }],
    [
      'no picture',
      { entries: (_, { items, linked }) => ({ items, linked: { ...linked, assets: new Map() } }) },
    ],
    ['no entry that links to it', { linking: (now) => ({ ...now, items: [] }) }],
    ['the order', { order: (before) => before }],
    ['an order of more entries', { order: (_, now) => ({ ...now, total: 3 }) }],
  ];

  test.for(cached)(
    'makes the pull ask again while a cache shows %s of before',
    async ([, answers]) => {
      const fields = { featuredImage: link('Asset', 'picture'), content: doc(p('Text')) };
      const picture = asset('picture', 'square.svg', 'image/svg+xml');
      const { service, pullNow, read, getRequests } = await createPulled({
        entries: [post('one', fields), post('two', { content: doc(p(entryLink('one', ''))) })],
        assets: [picture],
      });
      const client = createContentClient(service.account);
      const entriesBefore = await client.fetchEntriesById(['one']);
      const orderBefore = await client.fetchOrder('blogPost', new Set(['one']));
      service.publish(post('one', { ...fields, title: 'After', publishedDate: '2026-01-04' }));
      await service.publishAsset({ ...picture, fields: { ...picture.fields, title: 'New' } });

      let { entries, linking, order } = answers;
      await pullNow({
        client: {
          ...client,
          fetchEntriesById: async (ids) => {
            const now = await client.fetchEntriesById(ids);
            const answer = ids.includes('one')
              ? (entries?.(entriesBefore, now) ?? now)
              : (linking?.(now) ?? now);
            if (ids.includes('one')) entries = undefined;
            else linking = undefined;
            return answer;
          },
          fetchOrder: async (type, events) => {
            const now = await client.fetchOrder(type, events);
            const answer = order?.(orderBefore, now) ?? now;
            order = undefined;
            return answer;
          },
        },
      });
      const { posts } = await read({ type: 'slugs' });
      expect(posts.map(({ slug }) => slug)).toEqual(['two', 'one']);
      const found = await read({ type: 'post', slug: 'one' });
      expect(found).toMatchObject({ title: 'After', image: { alt: 'New' } });
      // Each round begins with a question to the Sync API.
      expect(getRequests().filter((address) => address?.startsWith('sync?'))).toHaveLength(2);
      expect(await pullNow({ whole: true })).toMatchObject({ changed: false });
    },
  );

  test('delays the pull after everything was read, too', async () => {
    const { service, pullNow, read } = await createPulled();
    service.setLag(40);
    const { sys } = service.publish(edited('Second'));
    const result = await pullNow({ ...awaitEvent('one', sys.revision), whole: true });
    expect(result).toMatchObject({ mode: 'whole' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });

  test('delays the pull when the entry is new or taken back, and when it is an asset', async () => {
    const { service, pullNow, read } = await createPulled();
    service.setLag(30);
    service.unpublish('two');
    await pullNow(awaitEvent('two', 1, true));
    expect(await read({ type: 'post', slug: 'two' })).toBeNull();
    service.publish(post('three'));
    await pullNow(awaitEvent('three', 1));
    expect(await read({ type: 'post', slug: 'three' })).not.toBeNull();
    const { sys } = await service.publishAsset(asset('picture', 'square.svg', 'image/svg+xml'));
    service.publish(post('one', { featuredImage: link('Asset', 'picture') }));
    await pullNow({
      events: [{ kind: 'Asset', id: 'picture', revision: sys.revision, deleted: false }],
    });
    expect((await pullNow(awaitEvent('one', 2))).posts).toBe(2);
    expect((await read({ type: 'post', slug: 'one' }))?.image?.src).toMatch(/^\/media\//);
  });

  test('does not delay the pull when an earlier pull saw it, or a later event replaced it', async () => {
    const { service, pullNow, getRequests } = await createPulled();
    service.publish(edited('Second'));
    service.publish(post('brief'));
    service.unpublish('brief');
    service.unpublish('two');
    await pullNow();
    const seen = getRequests().length;
    await pullNow({
      events: [
        ...awaitEvent('one', 2).events,
        ...awaitEvent('two', 1, true).events,
        ...awaitEvent('brief', 1).events,
        ...awaitEvent('brief', 1, true).events,
      ],
    });
    expect(getRequests().length - seen).toBe(1);
  });

  test('is left to the next pull when the time for waiting ends', async () => {
    const { service, pullNow, read } = await createPulled();
    service.publish(edited('Second'));
    const result = await pullNow({ ...awaitEvent('never', 1), patience: 500 });
    expect(result).toMatchObject({ outcome: 'fresh', changed: true, mode: 'changes' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });
});

describe('a pull reads everything again', () => {
  const pullsWhole = async (
    damage: (pulled: Awaited<ReturnType<typeof createPulled>>) => unknown,
    options: Partial<PullOptions> = {},
    onFinished = onTestFinished,
  ) => {
    const pulled = await createPulled({}, onFinished);
    await damage(pulled);
    pulled.service.publish(edited('Second'));
    const { pullNow, directory } = pulled;
    const read = createRead(directory);
    expect(await pullNow(options)).toMatchObject({ outcome: 'fresh', mode: 'whole', fetched: 3 });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
    // The next one knows what changed again.
    pulled.service.publish(edited('Third'));
    await pulled.service.setFaults();
    expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', fetched: 1 });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Third</p>');
  };
  const change =
    (sql: string) =>
    ({ directory }: { directory: string }) =>
      changeSnapshot(directory, sql);

  test('on demand', () => pullsWhole(() => undefined, { whole: true }));

  test.for([
    [
      'the token is of another service',
      change("UPDATE meta SET value = 'old' WHERE key = 'token'"),
    ],
    [
      'the snapshot is of another account or other code',
      change("UPDATE meta SET value = 'x' || value WHERE key = 'owner'"),
    ],
    ['the snapshot is of another version', change('PRAGMA user_version = 999')],
    [
      'the snapshot is damaged',
      ({ directory }: { directory: string }) =>
        writeFile(join(directory, snapshotFile), 'no database'),
    ],
    [
      'the snapshot is lost',
      ({ directory }: { directory: string }) => rm(directory, { recursive: true }),
    ],
  ] as const)('when %s', async ([, damage]) => pullsWhole(damage));

  // What takes long in these is the wait before another try.
  test.concurrent.for(['html', 'cut-json', 'missing-items', 'empty-items', 'too-big'] as const)(
    'when the Sync API answers with %s',
    async (kind, { onTestFinished }) =>
      pullsWhole(({ service }) => service.setFaults({ kind, path: '/sync' }), {}, onTestFinished),
  );

  test('when an entry is never shown in its reported revision', async () => {
    const { service, pullNow, read } = await createPulled();
    service.publish(edited('Second'));
    await service.setFaults({ kind: 'empty-items', path: byId });
    expect(await pullNow({ patience: 300 })).toMatchObject({ outcome: 'fresh', mode: 'whole' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });

  test('when more than a thousand entries changed', async () => {
    const { service, pullNow, getRequests } = await createPulled({ entries: manyTexts(1100) });
    for (const one of manyTexts(1100)) service.publish(one);
    expect(await pullNow()).toMatchObject({ mode: 'whole', fetched: 1100 });
    expect(getRequests().some((address) => address?.includes(byId))).toBe(false);
  });

  test('when more than a thousand entries link to one that changed', async () => {
    const linking = manyPosts(1001, { content: doc(p(entryLink('hub', ''))) });
    const { service, pullNow } = await createPulled({ entries: [...linking, post('hub')] });
    service.publish(post('hub', { title: 'After' }));
    expect(await pullNow()).toMatchObject({ mode: 'whole', changed: true });
  });
});

describe('when the content service fails', () => {
  const at = (path: string, ...kinds: readonly FaultKind[]) =>
    kinds.map((kind) => ({ kind, path }));

  // client.test.ts knows every fault; here is one of each way to fail, at each step of a pull.
  test.concurrent.for([
    ...at('/', 'refuse', 'drip'),
    ...at('/sync', 'reset', 'server-error'),
    ...at(byId, 'unauthorized', 'cut-json', 'short-page'),
  ])(
    '$kind at $path: the last good snapshot stays, to the byte, and the next pull has all',
    async ({ kind, path }, { onTestFinished }) => {
      const { service, pullNow, readSnapshot, read } = await createPulled({}, onTestFinished);
      const before = await readSnapshot();
      service.publish(edited('Second'));
      await service.setFaults({ kind, path });
      const client = createContentClient(service.account, { deadlineMs: 300 });
      expect(await pullNow({ client })).toMatchObject({ outcome: 'stale', changed: false });
      expect(await readSnapshot()).toEqual(before);
      await service.setFaults();
      expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', fetched: 1 });
      expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
    },
  );

  test('a pull of changes alone restores degraded lists', async () => {
    const { service, pullNow, read } = await createPulled();
    await service.setFaults({ kind: 'unauthorized' });
    await pullNow({ onFailure: 'degrade' });
    expect(await read({ type: 'post-list' })).toEqual({ status: 'failed' });
    await service.setFaults();
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes', fetched: 0 });
    expect(await read({ type: 'post-list' })).toMatchObject({
      status: 'loaded',
      total: 2,
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
