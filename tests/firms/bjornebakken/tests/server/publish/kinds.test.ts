/** Types without pages, linked entries, one entry alone, and the order of what is coming: on the pages of a server. */
import '../../support/short-waits.ts';
import { expect, test } from 'vitest';
import { announcements } from '#collections/announcements.ts';
import { events } from '#collections/events.ts';
import { people } from '#collections/people.ts';
import { testimonials } from '#collections/testimonials.ts';
import { searchIndexPath } from '#data/routes.ts';
import { fill, link } from '../../fixtures/content.ts';
import { closing } from '../../support/closing.ts';
import { openPublishedSite, serveSite } from '../support/open-site.ts';

const yearly = (years: number[]) =>
  years.map((year) => fill(events, `in-${year}`, { starts: `${year}-05-01T10:00+02:00` }));
const site = closing(await openPublishedSite(yearly([2001, 2002, 2003, 2091, 2092])));
await site.pull();
const server = closing(await serveSite(site));

type Entry = Parameters<typeof site.service.publish>[0];
const publish = (entry: Entry) => server.announce(site.service.publish(entry).sys);
const untilShown = (path: string, text: string) =>
  expect.poll(async () => (await server.get(path)).text).toContain(text);
const listSlugs = (text: string) =>
  Array.from(text.matchAll(/ href="\/events\/([\w-]+)"/g), ([, slug]) => slug);

test('an item has its numbers, choices and linked entries, and says to search engines that it is an event', async () => {
  const { text } = await server.get('/events/open-day');
  for (const shown of ['40 seats', 'Bergen', 'Free', 'Åse Bjørnebakken', '6:30'])
    expect(text).toContain(shown);
  for (const path of ['/blog/ferries', '/work/fish-auction'])
    expect(text).toContain(`href="${path}"`);
  expect(text).toContain('"@type":"Event"');
  expect(text).toContain('"startDate":"2099-06-01T18:30+02:00"');
  expect(text).not.toContain('"@type":"Article"');
});

test('a linked entry that changes is shown by all that link to it, and not at all once it is taken back', async () => {
  expect(await publish(fill(people, 'skipper', { name: 'Åse Ås' }))).toBe(202);
  for (const path of ['/', '/events/open-day']) await untilShown(path, 'Åse Ås');
  site.service.unpublish('skipper');
  await server.announce({ type: 'DeletedEntry', id: 'skipper' });
  for (const path of ['/', '/events/open-day'])
    await expect.poll(async () => (await server.get(path)).text).not.toContain('Åse Ås');
  await publish(fill(people, 'skipper', { name: 'Åse again' }));
  await untilShown('/', 'Åse again');
});

test('an entry of a type without pages is shown by other pages in their order, and is at no address', async () => {
  await publish(
    fill(testimonials, 'first', { quote: 'Said first.', place: 0, by: link('Entry', 'skipper') }),
  );
  await untilShown('/', 'Said first.');
  const { text } = await server.get('/');
  expect(text.indexOf('Said first.')).toBeLessThan(text.indexOf('They left the harbour'));
  for (const path of [
    '/testimonials/first',
    '/testimonials',
    '/live/testimonials',
    '/people/skipper',
  ])
    expect([path, (await server.get(path)).status]).toEqual([path, 404]);
  for (const path of ['/sitemap-0.xml', '/llms.txt', '/rss.xml', searchIndexPath])
    expect((await server.get(path)).text).not.toMatch(/Said first|\/(?:testimonials|people)\//);
});

test('an announcement is on every page until its last day, and none is held back', async () => {
  const moved = 'the other side of the harbour';
  const paths = ['/', '/events', '/work/fish-auction', '/no-such-page', '/events/never-there'];
  for (const path of paths) expect((await server.get(path)).text).toContain(moved);
  await publish(fill(announcements, 'over', { firstDay: '2026-02-01', lastDay: '2026-02-02' }));
  await expect.poll(async () => (await server.get('/')).text).not.toContain(moved);
  site.service.unpublish('over');
  await server.announce({ type: 'DeletedEntry', id: 'over' });
  await untilShown('/', moved);
  site.service.unpublish('move');
  await server.announce({ type: 'DeletedEntry', id: 'move' });
  await expect.poll(async () => (await server.get('/')).text).not.toContain(moved);
});

test('what is coming comes first on the list, in llms.txt and where an item is missing; the archive is by date', async () => {
  const coming = ['in-2091', 'in-2092', 'open-day'];
  const past = ['last-winter', 'in-2003', 'in-2002', 'in-2001'];
  const list = await server.get('/events');
  expect(listSlugs(list.text)).toEqual([...coming, ...past].slice(0, 6));
  const archive = await server.get('/events/page/1');
  expect(listSlugs(archive.text)).toEqual([...coming.toReversed(), ...past]);
  const texts = await server.get('/llms.txt');
  const told = Array.from(texts.text.matchAll(/\/events\/([\w-]+)\)/g), ([, slug]) => slug);
  expect(told).toEqual([...coming, ...past]);
  const missing = await server.get('/events/never-there');
  expect(listSlugs(missing.text).slice(0, 3)).toEqual(coming);
});
