/** Live content on the Node server, faults of the content service included. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startContentService } from '#scripts/content-service/service.ts';
import { messages } from '#data/messages.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { settingsOf } from '../fixtures/content.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { closing } from '../support/closing.ts';
import { exchange } from './support/exchange.ts';
import { createServedFiles } from './support/served-files.ts';

const service = closing(await startContentService({ space: fixtureSpace }));
const site = await createServedFiles({ 'index.html': 'Home' });
const server = closing(await site.start(settingsOf(service.account)));
const get = (path: string) => exchange(server.url + path);

test('the content service is asked once for fifty requests at the same time', async () => {
  const before = service.requests.length;
  const crowd = Array.from({ length: 50 }, () => get('/api/resources/crm-migration-workbook'));
  for (const { status } of await Promise.all(crowd)) expect(status).toBe(200);
  expect(service.requests.length - before).toBe(1);
});

test.each<[path: string, status: number, error?: string]>([
  ['/api/blog', 502, messages.posts.listFailed],
  ['/api/blog/why-your-growth-stalled', 502, messages.posts.failed],
  [`/api/resources/${builtInResources[0]?.slug}`, 200],
])('while the service fails, %s gets %i', async (path, status, error) => {
  await service.setFaults({ kind: 'unauthorized' });
  const answer = await get(path);
  await service.setFaults();
  expect(answer.status).toBe(status);
  if (error !== undefined) expect(JSON.parse(answer.body)).toEqual({ error });
  if (error !== undefined) expect(site.log.join()).toContain('"event":"content.failed"');
  expect(site.log.join()).not.toContain(service.account.deliveryToken);
  expect((await get(path)).status).toBe(200);
});

const hasProcessList = spawnSync('pgrep', ['-V']).error === undefined;
test.runIf(hasProcessList)(
  'an answer is made in a process of its own: without one the visitor reads a sentence, and the next has another',
  async () => {
    const findProcess = () =>
      spawnSync('pgrep', ['-P', String(process.pid), '-f', 'pull-process']).stdout.toString();
    await service.setFaults({ kind: 'hang' });
    const { length } = service.requests;
    const asked = get('/api/resources');
    await expect.poll(() => service.requests.length).toBeGreaterThan(length);
    expect((await get('/')).status).toBe(200);
    const found = Number(findProcess());
    expect(found).toBeGreaterThan(0);
    process.kill(found, 'SIGKILL');
    expect(await asked).toMatchObject({
      status: 502,
      body: expect.stringContaining('again later'),
    });
    await service.setFaults();
    expect((await get('/api/resources')).status).toBe(200);
  },
);
