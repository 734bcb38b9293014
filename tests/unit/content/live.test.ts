import { describe, expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import {
  asset as embed,
  doc,
  entryLink,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { createLiveContent } from '../../../src/engine/content/live.ts';
import { asset, link, manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { ContentServiceError } from '../../../src/engine/content/contentful/failure.ts';

const liveOf = (service: ContentService) =>
  createLiveContent({
    client: createContentClient(service.account, { deadlineMs: 1500 }),
    getNow: () => new Date('2026-06-15T12:00:00Z'),
  });

describe('a live post', () => {
  test("is rendered like a built post, with files at the content service's address", async () => {
    const service = await openService({
      entries: [
        post('new', {
          featuredImage: link('Asset', 'picture'),
          content: doc(p('See ', entryLink('other', 'this')), embed('picture')),
        }),
        post('other', { slug: 'other-one' }),
      ],
      assets: [asset('picture', 'square.png', 'image/png')],
    });
    const found = await liveOf(service).fetchPost('new');
    const address = `http://${service.host}/asset-files/picture/1/square.png`;
    expect(found).toMatchObject({ slug: 'new', image: { src: address, alt: 'Title of picture' } });
    expect(found?.body.html).toContain('<p>See <a href="/blog/other-one">this</a></p>');
    expect(found?.body.html).toContain(`src="${address}"`);
    expect(service.requests).toHaveLength(1);
  });

  test('is null for an unknown entry, before its date, and for an unusable slug', async () => {
    const service = await openService({
      entries: [post('later', { publishedDate: '2026-07-01' }), post('odd', { slug: 'thank-you' })],
    });
    const live = liveOf(service);
    expect(await live.fetchPost('none')).toBeNull();
    expect(await live.fetchPost('later')).toBeNull();
    const asked = service.requests.length;
    for (const slug of ['thank-you', '../x', '', 'Upper'])
      expect(await live.fetchPost(slug)).toBeNull();
    expect(service.requests).toHaveLength(asked);
  });

  test('fails when the service fails', async () => {
    const service = await openService();
    await service.setFaults({ kind: 'unauthorized' });
    await expect(liveOf(service).fetchPost('new')).rejects.toThrow(ContentServiceError);
    await expect(liveOf(service).fetchPosts()).rejects.toThrow(ContentServiceError);
  });
});

test('the live list has the due posts in received order', async () => {
  const service = await openService({
    entries: [...manyPosts(3), post('later', { publishedDate: '2026-07-01' })],
  });
  const posts = await liveOf(service).fetchPosts();
  expect(posts.map(({ slug }) => slug)).toEqual(['post-0001', 'post-0002', 'post-0003']);
  expect(posts[0]).not.toHaveProperty('content');
});

describe('a live resource', () => {
  test('comes from the content service, or else is the built-in resource with this slug, or else null', async () => {
    const service = await openService({
      entries: [resource('guide'), resource('mine', { slug: 'growth-playbook', title: 'Mine' })],
    });
    const live = liveOf(service);
    expect((await live.fetchResource('growth-playbook'))?.title).toBe('Mine');
    expect((await live.fetchResource('tech-stack-guide'))?.readTime).toBe('12 min');
    expect(await live.fetchResource('none')).toBeNull();
    expect((await live.fetchResources()).map(({ slug }) => slug)).toEqual([
      'guide',
      'growth-playbook',
    ]);
  });

  test('is the built-in resource during an outage, or else an error', async () => {
    const service = await openService();
    const live = liveOf(service);
    expect((await live.fetchResources()).map(({ id }) => id)).toContain('ai-implementation');
    await service.setFaults({ kind: 'refuse' });
    expect((await live.fetchResource('growth-playbook'))?.type).toBe('Playbook');
    await expect(live.fetchResource('none')).rejects.toThrow(ContentServiceError);
    await expect(live.fetchResources()).rejects.toThrow(ContentServiceError);
  });
});
