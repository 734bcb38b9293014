/** Publishes on the Node server, from the event of Contentful to the page that a visitor reads. */
import '../../support/short-waits.ts';
import '../support/no-followers.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RawEntry } from '#scripts/content-service/service.ts';
import { listSiteFiles } from '#engine/table/index.ts';
import { pullContent } from '#engine/pull/index.ts';
import type { PagesSite } from '#engine/pages/check.ts';
import type { PageTask } from '#engine/pages/page-process.ts';
import { makePost, makePosts } from '../../fixtures/space.ts';
import { closing } from '../../support/closing.ts';
import { scaled } from '../../support/scale.ts';
import { openPublishedSite, serveSite } from '../support/open-site.ts';

const site = closing(await openPublishedSite(makePosts(20)));
await site.publish();
let server = await serveSite(site);
afterAll(() => server.close());

const publish = (entry: RawEntry) => server.announce(site.service.publish(entry).sys);
const untilAnswered = (path: string, status: number, location: string | null = null) =>
  expect.poll(() => server.get(path)).toMatchObject({ status, location });
const untilShown = (path: string, text: string) =>
  expect.poll(async () => (await server.get(path)).text).toContain(text);
/** Waits until no publish runs or waits. */
const untilIdle = () =>
  expect.poll(() => server.getHealth()).toMatchObject({ building: false, failedPulls: 0 });

test('an edit goes live on the page, in its list, the feed and the build receipt', async () => {
  const before = await server.get('/build.json');
  expect(await publish(makePost(3, { title: 'Edited and announced' }))).toBe(202);
  for (const path of ['/blog/post-3', '/blog', '/rss.xml'])
    await untilShown(path, 'Edited and announced');
  await expect.poll(() => server.get('/build.json')).not.toEqual(before);
});

test('in renames in a row, no address ever says that the post is gone', async () => {
  await publish(makePost(92, { slug: 'name-0' }));
  await untilAnswered('/blog/name-0', 200);
  const answers = new Set<number>();
  for (let name = 1; name <= scaled(4, 16); name += 1) {
    let isRenamed = false;
    const asked = ['name-0', `name-${name - 1}`].map(async (slug) => {
      while (!isRenamed) answers.add((await fetch(`${server.url}/blog/${slug}`)).status);
    });
    await publish(makePost(92, { slug: `name-${name}` }));
    await untilAnswered(`/blog/name-${name - 1}`, 301, `/blog/name-${name}`);
    isRenamed = true;
    await Promise.all(asked);
  }
  expect([...answers]).toEqual([200]);
  const { headers } = await fetch(`${server.url}/blog/name-0`, { redirect: 'manual' });
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test('a live item that a visitor reads becomes a page without an event', async () => {
  await untilIdle();
  site.service.publish(makePost(93, { slug: 'no-event-came' }));
  expect((await server.get('/blog/no-event-came')).status).toBe(404);
  expect((await server.get('/api/blog/no-event-came')).status).toBe(200);
  await untilAnswered('/blog/no-event-came', 200);
});

test('a post renamed to a reserved slug keeps its address, which leads on after the correction; a new one is logged; both are reported', async () => {
  await publish(makePost(93, { slug: 'tag', title: 'Renamed by a slip' }));
  await untilShown('/blog/no-event-came', 'Renamed by a slip');
  expect((await server.get('/api/blog/no-event-came')).status).toBe(200);
  await publish(makePost(94, { slug: 'tag' }));
  const leftOut =
    /left-out","contentType":"blogPost","entry":"many-94","title":"Post number 94","reason":"slug is 'tag'/;
  const lines = () => server.log.slice(-3).join();
  await expect.poll(lines).toMatch(leftOut);
  const report = async (credentials: string) => {
    const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
    const response = await fetch(`${server.url}/content-report`, { headers });
    return [response.status, await response.text()];
  };
  const reason = expect.stringMatching(
    /Post number 94.*left out.*a slip.*keeps its address \/blog\/no-event-came/s,
  ) as string;
  expect(await report('me:a-long-password')).toEqual([200, reason]);
  expect((await report('me:another-password'))[0]).toBe(401);
  await publish(makePost(93, { slug: 'mended' }));
  await untilAnswered('/blog/no-event-came', 301, '/blog/mended');
  await expect.poll(lines).toContain('"entriesChanged":"/blog/mended"');
});

test('a post dated in the future appears by itself at its time', async () => {
  await untilIdle();
  const due = Date.now() + 1000;
  await publish(makePost(95, { publishedDate: new Date(due).toISOString() }));
  await untilAnswered('/blog/post-95', 200);
  expect(Date.now()).toBeGreaterThanOrEqual(due);
});

const storm = scaled(60, 1000);

test(`after a restart in the middle of a publish, ${storm} events in a row cause at most two publishes, and no event is lost`, async () => {
  await untilIdle();
  await publish(makePost(19, { title: 'Before the crash' }));
  await server.close();
  const renderer = Promise.withResolvers<typeof site.renderer>();
  server = await serveSite(site, { prepareRenderer: () => renderer.promise });
  // Past addresses lead on before the first publish.
  await untilAnswered('/blog/no-event-came', 301, '/blog/mended');

  const statuses = new Set<number>();
  for (let number = 0; number < storm; number += 10) {
    const events = Array.from({ length: 10 }, (_, index) =>
      publish(makePost((number + index) % 10, { title: `Storm, event ${number + index}.` })),
    );
    for (const status of await Promise.all(events)) statuses.add(status);
  }
  expect([...statuses]).toEqual([202]);
  // The first publish of the new server has waited until all events arrived.
  renderer.resolve(site.renderer);
  await untilShown('/blog/post-9', `Storm, event ${storm - 1}.`);
  await untilShown('/blog/post-19', 'Before the crash');
  const file = join(site.config.dataDirectory, 'publish', 'events.json');
  await expect.poll(() => readFile(file, 'utf8')).toBe('[]');
  await untilIdle();
  const runs = server.log.filter((line) => /"publish\.(?:done|failed)"/.test(line));
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

test('a process killed at any point leaves whole pages, and the next walk makes the others', async () => {
  await untilIdle();
  const { config, renderer, siteDirectory } = site;
  const file = join(import.meta.dirname, '../../../src/engine/pages/page-process.ts');
  const rounds = scaled(1, 20);
  for (let round = 1; round <= rounds; round += 1) {
    site.service.publish(makePost(round, { title: `Killed in round ${round}` }));
    await pullContent(config);
    const child = fork(file, { stdio: 'ignore' });
    const ended = once(child, 'close');
    const paths = Array.from({ length: 20 }, (_, number) => `/blog/post-${number}`);
    for (const [id, path] of paths.entries()) {
      const asked = { type: 'check', paths: [path] } as const;
      const task = { config, siteDirectory, renderer, ...asked };
      child.send({ id, task: task satisfies PagesSite & PageTask });
    }
    let messages = 0;
    child.on('message', () => {
      if (++messages >= round) child.kill('SIGKILL');
    });
    await ended;
    for (const { name, location } of listSiteFiles(siteDirectory))
      if (name.endsWith('.html')) expect(await readFile(location, 'utf8')).toMatch(/<\/html>$/);
  }
  await site.publish();
  const healed = new Map(listSiteFiles(siteDirectory).map((one) => [one.name, one.location]));
  for (let round = 1; round <= rounds; round += 1)
    expect(await readFile(healed.get(`blog/post-${round}.html`) ?? '', 'utf8')).toContain(
      `Killed in round ${round}`,
    );
});
