/** Live content: the real client against the embedded service, faults included. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { messages } from '../../src/data/messages.ts';
import { builtInResources } from '../../src/engine/content/fallback/index.ts';
import { createApp } from '../../src/engine/serve/app.ts';
import { createAskLive, createContentApi, createMakeLive } from '../../src/engine/serve/live.ts';
import type { Handler } from '../../src/engine/serve/http.ts';
import { images, settingsOf } from '../fixtures/content.ts';
import { fixtureSpace, makePost } from '../fixtures/space.ts';
import { exchange } from './support/exchange.ts';
import { createServedFiles } from './support/served-files.ts';

const siteUrl = 'http://127.0.0.1';
let service: ContentService;
let app: Handler;
let clock = 0;
const logged: unknown[] = [];
const log = (line: object) => logged.push(line);

beforeAll(async () => {
  service = await startContentService({ space: fixtureSpace, images });
  const make = createMakeLive(service.account, siteUrl, null);
  const endpoints = createContentApi(createAskLive(make, { log, now: () => clock }));
  app = createApp({ siteUrl, log, endpoints });
});
afterAll(() => service.close());

const get = async (path: string) => {
  const response = await app(new Request(siteUrl + path), '127.0.0.1');
  const body: unknown = await response.json();
  return { status: response.status, body };
};
/** Lets the answers that visitors share grow old. */
const wait = () => {
  clock += 5001;
};

test('the API has an item that was published a moment ago', async () => {
  const unknown = { status: 404, body: { error: messages.blog.notFound } };
  expect(await get('/api/blog/post-1')).toEqual(unknown);
  service.publish(makePost(1, { title: 'Brand new' }));
  wait();
  expect((await get('/api/blog/post-1')).body).toMatchObject({ title: 'Brand new' });
});

test('the API asks the content service once for fifty requests at the same time', async () => {
  wait();
  const before = service.requests.length;
  const crowd = Array.from({ length: 50 }, () => get('/api/resources/crm-migration-workbook'));
  await Promise.all(crowd);
  expect(service.requests.length - before).toBe(1);
});

test.each<[path: string, status: number, error?: string]>([
  ['/api/blog', 502, messages.blog.listFailed],
  ['/api/blog/why-your-growth-stalled', 502, messages.blog.postFailed],
  ...builtInResources.map(({ slug }): [string, number] => [`/api/resources/${slug}`, 200]),
])('while the service fails, %s gets %i', async (path, status, error) => {
  wait();
  await service.setFaults({ kind: 'unauthorized' });
  const answer = await get(path);
  await service.setFaults();
  expect(answer).toMatchObject(error === undefined ? { status } : { status, body: { error } });
  expect(JSON.stringify(logged)).not.toContain(service.account.deliveryToken);
  wait();
  expect((await get(path)).status).toBe(200);
});

const hasProcessList = spawnSync('pgrep', ['-V']).error === undefined;
test.runIf(hasProcessList)(
  'an answer is made in a process of its own: without one the visitor reads a sentence, and the next has another',
  async () => {
    const site = await createServedFiles({ 'index.html': 'Home' });
    const server = await site.start(settingsOf(service.account));
    onTestFinished(() => server.close());
    await service.setFaults({ kind: 'hang' });
    const asked = exchange(`${server.url}/api/blog`);
    const findProcess = () =>
      spawnSync('pgrep', ['-P', String(process.pid), '-f', 'live-process']).stdout.toString();
    await expect.poll(findProcess).not.toBe('');
    expect((await exchange(server.url)).status).toBe(200);
    process.kill(Number(findProcess()), 'SIGKILL');
    expect(await asked).toMatchObject({
      status: 502,
      body: expect.stringContaining('again later'),
    });
    await service.setFaults();
    expect((await exchange(`${server.url}/api/blog`)).status).toBe(200);
  },
);
