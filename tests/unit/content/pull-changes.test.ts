/** Pulls of changes: what they ask for, what they wait for, and when everything is read again. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { company } from '#data/company.ts';
import { getNextMidnight } from '#engine/content/read.ts';
import type { ContentTypeItem } from '#engine/stand-in/delivery.ts';
import { contentTypes } from '#engine/stand-in/model.ts';
import type { Locale } from '#engine/stand-in/space.ts';
import type { ContentService, FaultKind } from '#engine/stand-in/service.ts';
import { createContentClient } from '#engine/content/contentful/client.ts';
import type { ContentEvent } from '#engine/content/contentful/wire.ts';
import { snapshotFile } from '#engine/content/snapshot/database.ts';
import { asset as embed, doc, entry as embeddedEntry } from '#data/built-in/document.ts';
import { asset, entryOf, link, openService, post, resource } from '../../fixtures/content.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { byId, createPulled, createSite, dateAfter, edited, siteUrl } from './pulled.ts';

const picture = asset('picture', 'square.svg', 'image/svg+xml', { description: 'A square.' });
const withPicture = { featuredImage: link('Asset', 'picture') };

const eventOf = (id: string, revision: number): ContentEvent => ({
  kind: 'Entry',
  id,
  revision,
  deleted: false,
});

// pull-property.test.ts compares the snapshot with that of a pull of everything.
describe('a pull after a publish', () => {
  test('writes nothing when nothing changed, and still reports all problems', async () => {
    const { pullNow, dump, getRequests } = await createPulled();
    const totals: number[] = [];
    const { problems } = await pullNow({
      everything: true,
      onComposed: (total) => totals.push(total),
    });
    expect(totals).toEqual([3, 3, 3]);
    const before = dump();
    const { length } = getRequests();
    expect(await pullNow()).toMatchObject({ changes: null, fetched: 0, problems });
    expect(problems).not.toEqual([]);
    expect(dump()).toEqual(before);
    const asked = getRequests().slice(length);
    expect(asked.join(' ')).toMatch(/^locales \S+&limit=1\S* sync\S*$/);
  });

  test('a new day is a change, because pages say the year, and it is the day of the firm', async () => {
    const { pullNow, read } = await createPulled();
    const getTime = async () => [await read({ type: 'year' }), await read({ type: 'day' })];
    expect(await getTime()).toEqual(['2026', '2026-06-15']);
    const now = new Date(getNextMidnight(Date.UTC(2030, 11, 31, 12), company.timeZone));
    const changes = { changed: [], removed: [], live: new Map() };
    expect(await pullNow({ now })).toMatchObject({ changes });
    expect(await getTime()).toEqual(['2031', '2031-01-01']);
    expect(await pullNow({ now })).toMatchObject({ changes: null });
  });

  test('an address survives a slip of its slug: an unusable one, or one of another live post, until that gives it up', async () => {
    const entries = ['one', 'two', 'three'].map((id) => post(id, { excerpt: 'x' }));
    const { service, pullNow, read } = await createPulled({ entries });
    /** Publishes a post. @returns which posts are shown where, and what is said of slugs */
    const publish = async (id: string, slug: string) => {
      service.publish(post(id, { slug, excerpt: 'x', publishedDate: '2026-03-01' }));
      const said = (await pullNow()).problems.filter(({ field }) => field === 'slug');
      const shown = await read({ type: 'titles', collection: 'posts' });
      const addresses = shown.map((one) => `${one.id} ${one.slug}`).sort();
      const sentences = said.map(
        (one) => `${one.isLeftOut ? 'error' : 'warning'} ${one.entryId} ${one.message}`,
      );
      return [addresses.join(), ...sentences];
    };
    const before = 'one one,three three,two two';
    for (const [slug, problem] of [
      ['', 'is missing'],
      ['Two', "is 'Two'; use lower-case letters a to z, digits and single hyphens"],
      ['page', "is 'page', an address that the site needs itself"],
    ] as const) {
      const sentence = `warning two ${problem}; the entry keeps its address /blog/two`;
      expect(await publish('two', slug)).toEqual([before, sentence]);
    }
    expect(await publish('two', 'one')).toEqual([
      before,
      expect.stringContaining('keeps it; this entry keeps its address /blog/two until one of them'),
      expect.stringContaining('the address, that one keeps its address /blog/two until'),
    ]);
    // Who waits for an address has it once its owner has another one, and so has who waits for theirs.
    expect((await publish('three', 'two'))[0]).toBe(before);
    expect(await publish('one', 'new')).toEqual(['one new,three two,two one']);
    // A post that was never live has nothing to keep.
    expect(await publish('four', 'new')).toEqual([
      'one new,three two,two one',
      expect.stringMatching(/^error four .* is left out until/),
      expect.stringMatching(/^warning one .* is left out until/),
    ]);
  });

  test('an entry that comes back as another type has one page, and its old address is free', async () => {
    const { service, pullNow, read, listPosts } = await createPulled();
    service.publish(resource('one', { slug: 'moved' }));
    const { changes } = await pullNow();
    expect([changes?.changed, changes?.removed]).toEqual([['/resources/moved'], ['/blog/one']]);
    expect(await read({ type: 'address', id: 'one' })).toEqual({ path: '/resources/moved' });
    // An address is that of an entry of its type.
    service.publish(post('three', { slug: 'one' }));
    service.publish(resource('two', { slug: 'Not usable' }));
    await pullNow();
    expect(await read({ type: 'address', id: 'two' })).toBe('gone');
    expect(await listPosts()).toEqual(['one']);
    service.publish(post('one', { slug: 'again' }));
    await pullNow();
    expect(await read({ type: 'address', id: 'one' })).toEqual({ path: '/blog/again' });
    expect(await pullNow({ everything: true })).toMatchObject({ changes: null });
  });

  test('a snapshot that was lost has the last addresses from the address book', async () => {
    const service = await openService({
      entries: [
        post('one', { slug: '' }),
        post('newer', { slug: 'three', publishedDate: '2026-03-01' }),
        post('three'),
      ],
    });
    const { pullFrom, read } = await createSite();
    await pullFrom(service, { findLastPath: (id) => `/blog/${id}` });
    const shown = await read({ type: 'titles', collection: 'posts' });
    for (const { id, slug } of shown) expect(slug).toBe(id);
    expect(shown).toHaveLength(3);
  });

  test('asks again for a file that could not be fetched, daily and when its entry changes, and shows its description below it', async () => {
    const { service, pullNow, getPictureOf, getHtml } = await createPulled();
    await service.setFaults({ kind: 'no-images' });
    await service.publishAsset(picture);
    service.publish(post('one', { ...withPicture, content: doc(embed('picture')) }));
    expect((await pullNow()).problems).toContainEqual(
      expect.objectContaining({
        field: 'featuredImage',
        message:
          'asset picture could not be fetched (its host answered with status 404); it is left out',
      }),
    );
    const getSource = () => getPictureOf('one');
    expect(await getHtml('one')).toBe('');
    expect(await getSource()).toBeUndefined();
    await service.setFaults();
    for (const whole of [false, true])
      expect(await pullNow({ everything: whole })).toMatchObject({ changes: null });
    expect(await getSource()).toBeUndefined();
    const now = new Date(dateAfter(1));
    expect(await pullNow({ now })).toMatchObject({ changes: {}, mode: 'changes', fetched: 0 });
    expect(await getSource()).toMatch(/^\/media\//);
    for (const shown of [`<img src="${await getSource()}"`, '<figcaption>A square.</figcaption>'])
      expect(await getHtml('one')).toContain(shown);
    await service.setFaults({ kind: 'no-images' });
    await service.publishAsset(asset('picture', 'hill.svg', 'image/svg+xml'));
    await pullNow({ now });
    expect(await getSource()).toBeUndefined();
    await service.setFaults();
    service.publish(post('one', withPicture));
    await pullNow({ now });
    expect(await getSource()).toMatch(/^\/media\//);
  });
});

const named = (id: string, name: string) => entryOf('person', id, { name });
/** A post with what people show of other entries; 'late' is a person who is not published yet. */
const crowded = {
  entries: [
    post('one', {
      author: ['ann', 'late'].map((id) => link('Entry', id)),
      category: link('Entry', 'bob'),
      seoTitle: link('Entry', 'two'),
      tags: ['ann', 'bob'].map((id) => link('Entry', id)),
      content: doc(embeddedEntry('box')),
    }),
    post('two'),
    named('ann', 'Ann'),
    named('bob', 'Bob'),
    entryOf('box', 'box', { items: [link('Entry', 'inner')] }),
    entryOf('box', 'inner', { image: link('Asset', 'picture') }),
  ],
  assets: [picture],
};
test.each<[string, (service: ContentService) => unknown, object]>([
  ['is renamed', (to) => to.publish(named('ann', 'Eve')), { author: 'Eve', tags: ['Eve', 'Bob'] }],
  ['is taken back', (to) => to.unpublish('bob'), { category: '', tags: ['Ann'] }],
  ['is published at last', (to) => to.publish(named('late', 'Zoe')), { author: 'Ann, Zoe' }],
  ['is a post and changes', (to) => to.publish(post('two', { title: 'New' })), { seoTitle: 'New' }],
  ['is embedded and changes', (to) => to.publish(entryOf('box', 'box', {})), { author: 'Ann' }],
  ['is a file below it', (to) => to.publishAsset(picture), { author: 'Ann' }],
  ['is taken back below it', (to) => to.unpublish('picture', 'Asset'), { author: 'Ann' }],
])(
  'when what an entry shows %s, reconciling finds it, and the entry is read again',
  async (_, change, shown) => {
    const { service, pullNow, getRecord, hasChanged } = await createPulled(crowded);
    expect(await hasChanged()).toBe(false);
    expect(await getRecord('one')).toMatchObject({ author: 'Ann', category: 'Bob' });
    await change(service);
    expect(await hasChanged()).toBe(true);
    const pulled = await pullNow();
    expect([pulled.mode, pulled.fetched > 0]).toEqual(['changes', true]);
    expect(await getRecord('one')).toMatchObject(shown);
    expect(await hasChanged()).toBe(false);
    expect(await pullNow({ everything: true })).toMatchObject({ changes: null });
  },
);

test('what no page shows reads nothing again, and what an earlier pull saw is awaited no more', async () => {
  const { service, pullNow, hasChanged, getRequests } = await createPulled(crowded);
  service.publish(named('other', 'Other'));
  expect(await pullNow()).toMatchObject({ mode: 'changes', fetched: 0 });
  expect(await hasChanged()).toBe(false);
  service.publish(post('two', { title: 'Edited' }));
  service.unpublish('bob');
  await pullNow();
  const { length } = getRequests();
  const takenBack = { ...eventOf('bob', 1), deleted: true };
  await pullNow({ events: [eventOf('other', 1), eventOf('two', 2), takenBack] });
  expect(getRequests().length - length).toBe(3);
});

test('when a content type or a locale changed, reconciling finds it, and everything is read again', async () => {
  const locales: Locale[] = [{ code: 'en-US' }];
  const types: ContentTypeItem[] = [...contentTypes];
  const { pullNow, hasChanged } = await createPulled({ contentTypes: types, locales });
  const addType = () => types.push({ sys: { id: 'x' }, fields: [] });
  for (const change of [() => locales.push({ code: 'de' }), addType]) {
    change();
    expect(await hasChanged()).toBe(true);
    expect(await pullNow()).toMatchObject({ mode: 'everything' });
    expect(await pullNow()).toMatchObject({ mode: 'changes' });
  }
});

type Changed = Record<'entries' | 'assets', Map<string, unknown>>;
test.each<[string, (changes: Changed) => unknown]>([
  ['lacks an entry', ({ entries }) => entries.delete('two')],
  ['has a newer entry', ({ entries }) => entries.set('two', { collection: 'posts', revision: 9 })],
  ['has another entry', ({ entries }) => entries.set('new', { collection: 'posts', revision: 1 })],
  ['has a newer picture', ({ assets }) => assets.set('picture', 9)],
  ['gives no changes', () => null],
])(
  'when the Sync API %s, nothing is lost, an event that does not show is told, and the next pull reads everything again',
  async (_, change) => {
    const entries = [post('one', withPicture), post('two')];
    const service = await openService({ entries, assets: [picture] });
    const { pullFrom, listPosts } = await createSite();
    const client = createContentClient(service.account);
    const fetchChanges: typeof client.fetchChanges = async (token) => {
      const changes = await client.fetchChanges(token);
      if (!changes || token !== null) return changes;
      const changed = { entries: new Map(changes.entries), assets: new Map(changes.assets) };
      return change(changed) === null ? null : { ...changes, ...changed };
    };
    const events = [eventOf('two', 1), eventOf('two', 2)];
    const pulled = await pullFrom(service, { client: { ...client, fetchChanges }, events });
    expect(await listPosts()).toEqual(['one', 'two']);
    expect(pulled.unseen).toBe(1);
    service.unpublish('two');
    expect(await pullFrom(service)).toMatchObject({ mode: 'everything', counts: { posts: 1 } });
  },
);

type Damage = (pulled: Awaited<ReturnType<typeof createPulled>>) => unknown;
const change =
  (sql: string): Damage =>
  ({ directory }) =>
    changeSnapshot(directory, sql);
const changeOwner = (to: string) => change(`UPDATE meta SET value = ${to} WHERE key = 'owner'`);
const fail =
  (kind: FaultKind, path = '/sync'): Damage =>
  ({ service }) =>
    service.setFaults({ kind, path });
const changeToken = change("UPDATE meta SET value = value || 'x' WHERE key = 'token'");

test.each<[string, Damage]>([
  ['the token is of another service', changeToken],
  ['the account is another', changeOwner("replace(value, '/spaces/', '/another/')")],
  ['the address of the site is another', changeOwner(`replace(value, '${siteUrl}', '')`)],
  ['the code is another', changeOwner("rtrim(value, '0123456789abcdef')")],
  ['the snapshot is of another version', change('PRAGMA user_version = 999')],
  ['the snapshot is damaged', ({ directory }) => writeFile(join(directory, snapshotFile), 'none')],
  ['the snapshot is lost', ({ directory }) => rm(directory, { recursive: true })],
  ['the Sync API answers with a web page', fail('html')],
  ['the Sync API answers without the entries', fail('empty-items')],
  ['the Sync API answers with too much', fail('too-big')],
  ['the service never shows an entry in its reported revision', fail('empty-items', byId)],
])('a pull reads everything again when %s', async (_, damage) => {
  const pulled = await createPulled();
  await damage(pulled);
  const { service, pullNow, getHtml } = pulled;
  service.publish(edited('Second'));
  const whole = { outcome: 'fresh', mode: 'everything', fetched: 3 };
  expect(await pullNow({ patienceMs: 300 })).toMatchObject(whole);
  expect(await getHtml('one')).toBe('<p>Second</p>');
  await service.setFaults();
  await pullNow();
  // Later pulls read only changes again.
  service.publish(edited('Third'));
  expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', fetched: 1 });
});

describe('an awaited event', () => {
  test.each([false, true])(
    'delays the pull while caches lag: for an edit, an entry taken back, an asset, a new entry (everything: %s)',
    async (whole) => {
      const { service, pullNow, getHtml, listPosts, getPictureOf } = await createPulled();
      const pullAfter = async (change: () => unknown, event: ContentEvent) => {
        // The answers of a cache: more than a reading of everything asks for.
        await service.setFaults({ kind: 'outdated', times: 4 });
        await change();
        await pullNow({ events: [event], everything: whole });
      };
      await pullAfter(() => service.publish(edited('Second')), eventOf('one', 2));
      expect(await getHtml('one')).toBe('<p>Second</p>');
      await pullAfter(() => service.unpublish('two'), { ...eventOf('two', 1), deleted: true });
      expect(await listPosts()).toEqual(['one']);
      const ofPicture = { ...eventOf('picture', 1), kind: 'Asset' } as const;
      await pullAfter(() => service.publishAsset(picture), ofPicture);
      await pullAfter(() => service.publish(post('three', withPicture)), eventOf('three', 1));
      expect(await getPictureOf('three')).toMatch(/^\/media\//);
    },
  );
});

test('an alias that was turned to another environment has everything read', async () => {
  const { pullNow } = await createPulled();
  const turned = {
    kind: 'EnvironmentAlias',
    id: 'master',
    revision: null,
    deleted: false,
  } as const;
  expect(await pullNow({ events: [turned] })).toMatchObject({ mode: 'everything', changes: null });
});
