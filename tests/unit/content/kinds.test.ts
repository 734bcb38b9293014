/** What a declaration can say beside text: kinds of fields, types without pages, one entry alone, an order of its own. */
import { describe, expect, test, vi } from 'vitest';
import { posts } from '#collections/posts.ts';
import { resources } from '#collections/resources.ts';
import type { RecordOf } from '#engine/declare/collections.ts';
import { doc, entry as embedded, p } from '#data/built-in/document.ts';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { asset, fill, link, post, resource } from '../../fixtures/content.ts';
import { announcements, events, people } from '../../fixtures/types.ts';

vi.resetModules();
// These alone: a site may have events of its own.
vi.doMock('#collections/index.ts', () => ({
  collections: [announcements, posts, resources, events, people],
}));
const { createPulled } = await import('./pulled.ts');
const { createContentClient } = await import('#engine/content/contentful/client.ts');
const { parseItem } = await import('#engine/content/contentful/wire.ts');
const { createFetchLive } = await import('#engine/content/live.ts');
const { listPages } = await import('#engine/content/page-list.ts');
const { getSubject } = await import('#engine/content/read.ts');
const { parseEntry } = await import('#engine/content/records/kinds.ts');
const { createImportFile } = await import('#engine/commands/content-model.ts');
vi.doUnmock('#collections/index.ts');
vi.resetModules();

type Fields = RawEntry['fields'];
const entryLink = (id: string) => link('Entry', id);
const event = (id: string, fields: Fields = {}) => fill(events, id, fields);
const person = (id: string, fields: Fields = {}) => fill(people, id, fields);
const notice = (id: string, firstDay: string) => fill(announcements, id, { firstDay });

describe('the value of a field', () => {
  const read = (fields: Fields) => {
    const { record, findings } = parseEntry(parseItem(event('one', fields)), events);
    return { record, findings: findings.map(({ field, message }) => `${field} ${message}`) };
  };

  test.each([
    ['seats', 12.5, 12.5],
    ['seats', '40', 40],
    ['isFree', true, true],
    ['isFree', undefined, false],
    ['place', 'Oslo', 'Oslo'],
    ['place', undefined, ''],
    ['level', undefined, 'All'],
    ['host', entryLink('ada'), 'ada'],
    ['host', undefined, null],
    ['speakers', [entryLink('ada'), entryLink('bob')], ['ada', 'bob']],
    ['speakers', undefined, []],
  ])('%s is read: %j', (field, value, expected) => {
    const { record, findings } = read({ [field]: value });
    expect(record?.[field]).toEqual(expected);
    expect(findings).toEqual([]);
  });

  test.each([
    ['seats', 'many', null, 'is not a number'],
    ['isFree', 'yes', false, 'is neither yes nor no'],
    ['place', 'Bergen', '', "is 'Bergen', which is none of Online, Oslo"],
    ['level', 'Nobody', 'All', "is 'Nobody', which is none of All, Founders"],
    ['host', link('Asset', 'ada'), null, 'has a value that is not a link to an entry'],
    ['speakers', ['ada', entryLink('bob')], ['bob'], 'has a value that is not a link to an entry'],
  ])('%s is reported where it is of another kind: %j', (field, value, expected, message) => {
    const { record, findings } = read({ [field]: value });
    expect(record?.[field]).toEqual(expected);
    expect(findings).toEqual([expect.stringContaining(`${field} ${message}`)]);
  });

  test('has a type of its own', () => {
    const typed: Pick<
      RecordOf<(typeof events)['fields']>,
      'place' | 'level' | 'seats' | 'sequel'
    > = {
      place: '',
      sequel: null,
      // @ts-expect-error: without a value a choice with a default has that
      level: '',
      seats: null,
    };
    expect(typed.seats).toBeNull();
    expect(typed.sequel?.path).toBeUndefined();
    // @ts-expect-error: a linked entry of the own type has no such link of its own
    expect(typed.sequel?.sequel).toBeUndefined();
  });
});

describe('a linked entry', () => {
  const photo = asset('photo', 'square.svg', 'image/svg+xml', { description: 'A square.' });
  const linking = {
    host: entryLink('ada'),
    speakers: [entryLink('bob'), entryLink('ada')],
    reading: [entryLink('two'), entryLink('guide')],
    content: doc(p('Welcome.'), embedded('bob')),
  };
  const space = {
    assets: [photo],
    entries: [
      person('ada', { name: 'Ada', photo: link('Asset', 'photo') }),
      person('bob', { name: 'Bob' }),
      post('two'),
      resource('guide'),
      event('one', linking),
    ],
  };

  test('is given to pages with its fields and picture, and with the address of its page', async () => {
    const { read } = await createPulled(space);
    const item = await read({ type: 'item', collection: 'events', slug: 'one' });
    expect(item?.record).toMatchObject({
      host: { name: 'Ada', photo: { alt: 'Title of photo' }, path: '' },
      speakers: [{ name: 'Bob', photo: null }, { name: 'Ada' }],
      reading: [{ path: '/blog/two' }, { path: '/resources/guide' }],
    });
    const list = await read({ type: 'list', collection: 'events' });
    expect(list?.items[0]).toEqual(item?.record);
    // It has no page to which a text could lead.
    expect(item?.body.html).toContain('Bob');
  });

  test('shows its changes where others link to it, and is left out and reported while it is not published', async () => {
    const { read, service, pullNow } = await createPulled(space);
    const getSpeakers = async () => {
      const item = await read({ type: 'item', collection: 'events', slug: 'one' });
      return item?.record.speakers;
    };
    service.publish(person('bob', { name: 'Robert' }));
    expect(await pullNow()).toMatchObject({ mode: 'changes' });
    expect(await getSpeakers()).toMatchObject([{ name: 'Robert' }, { name: 'Ada' }]);

    service.unpublish('ada');
    const { problems } = await pullNow();
    expect(await getSpeakers()).toMatchObject([{ name: 'Robert' }]);
    const left = (field: string) =>
      expect.objectContaining({
        entryId: 'one',
        field,
        message: expect.stringContaining('ada') as string,
      }) as unknown;
    expect(problems).toEqual(expect.arrayContaining([left('host'), left('speakers')]));

    service.publish(person('ada', { name: 'Ada again' }));
    expect((await pullNow()).problems.filter(({ message }) => message.includes('ada'))).toEqual([]);
    expect(await getSpeakers()).toMatchObject([{ name: 'Robert' }, { name: 'Ada again' }]);

    service.publish(post('two', { slug: 'renamed' }));
    await pullNow();
    expect((await read({ type: 'item', collection: 'events', slug: 'one' }))?.record).toMatchObject(
      {
        reading: [{ path: '/blog/renamed' }, { path: '/resources/guide' }],
      },
    );
  });

  test('may be of the type that links to it, and is then without its own link of this kind', async () => {
    const series = ['one', 'two'].map((id, index, ids) =>
      event(id, { sequel: entryLink(ids[1 - index] ?? ''), host: entryLink('ada') }),
    );
    const { read } = await createPulled({ entries: [person('ada'), ...series] });
    const item = await read({ type: 'item', collection: 'events', slug: 'one' });
    const sequel = item?.record.sequel;
    expect(sequel).toMatchObject({ id: 'two', path: '/events/two', host: { id: 'ada' } });
    expect(sequel).not.toHaveProperty('sequel');
  });

  test('is on the live page of an item, too', async () => {
    const { service } = await createPulled(space);
    const client = createContentClient(service.account);
    const fetchLive = createFetchLive(client, 'https://www.example.com', () => new Date());
    const live = await fetchLive({ type: 'item', collection: 'events', slug: 'one' });
    expect(live?.item?.record).toMatchObject({ host: { name: 'Ada' }, speakers: [{}, {}] });
  });
});

test('entries of a type without pages are at no address', async () => {
  const { read } = await createPulled({ entries: [person('ada'), post('two')] });
  const first = await read({ type: 'first', collection: 'people', most: 9 });
  expect(first).toMatchObject([{ id: 'ada', name: 'Name of ada' }]);
  const list = await read({ type: 'list', collection: 'people' });
  expect(list).toMatchObject({ items: first, total: 1, archive: null });
  expect(await read({ type: 'titles', collection: 'people' })).toEqual([]);
  expect(await read({ type: 'address', id: 'ada' })).toBe('gone');
  const paths = (await listPages(read)).map(({ path }) => path);
  expect(paths).toContain('/blog/two');
  expect(paths.filter((path) => /ada|people|person/.test(path))).toEqual([]);
  for (const path of ['/people/ada', '/undefined/ada', '/ada']) expect(getSubject(path)).toBeNull();
});

describe('of a type with one entry', () => {
  test('the newest is shown, none before its day, and none when none is left', async () => {
    const entries = [notice('now', '2026-06-01'), notice('next', '2026-06-16')];
    const { read, service, pullNow } = await createPulled({ entries });
    const getShown = async () => (await read({ type: 'singles' })).announcements?.text;
    expect(await getShown()).toBe('Text of now');
    await pullNow({ now: new Date('2026-06-17T12:00:00Z') });
    expect(await getShown()).toBe('Text of next');
    for (const id of ['now', 'next']) service.unpublish(id);
    expect(await pullNow()).toMatchObject({ outcome: 'fresh', held: null });
    expect(await getShown()).toBeUndefined();
  });

  test('it is on every live page', async () => {
    const { service } = await createPulled({ entries: [notice('now', '2026-06-01'), post('two')] });
    const client = createContentClient(service.account);
    const fetchLive = createFetchLive(client, 'https://www.example.com', () => new Date());
    expect(await fetchLive({ type: 'item', collection: 'posts', slug: 'two' })).toMatchObject({
      singles: { announcements: { text: 'Text of now' } },
    });
  });
});

describe('what is coming', () => {
  const on = (...dates: string[]) =>
    dates.map((starts) => event(`on-${starts.slice(5, 10)}`, { starts }));
  const readIds = async (read: Awaited<ReturnType<typeof createPulled>>['read'], page?: number) => {
    const list = await read({ type: 'list', collection: 'events', ...(page && { page }) });
    return list && { ids: list.items.map(({ id }) => id.slice(3)), archive: list.archive };
  };

  test('comes first, the soonest first, then what is past; the turn of the day moves it', async () => {
    // The first pull is at noon of June 15.
    const entries = on('2026-06-10', '2026-06-15T08:30+02:00', '2026-07-20T18:30-07:00');
    const { read, pullNow } = await createPulled({ entries });
    expect(await readIds(read)).toMatchObject({ ids: ['06-15', '07-20', '06-10'] });
    expect(await pullNow({ now: new Date('2026-06-17T12:00:00Z') })).toMatchObject({
      changes: { changed: [] },
    });
    expect(await readIds(read)).toMatchObject({ ids: ['07-20', '06-15', '06-10'] });
    const neighbours = await read({ type: 'neighbours', collection: 'events', slug: 'on-06-15' });
    expect(neighbours).toMatchObject({ previous: { id: 'on-06-10' }, next: { id: 'on-07-20' } });
  });

  test('is in the archive by its date, which no day changes; the list leads to the farthest one that it lacks', async () => {
    const past = on('2026-05-01', '2026-05-02', '2026-05-03');
    const { read, service, pullNow } = await createPulled({
      entries: [...past, ...on('2026-08-01')],
    });
    const newestFirst = ['08-01', '05-03', '05-02', '05-01'];
    expect(await readIds(read)).toEqual({ ids: ['08-01', '05-03', '05-02'], archive: 1 });
    expect(await readIds(read, 1)).toMatchObject({ ids: newestFirst });
    await pullNow({ now: new Date('2026-09-01T12:00:00Z') });
    expect(await readIds(read, 1)).toMatchObject({ ids: newestFirst });

    for (const one of on(
      ...Array.from({ length: 24 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`),
    ))
      service.publish(one);
    await pullNow();
    expect(await readIds(read)).toEqual({ ids: ['08-01', '10-01', '10-02'], archive: 2 });
    expect(await readIds(read, 2)).toMatchObject({ ids: ['10-24', '10-23', '10-22', '10-21'] });
  });
});

describe('the model', () => {
  const { contentTypes } = createImportFile(null);
  const find = (type: string) => contentTypes.find(({ sys }) => sys.id === type);

  test('has a field of Contentful for each kind, with its rules', () => {
    expect(find('person')).toMatchObject({ displayField: 'name' });
    const named = Object.fromEntries(find('event')?.fields.map((one) => [one.id, one]) ?? []);
    expect(named).toMatchObject({
      starts: { type: 'Date' },
      seats: { type: 'Number' },
      isFree: { type: 'Boolean' },
      place: { type: 'Symbol', validations: [{ in: ['Online', 'Oslo'] }] },
      host: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['person'] }] },
      speakers: {
        type: 'Array',
        validations: [],
        items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['person'] }] },
      },
      reading: { items: { validations: [{ linkContentType: ['blogPost', 'resource'] }] } },
      sequel: { type: 'Link', validations: [{ linkContentType: ['event'] }] },
    });
  });
});
