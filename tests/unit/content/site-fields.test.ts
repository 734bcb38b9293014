/** A space that existed before the site, made by Contentful's blog starter. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { doc, p } from '#data/built-in/document.ts';
import { posts } from '#collections/posts.ts';
import { asset, link, openService } from '../../fixtures/content.ts';
import { createPulled, createSite } from './pulled.ts';

const names = [
  [posts.fields.content, 'body'],
  [posts.fields.excerpt, 'description'],
  [posts.fields.featuredImage, 'heroImage'],
  [posts.fields.publishedDate, 'publishDate'],
] as const;
beforeAll(() => {
  for (const [field, idInSpace] of names) Object.assign(field, { idInSpace });
});
afterAll(() => {
  for (const [field] of names) Reflect.deleteProperty(field, 'idInSpace');
});

const entryOf = (type: string, id: string, fields: Record<string, unknown>) => ({
  sys: { id, contentType: { sys: { id: type } } },
  fields,
});
const person = (name: string) => entryOf('person', 'ann', { name, title: 'Writer' });
const starterPost = (id: string, fields: Record<string, unknown> = {}) =>
  entryOf('blogPost', id, {
    title: `Title of ${id}`,
    slug: id,
    description: 'In short.',
    body: 'First paragraph.\n\nSecond paragraph.',
    author: link('Entry', 'ann'),
    heroImage: link('Asset', 'picture'),
    publishDate: '2026-01-05',
    ...fields,
  });

const openStarter = () =>
  createPulled({
    entries: [
      person('Ann Author'),
      entryOf('longText', 'text', { internalName: 'x', text: doc(p('From a linked text.')) }),
      starterPost('older', { body: link('Entry', 'text') }),
      starterPost('newer', { publishDate: '2026-02-05', author: link('Entry', 'nobody') }),
    ],
    assets: [asset('picture', 'hill.svg', 'image/svg+xml')],
  });

test('fields get the site’s names, and links to entries become their text, also after it changed', async () => {
  const { service, pulled, pullNow, read } = await openStarter();
  const older = await read({ type: 'item', collection: 'posts', slug: 'older' });
  expect(older?.record).toMatchObject({
    author: 'Ann Author',
    excerpt: 'In short.',
    publishedDate: '2026-01-05',
    featuredImage: { alt: 'Title of picture' },
  });
  expect(JSON.stringify(older)).toContain('From a linked text.');
  const newer = JSON.stringify(await read({ type: 'item', collection: 'posts', slug: 'newer' }));
  expect(newer).toContain('<p>First paragraph.</p><p>Second paragraph.</p>');
  expect(pulled.problems).toContainEqual(
    expect.objectContaining({ entryId: 'newer', field: 'author' }),
  );
  await pullNow();
  service.publish(person('Ann Married'));
  expect(await pullNow()).toMatchObject({ mode: 'changes', changes: {} });
  expect(await read({ type: 'item', collection: 'posts', slug: 'older' })).toHaveProperty(
    'record.author',
    'Ann Married',
  );
});

test('posts are read from a type with another id, and a missing type has no entries', async () => {
  Object.assign(posts, { idInSpace: 'article' });
  onTestFinished(() => void Reflect.deleteProperty(posts, 'idInSpace'));
  const service = await openService({
    entries: [starterPost('one')],
    contentTypes: [{ sys: { id: 'article' } }],
  });
  const { pullFrom } = await createSite();
  expect(await pullFrom(service)).toMatchObject({
    outcome: 'fresh',
    counts: { posts: 1, resources: 0 },
  });
  service.publish(starterPost('two'));
  expect(await pullFrom(service)).toMatchObject({ mode: 'changes', counts: { posts: 2 } });
});
