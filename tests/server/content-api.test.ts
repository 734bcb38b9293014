/** Live content: the real client against the embedded service, faults included. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { createContentClient, createFetchLive } from '../../src/engine/content/index.ts';
import { createApp } from '../../src/engine/serve/app.ts';
import { createContentApi } from '../../src/engine/serve/live.ts';
import type { Handler } from '../../src/engine/serve/http.ts';
import { createAskLive } from '../../src/engine/serve/live.ts';
import { images } from '../fixtures/content.ts';
import { fixtureSpace, makePost } from '../fixtures/space.ts';

const siteUrl = 'http://127.0.0.1';
let service: ContentService;
let app: Handler;
let clock = 0;
const logged: unknown[] = [];
const log = (line: object) => logged.push(line);

beforeAll(async () => {
  service = await startContentService({ space: fixtureSpace, images });
  const client = createContentClient(service.account, { deadlineMs: 60_000 });
  const fetchLive = createFetchLive(client, siteUrl, () => new Date());
  const endpoints = createContentApi(createAskLive(fetchLive, { log, now: () => clock }));
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
  const unknown = { status: 404, body: { error: 'Blog post not found' } };
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

test.each([
  ['/api/blog', 502, 'Failed to load blog posts. Please try again later.'],
  [
    '/api/blog/why-your-growth-stalled',
    502,
    'Failed to load the blog post. Please try again later.',
  ],
  ['/api/resources/growth-playbook', 200, undefined], // built in
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
