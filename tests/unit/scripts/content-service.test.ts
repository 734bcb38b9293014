import { fileURLToPath } from 'node:url';
import { createClient } from 'contentful';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  startContentService,
  type ContentService,
  type RawAsset,
  type RawEntry,
  type Space,
} from '../../../scripts/content-service/service.ts';

const images = fileURLToPath(new URL('../../fixtures/images/', import.meta.url));

const entryOf = (contentType: string, id: string, fields: RawEntry['fields']): RawEntry => ({
  sys: { id, contentType: { sys: { id: contentType } } },
  fields,
});
const post = (id: string, fields: RawEntry['fields']) =>
  entryOf('blogPost', id, { title: id, slug: id, ...fields });
const link = (linkType: 'Entry' | 'Asset', id: string) => ({
  sys: { type: 'Link', linkType, id },
});
const asset = (id: string, fileName: string, contentType: string): RawAsset => ({
  sys: { id },
  fields: { title: id, file: { fileName, contentType } },
});

const space: Space = {
  entries: [
    post('first', { publishedDate: '2026-03-01', tags: ['crm', 'growth'], excerpt: 'One' }),
    post('second', {
      publishedDate: '2026-03-02T23:30:00-05:00',
      featuredImage: link('Asset', 'png'),
      content: {
        nodeType: 'document',
        data: {},
        content: [
          {
            nodeType: 'embedded-entry-block',
            data: { target: link('Entry', 'first') },
            content: [],
          },
          {
            nodeType: 'embedded-asset-block',
            data: { target: link('Asset', 'gone') },
            content: [],
          },
        ],
      },
    }),
    post('third', { publishedDate: '2026-03-03T01:00:00Z', slug: 'a,b&c=d é' }),
    post('undated', {
      content: {
        entry: link('Entry', 'second'),
        assets: ['jpeg', 'svg', 'pdf', 'lost'].map((id) => link('Asset', id)),
      },
    }),
    entryOf('resource', 'guide', { title: 'Guide', slug: 'guide' }),
  ],
  assets: [
    asset('png', 'square.png', 'image/png'),
    asset('jpeg', 'square.jpg', 'image/jpeg'),
    asset('svg', 'square.svg', 'image/svg+xml'),
    asset('pdf', 'checklist.pdf', 'application/pdf'),
    asset('lost', 'nowhere.png', 'image/png'),
  ],
};

let service: ContentService;

beforeAll(async () => {
  service = await startContentService({ space, images });
});
afterAll(() => service.close());

type ClientParameters = Parameters<typeof createClient>[0];

const connect = (to: ContentService, parameters: Partial<ClientParameters> = {}) =>
  createClient({
    space: to.spaceId,
    accessToken: to.token,
    environment: to.environment,
    host: to.host,
    insecure: true,
    retryOnError: false,
    ...parameters,
  });

/** Sends a plain request, for cases that the official client cannot send. */
async function request(path: string, token = service.token) {
  const base = `http://${service.host}/spaces/${service.spaceId}/environments/master`;
  const response = await fetch(`${base}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body };
}

const ids = ({ items }: { items: readonly { sys: { id: string } }[] }) =>
  items.map(({ sys }) => sys.id);

describe('the official client reads', () => {
  test('a list of one content type, newest first, an entry without a date last', async () => {
    const posts = await connect(service).getEntries({
      content_type: 'blogPost',
      order: ['-fields.publishedDate', 'sys.id'],
    });
    expect(ids(posts)).toEqual(['second', 'third', 'first', 'undated']);
    expect(posts).toMatchObject({ total: 4, skip: 0, limit: 100 });
    expect(service.requests.at(-1)).toContain('order=-fields.publishedDate%2Csys.id');
  });

  test('one entry by its slug, with any characters', async () => {
    const found = await connect(service).getEntries({
      content_type: 'blogPost',
      'fields.slug': 'a,b&c=d é',
      limit: 1,
    });
    expect(ids(found)).toEqual(['third']);
  });

  test('page after page, up to the total', async () => {
    const order = ['sys.id'] as const;
    const client = connect(service);
    const first = await client.getEntries({ order: [...order], limit: 3 });
    const second = await client.getEntries({ order: [...order], limit: 3, skip: 3 });
    expect(first.total).toBe(5);
    expect([...ids(first), ...ids(second)]).toEqual([
      'first',
      'guide',
      'second',
      'third',
      'undated',
    ]);
  });

  test.for([
    ['fields.tags', 'crm', ['first']],
    ['sys.id[in]', 'first,third', ['first', 'third']],
  ] as const)('the entries whose %s is %s', async ([name, value, expected]) => {
    const found = await connect(service).getEntries({
      content_type: 'blogPost',
      order: ['sys.id'],
      [name]: value,
    });
    expect(ids(found)).toEqual(expected);
  });

  test('only the selected parts of sys', async () => {
    const { items } = await connect(service).getEntries({
      content_type: 'blogPost',
      'sys.id': 'first',
      select: ['sys.id', 'sys.revision'],
    });
    expect(items).toEqual([{ sys: { id: 'first', type: 'Entry', revision: 1 } }]);
  });

  test('linked entries and assets, resolved, and an unresolvable link left as a link', async () => {
    const { items } = await connect(service).getEntries({ 'sys.id': 'second' });
    expect(items[0]?.fields).toMatchObject({
      featuredImage: { sys: { type: 'Asset', id: 'png' }, fields: { title: 'png' } },
      content: {
        content: [
          { data: { target: { sys: { type: 'Entry' }, fields: { title: 'first' } } } },
          { data: { target: { sys: { type: 'Link', id: 'gone' } } } },
        ],
      },
    });
  });

  test('the space, its locales and its content types', async () => {
    const client = connect(service);
    expect((await client.getSpace()).sys.id).toBe(service.spaceId);
    expect((await client.getLocales()).items[0]).toMatchObject({ code: 'en-US', default: true });
    expect(ids(await client.getContentTypes())).toEqual(['blogPost', 'resource']);
  });

  test('everything at first, then changes and deletions only', async () => {
    const other = await startContentService({ space, images });
    onTestFinished(() => other.close());
    const client = connect(other);
    const initial = await client.sync({ initial: true, limit: 2 });
    expect(initial.entries).toHaveLength(5);
    expect(initial.assets).toHaveLength(5);
    expect(initial.deletedEntries).toEqual([]);
    expect(initial.entries[0]?.fields).toMatchObject({ title: { 'en-US': 'first' } });

    other.publish(post('first', { title: 'First, again' }));
    other.publish(post('first', { title: 'First, once more' }));
    other.unpublish('third');
    const delta = await client.sync({ nextSyncToken: initial.nextSyncToken ?? '' });
    expect(delta.entries.map(({ fields }) => fields)).toMatchObject([
      { title: { 'en-US': 'First, once more' } },
    ]);
    expect(delta.entries[0]?.sys.revision).toBe(3);
    expect(ids({ items: delta.deletedEntries })).toEqual(['third']);

    const nothing = await client.sync({ nextSyncToken: delta.nextSyncToken ?? '' });
    expect([nothing.entries, nothing.deletedEntries]).toEqual([[], []]);
    const again = await client.sync({ initial: true });
    expect([again.entries.length, again.deletedEntries.length]).toEqual([4, 0]);
  });

  test('a republished entry with its next revision, an unpublished one with its content type', async () => {
    const other = await startContentService({ space, images });
    onTestFinished(() => other.close());
    const client = connect(other);
    const { nextSyncToken = '' } = await client.sync({ initial: true });
    other.unpublish('guide');
    const { deletedEntries } = await client.sync({ nextSyncToken });
    expect(deletedEntries).toMatchObject([
      { sys: { type: 'DeletedEntry', id: 'guide', contentType: { sys: { id: 'resource' } } } },
    ]);
    expect(other.publish(entryOf('resource', 'guide', {})).sys.revision).toBe(2);
    const { entries, deletedEntries: gone } = await client.sync({ nextSyncToken });
    expect([ids({ items: entries }), gone]).toEqual([['guide'], []]);
  });

  test('changes for a token of this process only', async () => {
    const [one, other] = [
      await startContentService({ space }),
      await startContentService({ space }),
    ];
    onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => undefined));
    const { nextSyncToken = '' } = await connect(one).sync({ initial: true });
    await connect(other).sync({ initial: true });
    await expect(connect(other).sync({ nextSyncToken })).rejects.toThrow('400');
  });
});

describe('the answer itself', () => {
  test('has the media type of the Delivery API, with linked items and errors beside the items', async () => {
    const { headers, body } = await request('/entries?sys.id=second');
    expect(headers.get('content-type')).toBe('application/vnd.contentful.delivery.v1+json');
    expect(body).toMatchObject({
      sys: { type: 'Array' },
      total: 1,
      items: [{ sys: { id: 'second', contentType: { sys: { id: 'blogPost' } }, locale: 'en-US' } }],
      includes: { Entry: [{ sys: { id: 'first' } }], Asset: [{ sys: { id: 'png' } }] },
      errors: [
        {
          sys: { id: 'notResolvable', type: 'error' },
          details: { type: 'Link', linkType: 'Asset', id: 'gone' },
        },
      ],
    });
  });

  test.for([
    ['/entries?fields.slug=x', 400, 'InvalidQuery'],
    ['/entries?content_type=blogPost&fields.nothing=x', 400, 'InvalidQuery'],
    ['/entries?content_type=nothing', 400, 'InvalidQuery'],
    ['/entries?colour=blue', 400, 'InvalidQuery'],
    ['/entries?content_type=blogPost&order=fields.excerpt', 400, 'InvalidQuery'],
    ['/entries?order=fields.title', 400, 'InvalidQuery'],
    ['/entries?limit=-1', 400, 'InvalidQuery'],
    ['/entries?limit=1001', 400, 'BadRequest'],
    ['/entries?include=2', 400, 'BadRequest'],
    ['/entries?select=fields.title', 400, 'InvalidQuery'],
    ['/sync', 400, 'BadRequest'],
    ['/sync?sync_token=forged', 400, 'BadRequest'],
    ['/entries/first', 404, 'NotFound'],
    ['/nothing', 404, 'NotFound'],
    ['/entries/%E0%A4%A', 400, 'BadRequest'],
  ] as const)('to %s is %i %s', async ([path, status, id]) => {
    const answer = await request(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      sys: { type: 'Error', id },
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  test('to a wrong token is 401, to another space or environment 404', async () => {
    expect(await request('/entries', 'wrong')).toMatchObject({
      status: 401,
      body: { sys: { id: 'AccessTokenInvalid' } },
    });
    await expect(connect(service, { space: 'other' }).getEntries()).rejects.toThrow('Space');
    await expect(connect(service, { environment: 'other' }).getEntries()).rejects.toThrow(
      'Environment',
    );
  });

  test('may not be larger than 7 MB', async () => {
    const other = await startContentService({
      space: {
        entries: Array.from({ length: 8 }, (_, n) =>
          post(`long-${String(n)}`, { excerpt: 'x'.repeat(1_000_000) }),
        ),
        assets: [],
      },
    });
    onTestFinished(() => other.close());
    await expect(connect(other).getEntries()).rejects.toThrow(
      /Response size too big, was: \d+B\. Maximum allowed response size: 7340032B\./,
    );
    expect((await connect(other).getEntries({ limit: 4 })).items).toHaveLength(4);
  });
});
