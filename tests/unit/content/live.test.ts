import { expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import {
  asset as embed,
  doc,
  entryLink,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { createFetchLive, type LiveAddress } from '../../../src/engine/content/live.ts';
import { asset, link, manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { siteUrl } from './pulled.ts';
import { ContentServiceError } from '../../../src/engine/content/contentful/failure.ts';

/** What the API answers for an address; null for an unknown item. */
const liveOf = (service: ContentService) => {
  const client = createContentClient(service.account, { deadlineMs: 1500 });
  const fetchLive = createFetchLive(client, siteUrl, () => new Date('2026-06-15T12:00:00Z'));
  return async (list: LiveAddress['list'], slug: string | null = null) =>
    (await fetchLive({ list, slug }))?.content ?? null;
};

test("a live post is rendered like a built post, with files at the content service's address", async () => {
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
  const address = `http://${service.host}/asset-files/picture/1/square.png`;
  const html = expect.stringMatching(
    `<p>See <a href="/blog/other-one">this</a></p>.*src="${address}"`,
  );
  expect(await liveOf(service)('blog', 'new')).toMatchObject({
    slug: 'new',
    image: { src: address, alt: 'Title of picture' },
    body: { html },
  });
  expect(service.requests).toHaveLength(1);
});

test('the live list has the due posts, newest first, without their bodies', async () => {
  const service = await openService({
    entries: [
      post('an-old-one', { publishedDate: '2020-01-01' }),
      ...manyPosts(3),
      post('later', { publishedDate: '2026-07-01' }),
      post('odd', { slug: 'NOT USABLE' }),
    ],
  });
  const live = liveOf(service);
  const slugs = ['post-0001', 'post-0002', 'post-0003', 'an-old-one'];
  expect(await live('blog')).toMatchObject(slugs.map((slug) => ({ slug })));
  expect(await live('blog')).not.toHaveProperty('[0].body');
  expect(await live('blog', 'later')).toBeNull();
  expect(await live('blog', 'none')).toBeNull();
});

test('a live resource comes from the service, or is the built-in one with this slug, or null', async () => {
  const service = await openService({
    entries: [resource('guide'), resource('mine', { slug: 'growth-playbook', title: 'Mine' })],
  });
  const live = liveOf(service);
  expect(await live('resources', 'growth-playbook')).toMatchObject({ title: 'Mine' });
  expect(await live('resources', 'tech-stack-guide')).toMatchObject({ readTime: '12 min' });
  expect(await live('resources', 'none')).toBeNull();
  expect(await live('resources')).toMatchObject([{ slug: 'guide' }, { slug: 'growth-playbook' }]);
});

test('during an outage only built-in resources are found', async () => {
  const service = await openService();
  const live = liveOf(service);
  expect(await live('resources')).toContainEqual(
    expect.objectContaining({ id: 'ai-implementation', slug: 'ai-implementation-guide' }),
  );
  await service.setFaults({ kind: 'refuse' });
  expect(await live('resources', 'growth-playbook')).toMatchObject({ type: 'Playbook' });
  const failing = [live('resources', 'none'), live('resources'), live('blog'), live('blog', 'new')];
  for (const one of failing) await expect(one).rejects.toThrow(ContentServiceError);
});
