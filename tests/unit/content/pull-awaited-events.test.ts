import { describe, expect, test } from 'vitest';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { doc, entryLink, p } from '../../../src/engine/content/fallback/document.ts';
import { asset, link, post } from '../../fixtures/content.ts';
import type { Order, Listing } from '../../../src/engine/content/contentful/contract.ts';
import { createPulled, edited } from './pulled-snapshot.ts';

describe('an awaited event', () => {
  const awaitEvent = (id: string, revision: number | null, deleted = false) => ({
    events: [{ kind: 'Entry' as const, id, revision, deleted }],
  });

  test('delays the pull while caches show the previous entry', async () => {
    const { service, pullNow, read } = await createPulled();
    service.setLag(40);
    const { sys } = service.publish(edited('Second'));
    expect(await pullNow(awaitEvent('one', sys.revision))).toMatchObject({ mode: 'changes' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });

  /** Outdated answers of a cache, each given once instead of the right answer. */
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
    'makes the pull repeat its requests while a cache shows the previous %s',
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
      // Each round begins with a request to the Sync API.
      expect(getRequests().filter((address) => address?.startsWith('sync?'))).toHaveLength(2);
      expect(await pullNow({ whole: true })).toMatchObject({ changed: false });
    },
  );

  test('also delays a pull of everything', async () => {
    const { service, pullNow, read } = await createPulled();
    service.setLag(40);
    const { sys } = service.publish(edited('Second'));
    const result = await pullNow({ ...awaitEvent('one', sys.revision), whole: true });
    expect(result).toMatchObject({ mode: 'whole' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });

  test('delays the pull for a new entry, for an entry taken back, and for an asset', async () => {
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

  test('does not delay the pull after an earlier pull saw the event, or a later event replaced it', async () => {
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

  test('is left to the next pull when the patience ends', async () => {
    const { service, pullNow, read } = await createPulled();
    service.publish(edited('Second'));
    const result = await pullNow({ ...awaitEvent('never', 1), patience: 500 });
    expect(result).toMatchObject({ outcome: 'fresh', changed: true, mode: 'changes' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });
});
