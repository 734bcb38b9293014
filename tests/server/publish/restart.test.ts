/** A server on a folder with content: served at once, whatever the rest does; nothing stays behind. */
import '../../support/short-waits.ts';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TaskError } from '#engine/processes/index.ts';
import { startPullProcess } from '#engine/pull/index.ts';
import { sealBundle } from '#engine/origin/bundle.ts';
import { prepareBundle, type Bundle } from '#engine/origin/index.ts';
import { startOrigin, startServer, type Publishing } from '#engine/front/index.ts';
import { settingsOf } from '../../fixtures/content.ts';
import { makePost } from '../../fixtures/many-posts.ts';
import { fixtureSpace } from '../../fixtures/space.ts';
import { closing } from '../../support/closing.ts';
import { scaled } from '../../support/scale.ts';
import { exchange } from '../support/exchange.ts';
import { startProcess } from '../support/start-process.ts';
import { openPublishedSite, serveSite } from '../support/open-site.ts';

const site = closing(await openPublishedSite());
await site.pull();

const getHealth = async ({ url }: { url: string }) =>
  (await fetch(`${url}/api/health`)).json() as unknown;
const untilStatus = (server: { url: string }, status: string) =>
  expect.poll(() => getHealth(server)).toMatchObject({ status });
const untilHealth = (server: { url: string }, status: string) =>
  expect.poll(() => getHealth(server)).toMatchObject({ status, building: false });

test('the content of another space, environment, address or of drafts is not shown', async () => {
  const { config, bundle } = site;
  const { contentful } = config;
  (await startOrigin(bundle, config)).origin.end();
  for (const other of [
    { ...config, site: { ...config.site, url: 'https://www.other.test' } },
    { ...config, contentful: { ...contentful, spaceId: 'other' } },
    { ...config, contentful: { ...contentful, environment: 'other' } },
    { ...config, contentful: { ...contentful, showsDrafts: true } },
  ])
    await expect(startOrigin(bundle, other)).rejects.toThrow();
});

/** The site as earlier code left it: its bundle has another name, and a script that the own one lacks. */
async function serveEarlierCode(publishing: Partial<Publishing>) {
  const directory = join(site.folder, 'earlier');
  await cp(site.bundle.directory, directory, { recursive: true });
  await writeFile(join(directory, 'client', '_astro', 'earlier.js'), 'export {}');
  await sealBundle(directory);
  return closing(await serveSite({ ...site, shown: { directory, code: 'earlier' } }, publishing));
}

test('earlier code serves until the new code is bundled, and its scripts stay for open pages', async () => {
  const bundle = Promise.withResolvers<Bundle>();
  const server = await serveEarlierCode({ prepareBundle: () => bundle.promise });
  expect((await server.get('/')).status).toBe(200);
  expect((await server.get('/_astro/earlier.js')).status).toBe(200);
  expect(await server.getHealth()).toMatchObject({ building: true });
  site.service.publish(makePost(7, { title: 'By the new code' }));
  bundle.resolve(site.bundle);
  await expect.poll(async () => (await server.get('/blog/post-7')).text).toContain('By the new');
  await untilHealth(server, 'ok');
  expect((await server.get('/_astro/earlier.js')).status).toBe(200);
});

test('what a killed process left of a bundle goes with the next one, and one that another process makes stays', async () => {
  const bundles = join(site.config.dataDirectory, 'renderer');
  const left = join(bundles, `code.${spawnSync(process.execPath, ['--version']).pid}`);
  const running = join(bundles, `code.${process.ppid}`);
  for (const folder of [left, running]) await mkdir(join(folder, 'client'), { recursive: true });
  await prepareBundle(site.config);
  expect([existsSync(left), existsSync(running)]).toEqual([false, true]);
});

test('earlier code goes on when the new code cannot be bundled', async () => {
  const failing = () =>
    Promise.reject(
      new TaskError('site', 'The code could not be bundled; the lines above say why.'),
    );
  const server = await serveEarlierCode({ prepareBundle: failing });
  await untilStatus(server, 'degraded');
  expect(server.log.join()).toContain('pull.failed","error":"The code could not be bundled');
  expect((await server.get('/')).status).toBe(200);
});

test('the content stays in force while the disk is full, and the changes come once it has room', async () => {
  const sign = join(site.folder, 'full-disk');
  await writeFile(sign, '');
  vi.stubEnv('FULL_DISK', sign);
  const preload = new URL('../support/full-disk.ts', import.meta.url);
  vi.stubEnv('NODE_OPTIONS', `--import ${preload.href}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  site.service.publish(makePost(4, { title: 'Written to a full disk' }));
  const server = closing(await serveSite(site));
  await untilHealth(server, 'degraded');
  expect((await server.get('/blog')).status).toBe(200);
  for (const line of server.log.filter((one) => one.includes('pull.failed')))
    expect(line).toContain('its disk is full.');
  await rm(sign);
  await expect.poll(() => server.get('/blog/post-4')).toMatchObject({ status: 200 });
  await untilHealth(server, 'ok');
});

test('an address that a server shows from its start leads on when the first pull renames the entry', async () => {
  site.service.publish(makePost(8, { slug: 'before' }));
  // As a process that was killed before it kept the addresses.
  await site.pull();
  site.service.publish(makePost(8, { slug: 'after' }));
  const server = closing(await serveSite(site));
  const after = { status: 301, location: '/blog/after' };
  await expect.poll(() => server.get('/blog/before')).toMatchObject(after);
});

test('who waits for a page while the server stops still gets the page', async () => {
  const { origin, ...shown } = await startOrigin(site.bundle, site.config);
  const begun = Promise.withResolvers<undefined>();
  const ask: typeof origin.ask = (...asked) => {
    begun.resolve(undefined);
    return origin.ask(...asked);
  };
  const server = await startServer({
    config: site.config,
    openSite: () => Promise.resolve({ shown: { ...shown, origin: { ...origin, ask } } }),
    log: () => undefined,
  });
  const answered = exchange(`${server.url}/blog`);
  await begun.promise;
  const [{ status }] = await Promise.all([answered, server.close()]);
  expect(status).toBe(200);
});

/** Runs `npm start` as a process, until its server answers. */
const startCommand = () =>
  startProcess([join('src', 'engine', 'commands', 'start.ts')], {
    SITE_URL: site.config.site.url,
    DATA_DIR: site.config.dataDirectory,
    ...settingsOf(site.config.contentful),
  });

const rounds = scaled(0, 40);
// month.test.ts has one kill and one fault.
test.runIf(rounds > 0)(
  'npm start serves the last content whatever the content service does, and leaves no process when it is killed',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const kind = (['refuse', 'hang', 'drip', 'html', 'empty-items'] as const)[round];
      if (kind) await site.service.setFaults({ kind });
      site.service.publish(makePost(1, { title: `Changed in round ${round}` }));
      const { url, end } = await startCommand();
      for (let visit = 0; visit <= (round * 37) % 200; visit += 1)
        expect(await (await fetch(`${url}/blog`)).text()).toContain('</html>');
      if (kind) await untilHealth({ url }, 'degraded');
      await end(round % 4 === 1 ? 'SIGTERM' : 'SIGKILL');
      await site.service.setFaults();
    }
  },
);

test('the first pull alone may lose most entries of a type; what is held back later goes with the command that accepts it', async () => {
  for (const number of [1, 2, 3, 4]) site.service.publish(makePost(number));
  for (const { sys } of fixtureSpace.entries) site.service.unpublish(sys.id);
  const server = closing(await serveSite(site, { acceptFewer: true }));
  await expect.poll(() => server.get('/blog/sales-calls')).toMatchObject({ status: 410 });
  for (const number of [1, 2, 3, 4]) site.service.unpublish(`many-${number}`);
  void server.update();
  await expect.poll(() => server.log.join()).toContain('"event":"content.held"');
  expect((await server.get('/blog/post-1')).status).toBe(200);
  expect(await server.getHealth()).toMatchObject({ status: 'ok' });
  const { pull, end } = startPullProcess(site.config);
  await pull({ acceptFewer: true }).finally(end);
  await expect.poll(() => server.get('/blog/post-1')).toMatchObject({ status: 410 });
});
