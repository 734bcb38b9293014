/** What Contentful refuses, the content service of the tests refuses too; client.test.ts reads from it. */
import { createClient } from 'contentful';
import { expect, test } from 'vitest';
import { openService } from '../../fixtures/content.ts';

test.for<[string, object]>([
  ['InvalidQuery', { 'fields.slug': 'x' }],
  ['InvalidQuery', { content_type: 'blogPost', 'fields.nothing': 'x' }],
  ['InvalidQuery', { content_type: 'nothing' }],
  ['BadRequest', { content_type: 'blogPost', order: ['fields.excerpt'] }],
  ['BadRequest', { limit: 1001 }],
])('the official client is refused by %s for %j', async ([name, query]) => {
  const { spaceId: space, deliveryToken: accessToken, host } = (await openService()).account;
  const client = createClient({ space, accessToken, host, insecure: true, retryOnError: false });
  await expect(client.getEntries(query)).rejects.toThrow(expect.objectContaining({ name }));
});
