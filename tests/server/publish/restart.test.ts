/** `npm start` on a folder with a release: served at once, whatever the rest does; nothing stays behind. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPublishedSite, makePost } from '../../../scripts/bench/support/published-site.ts';
import { PublishError } from '../../../src/adapters/node/publish/job.ts';
import { readReleasedSite } from '../../../src/adapters/node/publish/released-site.ts';
import { startServer } from '../../../src/adapters/node/server.ts';
import { scaled } from '../../support/scale.ts';
import { startCommand } from '../support/npm-start.ts';

let site: Awaited<ReturnType<typeof createPublishedSite>>;
beforeAll(async () => {
  site = await createPublishedSite(0, inject('renderers'));
  await site.publish();
  await cp(inject('renderers'), join(site.config.dataDirectory, 'renderer'), { recursive: true });
});
afterAll(() => site.close());

const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};
const getHealth = async (url: string): Promise<unknown> =>
  JSON.parse((await get(`${url}/api/health`)).text);
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

test('a release of another space, environment or address is not found', async () => {
  const { config } = site;
  const { contentful } = config;
  expect(await readReleasedSite(config)).not.toBeNull();
  for (const other of [
    { ...config, site: { ...config.site, url: 'https://www.other.test' } },
    { ...config, contentful: { ...contentful, spaceId: 'other' } },
    { ...config, contentful: { ...contentful, environment: 'other' } },
    { ...config, contentful: { ...contentful, showsDrafts: true } },
  ])
    expect(await readReleasedSite(other)).toBeNull();
});

test('the release is served while new code is bundled, and stays when that fails', async () => {
  const renderer = Promise.withResolvers<typeof site.renderer>();
  const released = await readReleasedSite(site.config);
  if (!released) throw new Error('There is no release.');
  const server = await startServer({
    config: { ...site.config, server: { ...site.config.server, port: 0 }, reconcileMinutes: 0 },
    openSite: () =>
      Promise.resolve({ site: released, publishing: { prepareRenderer: () => renderer.promise } }),
    log: () => undefined,
  });
  expect((await get(server.url)).status).toBe(200);
  expect(await getHealth(server.url)).toMatchObject({ building: true });
  renderer.reject(new PublishError('site', 'The code could not be bundled.'));
  await until(async () =>
    expect(await getHealth(server.url)).toMatchObject({ status: 'degraded', building: false }),
  );
  expect((await get(server.url)).status).toBe(200);
  await server.close();
});

describe('npm start', () => {
  const start = () => startCommand(site);

  test('serves the release of the folder, says so, and then what changed meanwhile', async () => {
    site.service.publish(makePost(1, { title: 'Written while nothing ran' }));
    const { url, lines, end } = await start();
    expect((await get(url)).status).toBe(200);
    expect(lines[0]).toMatch(/^Serving the previous release/);
    await until(async () => {
      expect(lines).toContain('The new release is live.');
      expect((await get(`${url}/blog/post-1`)).text).toContain('Written while nothing ran');
    });
    await end('SIGTERM');
  });

  const faults = ['refuse', 'hang', 'unauthorized', 'drip', 'html', 'empty-items'] as const;
  test.for(faults.slice(0, scaled(3, faults.length)))(
    'serves it whatever the content service does: %s',
    { timeout: 90_000 },
    async (kind) => {
      await site.service.setFaults({ kind });
      onTestFinished(() => site.service.setFaults());
      const { url, end } = await start();
      expect((await get(`${url}/blog`)).status).toBe(200);
      if (kind !== 'hang' && kind !== 'drip')
        await until(async () => expect(await getHealth(url)).toMatchObject({ status: 'degraded' }));
      expect((await get(`${url}/blog`)).status).toBe(200);
      await end('SIGTERM');
    },
  );

  test(
    'leaves no process behind, killed or stopped at any moment',
    async () => {
      const rounds = scaled(4, 40);
      for (let round = 0; round < rounds; round += 1) {
        site.service.publish(makePost(1, { title: `Changed in round ${round}` }));
        const { end } = await start();
        await new Promise((resolve) => setTimeout(resolve, (round * 350) % 2500));
        await end(round % 4 === 1 ? 'SIGTERM' : 'SIGKILL');
      }
      const { url, end } = await start();
      await until(async () => {
        expect((await get(`${url}/blog/post-1`)).text).toContain(`Changed in round ${rounds - 1}`);
      });
      await end('SIGTERM');
    },
    scaled(90_000, 900_000),
  );
});
