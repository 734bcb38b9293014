/** Publishes on the Node server, from the event of Contentful to the page that a visitor reads. */
import '../support/quick-server.ts';
import '../support/no-follow-up.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listReleaseFiles, openRelease } from '../../../src/engine/publish/index.ts';
import type { WorkerTask } from '../../../src/engine/publish/process.ts';
import { startServer, type RunningServer } from '../../../src/engine/serve/node/server.ts';
import type { RawEntry } from '../../../scripts/content-service/service.ts';
import { makePost } from '../../fixtures/space.ts';
import { scaled } from '../../support/scale.ts';
import { signAt, webhookSecret } from '../../../scripts/bench/support/signed-requests.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;
let server: RunningServer;
let log: string[] = [];

const start = async (renderer = Promise.resolve(site.renderer)) => {
  log = [];
  return startServer({
    config: {
      ...site.config,
      server: { ...site.config.server, port: 0 },
      webhookSecret,
      reconcileMinutes: 0,
    },
    openSite: async () => {
      const opened = await openRelease(site.config);
      if (!opened) throw new Error('There is no release.');
      return {
        site: opened,
        publishing: { prepareRenderer: () => renderer },
      };
    },
    log: (line) => log.push(line),
  });
};

beforeAll(async () => {
  site = await openPublishedSite(30);
  await site.publish();
  server = await start();
});
afterAll(async () => {
  await server.close();
  await site.close();
});

let signed = 0;
/** Sends an event as Contentful does. Each event has another time, because a signature counts once. */
const announce = (sys: object) => {
  const { headers, body } = signAt(Date.now() - (signed++ % 20_000), {
    method: 'POST',
    path: '/api/webhooks/contentful',
    headers: { 'content-type': 'application/vnd.contentful.management.v1+json' },
    body: JSON.stringify({ sys, fields: {} }),
  });
  return fetch(`${server.url}/api/webhooks/contentful`, { method: 'POST', headers, body });
};

const get = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, text: await response.text() };
};
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
const countRuns = () =>
  log.filter((line) => /"event":"publish\.(?:done|healed|failed)"/.test(line)).length;
/** Waits until no publish runs or waits. */
const untilIdle = () =>
  until(async () => {
    const { text } = await get('/api/health');
    expect(JSON.parse(text)).toMatchObject({ building: false, failedPublishes: 0 });
  });

const publish = (entry: RawEntry) => announce(site.service.publish(entry).sys);

test('an edit goes live on the page, in its list, the feed and the build receipt', async () => {
  const before: unknown = JSON.parse((await get('/build.json')).text);
  const response = await publish(makePost(3, { title: 'Edited and announced' }));
  expect(response.status).toBe(202);
  await until(async () => {
    expect((await get('/blog/post-3')).text).toContain('Edited and announced');
  });
  expect((await get('/blog')).text).toContain('Edited and announced');
  expect((await get('/rss.xml')).text).toContain('Edited and announced');
  const receipt: unknown = JSON.parse((await get('/build.json')).text);
  expect(receipt).not.toEqual(before);
});

test('a new post answers 200, an unpublished one 410', async () => {
  await publish(makePost(90, { publishedDate: '2026-10-31' }));
  await until(async () => {
    expect(await get('/blog/post-90')).toMatchObject({ status: 200 });
  });
  site.service.unpublish('many-90');
  await announce({ type: 'DeletedEntry', id: 'many-90' });
  await until(async () => {
    expect(await get('/blog/post-90')).toMatchObject({ status: 410 });
  });
  expect((await get('/blog/post-90')).text).toContain('Blog post not found');
});

/** Fetches the status and the target of an address without following a redirect. */
const ask = async (path: string) => {
  const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
  return [status, headers.get('location')];
};

test('an old address leads to its post, across renames', async () => {
  for (const slug of ['first', 'second', 'first', 'third']) {
    await publish(makePost(91, { slug, publishedDate: '2026-10-30' }));
    await until(async () => {
      expect(await ask(`/blog/${slug}`)).toEqual([200, null]);
    });
  }
  const { headers } = await fetch(`${server.url}/blog/first`, { redirect: 'manual' });
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  // The address book follows its release.
  await until(async () => {
    expect(await ask('/blog/second')).toEqual([301, '/blog/third']);
  });
  expect(await ask('/blog/first?from=mail')).toEqual([301, '/blog/third?from=mail']);

  // Another post takes one of the addresses, and then the first post is unpublished.
  await publish(makePost(92, { slug: 'second', publishedDate: '2026-10-29', tags: ['Only here'] }));
  await until(async () => {
    expect(await ask('/blog/second')).toEqual([200, null]);
  });
  await until(async () => {
    expect(await ask('/blog/first')).toEqual([301, '/blog/third']);
  });
  expect(await ask('/blog/tag/only-here')).toEqual([200, null]);
  site.service.unpublish('many-91');
  await announce({ type: 'DeletedEntry', id: 'many-91' });
  await until(async () => {
    expect(await ask('/blog/first')).toEqual([410, null]);
  });
  expect(await ask('/blog/second')).toEqual([200, null]);
  site.service.unpublish('many-92');
  await announce({ type: 'DeletedEntry', id: 'many-92' });
  await until(async () => {
    expect(await ask('/blog/tag/only-here')).toEqual([410, null]);
  });

  await publish(makePost(91, { slug: 'third', publishedDate: '2026-10-30' }));
  await until(async () => {
    expect(await ask('/blog/first')).toEqual([301, '/blog/third']);
  });
  site.service.unpublish('many-91');
  await announce({ type: 'DeletedEntry', id: 'many-91' });
  await until(async () => {
    expect(await ask('/blog/third')).toEqual([410, null]);
  });
});

test('a live item that a visitor reads becomes a page without an event', async () => {
  await untilIdle();
  site.service.publish(makePost(93, { slug: 'no-event-came' }));
  expect((await get('/blog/no-event-came')).status).toBe(404);
  expect((await get('/api/blog/no-event-came')).status).toBe(200);
  await until(async () => {
    expect((await get('/blog/no-event-came')).status).toBe(200);
  });
});

test('a post renamed to a reserved slug is logged and gone, and its old address leads on after the correction', async () => {
  await untilIdle();
  await publish(makePost(93, { slug: 'tag' }));
  await until(async () => {
    expect(await ask('/blog/no-event-came')).toEqual([410, null]);
  });
  const line: unknown = JSON.parse(log.find((one) => one.includes('entry.left-out')) ?? 'null');
  expect(line).toMatchObject({
    contentType: 'blogPost',
    entry: 'many-93',
    title: 'Post number 93',
    reason: expect.stringContaining("slug is 'tag'") as string,
  });
  await publish(makePost(93, { slug: 'mended' }));
  await until(async () => {
    expect(await ask('/blog/no-event-came')).toEqual([301, '/blog/mended']);
  });
});

test('an outage of the content service leaves the site unchanged and delays the event', async () => {
  await untilIdle();
  const entry = site.service.publish(makePost(93, { slug: 'renamed-meanwhile' }));
  await site.service.setFaults({ kind: 'server-error' });
  await announce(entry.sys);
  await until(async () => {
    expect(JSON.parse((await get('/api/health')).text)).toMatchObject({ status: 'degraded' });
  });
  expect(await ask('/blog/mended')).toEqual([200, null]);
  await site.service.setFaults();
  await until(async () => {
    expect(await ask('/blog/mended')).toEqual([301, '/blog/renamed-meanwhile']);
  });
  expect(await ask('/blog/no-event-came')).toEqual([301, '/blog/renamed-meanwhile']);
});

test('two posts that exchange their slugs exchange their addresses', async () => {
  await untilIdle();
  for (const [number, slug] of [
    [93, 'post-24'],
    [24, 'renamed-meanwhile'],
  ] as const)
    site.service.publish(makePost(number, { slug }));
  await announce({ type: 'Entry', id: 'many-24', revision: 1 });
  await until(async () => {
    expect((await get('/blog/post-24')).text).toContain('Post number 93');
  });
  await publish(makePost(24, { slug: 'of-its-own' }));
  await until(async () => {
    expect(await ask('/blog/renamed-meanwhile')).toEqual([301, '/blog/of-its-own']);
  });
  expect(await ask('/blog/post-24')).toEqual([200, null]);
  expect(await ask('/blog/mended')).toEqual([301, '/blog/post-24']);
});

test('a post dated in the future appears by itself at its time', async () => {
  await untilIdle();
  const due = new Date(Date.now() + 8000).toISOString();
  await publish(makePost(95, { publishedDate: due, title: 'Of the future' }));
  await until(async () => {
    expect(JSON.parse((await get('/build.json')).text)).toMatchObject({ nextDue: due });
  });
  expect((await get('/blog/post-95')).status).toBe(404);
  await vi.waitFor(async () => expect((await get('/blog/post-95')).status).toBe(200), {
    timeout: 60_000,
    interval: 500,
  });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(due));
  expect((await get('/rss.xml')).text).toContain('Of the future');
});

test('an event whose revision never appears delays no other event', async () => {
  await untilIdle();
  await announce({ type: 'Entry', id: 'many-5', revision: 9999 });
  await publish(makePost(6, { title: 'Beside one that never shows' }));
  // The publisher asks for the other event for a minute.
  await vi.waitFor(
    async () => expect((await get('/blog/post-6')).text).toContain('Beside one that never shows'),
    { timeout: 20_000, interval: 50 },
  );
}, 90_000);

describe('after a restart in the middle of a publish', () => {
  let renderer: PromiseWithResolvers<typeof site.renderer>;
  beforeAll(async () => {
    await untilIdle();
    await publish(makePost(22, { title: 'Before the crash' }));
    await server.close();
    renderer = Promise.withResolvers();
    server = await start(renderer.promise);
  });

  test('past addresses lead on before the first publish', async () => {
    for (const path of ['/blog/mended', '/blog/no-event-came'])
      expect(await ask(path)).toEqual([301, '/blog/post-24']);
    expect(await ask('/blog/third')).toEqual([410, null]);
  });

  const storm = scaled(60, 1000);

  test(`${storm} events in a row cause at most two publishes, and the second has the last event`, async () => {
    const statuses = new Set<number>();
    for (let number = 0; number < storm; number += 10) {
      const events = Array.from({ length: 10 }, (_, index) =>
        publish(makePost((number + index) % 20, { title: `Storm, event ${number + index}.` })),
      );
      for (const { status } of await Promise.all(events)) statuses.add(status);
    }
    expect([...statuses]).toEqual([202]);
    // The first publish of the new server has waited until all events arrived.
    renderer.resolve(site.renderer);
    await until(async () => {
      expect((await get('/blog/post-19')).text).toContain(`Storm, event ${storm - 1}.`);
    });
    await untilIdle();
    expect(countRuns()).toBeLessThanOrEqual(2);
  });

  test('the event from before the restart is published, and no event is left', async () => {
    expect((await get('/blog/post-22')).text).toContain('Before the crash');
    await until(async () => {
      const events = join(site.config.dataDirectory, 'publish', 'events.json');
      expect(await readFile(events, 'utf8')).toBe('[]');
    });
  });
});

test(
  'every page and its files are there for visitors during publishes',
  async ({ task }) => {
    await untilIdle();
    const paths = ['/', '/blog', '/blog/page/2', '/blog/post-1', '/blog/post-12', '/services'];
    const wanted = scaled(300, 100_000);
    const publishes = scaled(2, 20);
    const failures: string[] = [];
    let requests = 0;
    let isPublishing = true;
    const ask = async (path: string) => {
      requests += 1;
      const { status, text } = await get(path);
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
      const title = `Seen by visitors in round ${round}.`;
      await publish(makePost(12, { title }));
      await until(async () => {
        expect((await get('/blog/post-12')).text).toContain(title);
      });
    }
    isPublishing = false;
    await visitors;
    task.meta.counted = `${requests} requests through ${publishes} publishes`;
    expect(failures).toEqual([]);
  },
  scaled(120_000, 3_600_000),
);

const processFile = fileURLToPath(
  new URL('../../../src/engine/publish/worker.ts', import.meta.url),
);

test('a process killed at any point leaves a whole release, and the next publish completes it', async () => {
  await untilIdle();
  const { config, renderer, siteDirectory } = site;
  const rounds = scaled(2, 20);
  for (let round = 0; round < rounds; round += 1) {
    site.service.publish(makePost(round, { title: `Killed in round ${round}` }));
    const child = fork(processFile, { stdio: 'ignore' });
    const ended = once(child, 'close');
    child.send({ config, publish: { siteDirectory, renderer }, whole: true } satisfies WorkerTask);
    await Promise.race([
      new Promise((go) => setTimeout(go, 250 + ((round * 3) % 10) * 200)),
      ended,
    ]);
    child.kill('SIGKILL');
    await ended;
    for (const [name, path] of listReleaseFiles(site.siteDirectory))
      if (name.endsWith('.html')) expect(await readFile(path, 'utf8')).toMatch(/<\/html>$/);
  }
  await site.publish();
  const healed = await site.readReleased();
  await site.publish({ whole: true });
  expect(await site.readReleased()).toEqual(healed);
  for (let round = 0; round < rounds; round += 1)
    expect(healed.get(`blog/post-${round}.html`)).toContain(`Killed in round ${round}`);
});
