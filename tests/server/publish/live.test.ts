/** A publish on the Node server, from the event of Contentful to the page that a visitor reads. */
import '../../support/short-waits.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RawEntry } from '#engine/stand-in/service.ts';
import type { Bundle } from '#engine/origin/index.ts';
import { messages } from '#data/messages.ts';
import { makePost, makePosts } from '../../fixtures/many-posts.ts';
import { closing } from '../../support/closing.ts';
import { scaled } from '../../support/scale.ts';
import { openPublishedSite, serveSite } from '../support/open-site.ts';

const site = closing(await openPublishedSite(makePosts(20)));
await site.pull();
let server = await serveSite(site);
afterAll(() => server.close());

const publish = (entry: RawEntry) => server.announce(site.service.publish(entry).sys);
const untilShown = (path: string, text: string) =>
  expect.poll(async () => (await server.get(path)).text).toContain(text);
/** Waits until no event waits, and all pages have been made. */
const untilIdle = () =>
  expect.poll(() => server.getHealth()).toMatchObject({ status: 'ok', building: false });

test('an address as people type and paste it leads to the page', async () => {
  for (const path of ['/Blog/Post-3', '/blog/post-3.html', '/blog/post-3.”', '/BLOG/post-3,'])
    expect(await server.get(path)).toMatchObject({ status: 301, location: '/blog/post-3' });
  expect(await server.get('/About.html')).toMatchObject({ status: 301, location: '/about' });
});

test('an unknown address names the nearest item first', async () => {
  const { status, text } = await server.get('/blog/pots-12');
  expect(status).toBe(404);
  const [, main = ''] = /<main(.*)<\/main>/s.exec(text) ?? [];
  expect(/"(\/blog\/[^"]*)"/.exec(main)?.[1]).toBe('/blog/post-12');
});

// month.test.ts has what editors do.
test('unknown addresses are asked for once in five seconds together', async () => {
  await untilIdle();
  const { length } = site.service.requests;
  const asked = Array.from({ length: 20 }, (_, index) => server.get(`/blog/unknown-${index}`));
  for (const { status, text } of await Promise.all(asked)) {
    expect(status).toBe(404);
    expect(text).toContain(messages.posts.notFound);
  }
  expect(site.service.requests.length - length).toBeLessThan(5);
});

test('a post dated in the future appears by itself at its time', async () => {
  await untilIdle();
  const due = Date.now() + 1000;
  await publish(makePost(95, { publishedDate: new Date(due).toISOString() }));
  await expect.poll(() => server.get('/blog/post-95')).toMatchObject({ status: 200 });
  expect(Date.now()).toBeGreaterThanOrEqual(due);
});

const storm = scaled(60, 1000);

test(`after a restart with an event in hand, ${storm} events in a row cause at most two pulls, and no event is lost`, async () => {
  await untilIdle();
  await publish(makePost(19, { title: 'Before the crash' }));
  await server.close();
  const bundle = Promise.withResolvers<Bundle>();
  server = await serveSite(site, { prepareBundle: () => bundle.promise });
  const statuses = new Set<number>();
  for (let number = 0; number < storm; number += 10) {
    const events = Array.from({ length: 10 }, (_, index) =>
      publish(makePost((number + index) % 10, { title: `Storm, event ${number + index}.` })),
    );
    for (const status of await Promise.all(events)) statuses.add(status);
  }
  expect([...statuses]).toEqual([202]);
  // The first pull of the new server has waited until all events arrived.
  bundle.resolve(site.bundle);
  await untilShown('/blog/post-9', `Storm, event ${storm - 1}.`);
  await untilShown('/blog/post-19', 'Before the crash');
  const file = join(site.config.dataDirectory, 'events', 'events.json');
  await expect.poll(() => readFile(file, 'utf8')).toBe('[]');
  await untilIdle();
  const runs = server.log.filter((line) => /"pull\.(?:done|failed)"/.test(line));
  expect(runs.length).toBeLessThanOrEqual(2);
});

test('every page and its files are there for visitors during publishes', async ({ annotate }) => {
  const paths = ['/', '/blog', '/blog/page/2', '/blog/post-1', '/blog/post-12', '/services'];
  const wanted = scaled(300, 100_000);
  const publishes = scaled(2, 20);
  const failures: string[] = [];
  let requests = 0;
  let isPublishing = true;
  const ask = async (path: string) => {
    requests += 1;
    const { status, text } = await server.get(path);
    if (status !== 200) failures.push(`${path}: ${status}`);
    return text;
  };
  const visit = async (start: number) => {
    for (let turn = start; isPublishing || requests < wanted; turn += 1) {
      const html = await ask(paths[turn % paths.length] ?? '/');
      if (!html.endsWith('</html>')) failures.push('half a page');
      for (const [, file = ''] of html.matchAll(/"(\/_astro\/[^"]+)"/g)) await ask(file);
    }
  };
  const visitors = Promise.all([0, 1, 2, 3].map(visit));
  for (let round = 0; round < publishes; round += 1) {
    await publish(makePost(12, { title: `Seen by visitors in round ${round}.` }));
    await untilShown('/blog/post-12', `Seen by visitors in round ${round}.`);
  }
  isPublishing = false;
  await visitors;
  await annotate(`${requests} requests through ${publishes} publishes`);
  expect(failures).toEqual([]);
});
