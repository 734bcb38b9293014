/** Live items; tests/browser/live.test.ts compares them with built pages, and has the outages. */
import { expect, test } from 'vitest';
import { createContentClient } from '#engine/content/contentful/client.ts';
import { collections } from '#collections/index.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { createFetchLive } from '#engine/content/live.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { openService, post, resource } from '../../fixtures/content.ts';
import { siteUrl } from './pulled.ts';

/** What the page at an address of these entries shows, here and in a preview; null for an unknown item. */
async function openLive(...entries: RawEntry[]) {
  const service = await openService({ entries });
  const lastPaths = new Map<string, string>();
  const createLive = (showsDrafts: boolean) => {
    const client = createContentClient({ ...service.account, showsDrafts });
    const getNow = () => new Date('2026-06-15T12:00:00Z');
    const getLastPaths = () => Promise.resolve(lastPaths);
    const fetchLive = createFetchLive(client, siteUrl, getNow, getLastPaths);
    return async (collection: string, slug: string) => {
      const { item } = (await fetchLive({ type: 'item', collection, slug })) ?? {};
      return item ? { ...item.record, body: item.body } : null;
    };
  };
  return { live: createLive(false), preview: createLive(true), service, lastPaths };
}

/** Any page may show these. */
const singles = collections.filter(({ isSingle }) => isSingle);

test('a live post takes one request, and one for each type with one entry', async () => {
  const { live, service } = await openLive(
    post('an-old-one', { publishedDate: '2020-01-01' }),
    post('later', { publishedDate: '2026-07-01' }),
    post('odd', { slug: 'NOT USABLE' }),
  );
  expect(await live('posts', 'an-old-one')).toMatchObject({ body: { html: '' } });
  expect(service.requests).toHaveLength(1 + singles.length);
  for (const slug of ['later', 'none']) expect(await live('posts', slug)).toBeNull();
});

test('live items of a preview have the marks of drafts', async () => {
  const { live, preview, service } = await openLive(post('later', { publishedDate: '2026-07-01' }));
  service.save(post('new'));
  expect(await preview('posts', 'later')).toMatchObject({ draft: 'scheduled' });
  expect(await preview('posts', 'new')).toMatchObject({ draft: 'draft' });
  expect(await live('posts', 'new')).toBeNull();
});

test('a live resource comes from the service, or is the built-in one with this slug, or null', async () => {
  const builtIn = builtInResources.map(({ slug }) => ({ slug }));
  const [{ slug } = { slug: 'own' }, ...others] = builtIn;
  const mine = resource('mine', { slug, title: 'Mine' });
  const { live, service } = await openLive(resource('guide'), mine);
  expect(await live('resources', slug)).toMatchObject({ title: 'Mine' });
  for (const other of others) expect(await live('resources', other.slug)).toMatchObject(other);
  expect(await live('resources', 'none')).toBeNull();
  await service.setFaults({ kind: 'refuse' });
  await expect(live('resources', 'none')).rejects.toThrow('refused the connection');
});
