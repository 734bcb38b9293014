/** The content service of the tests answers Contentful's own client as Contentful does. */
import { createClient } from 'contentful';
import { describe, expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { asset, link, openService, post, resource } from '../../fixtures/content.ts';

const connect = (service: ContentService, changes: Partial<ContentService['account']> = {}) => {
  const { spaceId, deliveryToken, environment, host } = { ...service.account, ...changes };
  const account = { space: spaceId, accessToken: deliveryToken, environment, host };
  return createClient({ ...account, insecure: true, retryOnError: false });
};

async function open() {
  const service = await openService({
    entries: [
      post('first', { publishedDate: '2026-03-01', tags: ['crm', 'growth'] }),
      post('second', {
        publishedDate: '2026-03-02T23:30:00-05:00',
        featuredImage: link('Asset', 'png'),
        content: [link('Entry', 'first'), link('Asset', 'gone')],
      }),
      post('third', { publishedDate: '2026-03-03T01:00:00Z', slug: 'a,b&c=d é' }),
      post('undated', { publishedDate: undefined }),
      resource('guide'),
    ],
    assets: [asset('png', 'square.png', 'image/png')],
  });
  return { service, client: connect(service) };
}

const ids = ({ items }: { items: readonly { sys: { id: string } }[] }) =>
  items.map(({ sys }) => sys.id);

describe('the official client reads', () => {
  const blog = { content_type: 'blogPost', order: ['sys.id'] };
  test.for<[string, object, string[]]>([
    [
      'posts by time, those without a date last',
      { content_type: 'blogPost', order: ['-fields.publishedDate', 'sys.id'] },
      ['second', 'third', 'first', 'undated'],
    ],
    ['a post by its slug', { content_type: 'blogPost', 'fields.slug': 'a,b&c=d é' }, ['third']],
    ['a page of a list', { order: ['sys.id'], limit: 2, skip: 1 }, ['guide', 'second']],
    ['posts by id', { ...blog, 'sys.id[in]': 'first,third' }, ['first', 'third']],
  ])('%s', async ([, query, expected]) => {
    expect(ids(await (await open()).client.getEntries(query))).toEqual(expected);
  });

  test('only the selected parts of sys', async () => {
    const { client } = await open();
    const select = ['sys.id', 'sys.revision'] as const;
    const { items } = await client.getEntries({ 'sys.id': 'first', select: [...select] });
    expect(items).toEqual([{ sys: { id: 'first', type: 'Entry', revision: 1 } }]);
  });

  test('linked entries and assets, and an unresolvable link as a link', async () => {
    const { items } = await (await open()).client.getEntries({ 'sys.id': 'second' });
    expect(items[0]?.fields).toMatchObject({
      featuredImage: { sys: { type: 'Asset' }, fields: { title: 'Title of png' } },
      content: [
        { sys: { type: 'Entry' }, fields: { title: 'Title of first' } },
        { sys: { type: 'Link', id: 'gone' } },
      ],
    });
  });

  test('everything at first, then changes and deletions only', async () => {
    const { service, client } = await open();
    const initial = await client.sync({ initial: true, limit: 2 });
    expect([initial.entries.length, initial.assets.length]).toEqual([5, 1]);
    service.publish(post('first', { title: 'Again' }));
    service.publish(post('first', { title: 'Once more' }));
    service.unpublish('guide');
    const delta = await client.sync({ nextSyncToken: initial.nextSyncToken ?? '' });
    expect(delta.entries).toMatchObject([
      { sys: { revision: 3 }, fields: { title: { 'en-US': 'Once more' } } },
    ]);
    expect(delta.deletedEntries).toMatchObject([
      { sys: { type: 'DeletedEntry', id: 'guide', contentType: { sys: { id: 'resource' } } } },
    ]);
    expect(service.publish(resource('guide')).sys.revision).toBe(2);
    const { entries, deletedEntries } = await client.sync({
      nextSyncToken: delta.nextSyncToken ?? '',
    });
    expect([ids({ items: entries }), deletedEntries]).toEqual([['guide'], []]);
  });
});

describe('the official client is refused', () => {
  test.for<[object, string]>([
    [{ 'fields.slug': 'x' }, 'InvalidQuery'],
    [{ content_type: 'blogPost', 'fields.nothing': 'x' }, 'InvalidQuery'],
    [{ content_type: 'nothing' }, 'InvalidQuery'],
    [{ content_type: 'blogPost', order: ['fields.excerpt'] }, 'InvalidQuery'],
    [{ limit: 1001 }, 'BadRequest'],
  ])('the query %j: %s', async ([query, id]) => {
    await expect((await open()).client.getEntries(query)).rejects.toThrow(
      expect.objectContaining({ name: id }),
    );
  });

  test('another token, space or environment, and a token of changes that is not ours', async () => {
    const { service, client } = await open();
    const read = (changes: object) => connect(service, changes).getEntries();
    await expect(read({ deliveryToken: 'wrong' })).rejects.toThrow('401');
    await expect(read({ spaceId: 'other' })).rejects.toThrow('Space');
    await expect(read({ environment: 'other' })).rejects.toThrow('Environment');
    await expect(client.sync({ nextSyncToken: 'forged' })).rejects.toThrow('400');
  });

  test('an answer over 7 MB', async () => {
    const excerpt = 'x'.repeat(1_000_000);
    const entries = Array.from({ length: 8 }, (_, index) => post(`long-${index}`, { excerpt }));
    const client = connect(await openService({ entries }));
    await expect(client.getEntries()).rejects.toThrow('Maximum allowed response size: 7340032B.');
    expect((await client.getEntries({ limit: 4 })).items).toHaveLength(4);
  });
});
