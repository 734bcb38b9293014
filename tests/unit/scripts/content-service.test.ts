/** What Contentful refuses, the content service of the tests refuses too; client.test.ts reads from it. */
import { createClient } from 'contentful';
import { expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { link, openService, post } from '../../fixtures/content.ts';

const connect = (service: ContentService, changes: Partial<ContentService['account']> = {}) => {
  const { spaceId, deliveryToken, environment, host } = { ...service.account, ...changes };
  const account = { space: spaceId, accessToken: deliveryToken, environment, host };
  return createClient({ ...account, insecure: true, retryOnError: false });
};

test.for<[string, object]>([
  ['InvalidQuery', { 'fields.slug': 'x' }],
  ['InvalidQuery', { content_type: 'blogPost', 'fields.nothing': 'x' }],
  ['InvalidQuery', { content_type: 'nothing' }],
  ['BadRequest', { content_type: 'blogPost', order: ['fields.excerpt'] }],
  ['BadRequest', { limit: 1001 }],
])('the official client is refused by %s for %j', async ([name, query]) => {
  const client = connect(await openService());
  await expect(client.getEntries(query)).rejects.toThrow(expect.objectContaining({ name }));
});

test('the official client is refused with another token, space or environment, and with a forged token of changes', async () => {
  const service = await openService();
  const read = (changes: object) => connect(service, changes).getEntries();
  await expect(read({ deliveryToken: 'wrong' })).rejects.toThrow('401');
  await expect(read({ spaceId: 'other' })).rejects.toThrow('404');
  await expect(read({ environment: 'other' })).rejects.toThrow('404');
  await expect(connect(service).sync({ nextSyncToken: 'forged' })).rejects.toThrow('400');
});

test('the official client finds a post by any slug, and a link to nothing stays a link', async () => {
  const slug = 'a,b&c=d é';
  const content = [link('Entry', 'second'), link('Asset', 'gone')];
  const entries = [post('first', { slug, content }), post('second')];
  const client = connect(await openService({ entries }));
  const { items } = await client.getEntries({ content_type: 'blogPost', 'fields.slug': slug });
  expect(items.map(({ fields }) => fields)).toMatchObject([
    { content: [{ sys: { type: 'Entry' } }, { sys: { type: 'Link', id: 'gone' } }] },
  ]);
});
