/** A server on a folder with a release: served at once, whatever the rest does; nothing stays behind. */
import '../../support/short-waits.ts';
import '../support/no-follow-up.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getSnapshotDirectory } from '../../../src/config.ts';
import { snapshotFile } from '../../../src/engine/content/index.ts';
import { openRelease, publish, PublishError } from '../../../src/engine/publish/index.ts';
import type * as Processes from '../../../src/engine/publish/process.ts';
import { makePost } from '../../fixtures/space.ts';
import { scaled } from '../../support/scale.ts';
import { createDiskFault, diskFaults } from '../support/disk-fault.ts';
import { startCommand } from '../support/npm-start.ts';
import { openPublishedSite, serveSite, type PublishedSite } from '../support/open-site.ts';
import { createFolder } from '../support/served-files.ts';

let site: PublishedSite;
beforeAll(async () => {
  site = await openPublishedSite(0);
  await site.publish();
});
afterAll(() => site.close());

/** Starts a server that ends with the test. */
async function serveHere(renderer?: Promise<PublishedSite['renderer']>) {
  const server = await serveSite(site, renderer);
  onTestFinished(() => server.close());
  return server;
}
const untilDegraded = (server: { getHealth: () => Promise<object> }) =>
  expect.poll(() => server.getHealth()).toMatchObject({ status: 'degraded', building: false });

test('a release of another space, environment or address is not found', () => {
  const { config } = site;
  const { contentful } = config;
  expect(openRelease(config)).not.toBeNull();
  for (const other of [
    { ...config, site: { ...config.site, url: 'https://www.other.test' } },
    { ...config, contentful: { ...contentful, spaceId: 'other' } },
    { ...config, contentful: { ...contentful, environment: 'other' } },
    { ...config, contentful: { ...contentful, showsDrafts: true } },
  ])
    expect(openRelease(other)).toBeNull();
});

test('the release is served while new code is bundled, and stays when that fails', async () => {
  const renderer = Promise.withResolvers<typeof site.renderer>();
  const server = await serveHere(renderer.promise);
  expect((await server.get('/')).status).toBe(200);
  expect(await server.getHealth()).toMatchObject({ building: true });
  renderer.reject(new PublishError('site', 'The code could not be bundled.'));
  await untilDegraded(server);
  expect((await server.get('/')).status).toBe(200);
});

test.each([
  ['cannot be rendered', "throw new Error('broken')", 'could not be rendered'],
  ['take too long', 'await new Promise((go) => setTimeout(go, 1e9));', 'did not finish in time'],
])('the release stays in force when the pages %s', async (_, code, reason) => {
  const { path, remove } = await createFolder({ 'server/entry.mjs': code });
  onTestFinished(remove);
  const renderer = { directory: path, code: 'other' };
  await expect(publish({ ...site, renderer }, { silence: 3000 })).rejects.toThrow(reason);
  expect(openRelease(site.config)).not.toBeNull();
});

describe('on a broken disk', () => {
  async function breakDisk(code: (typeof diskFaults)[number][0]) {
    const disk = createDiskFault(site.folder);
    for (const [name, value] of Object.entries(disk.env)) vi.stubEnv(name, value);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await disk.end();
    });
    await disk.begin(code);
    return disk;
  }

  test('the release stays in force until the disk has room again', async () => {
    const disk = await breakDisk('ENOSPC');
    site.service.publish(makePost(4, { title: 'Written to a full disk' }));
    const server = await serveHere();
    await untilDegraded(server);
    expect((await server.get('/blog')).status).toBe(200);
    for (const line of server.log.filter((one) => one.includes('publish.failed')))
      expect(line).toContain('its disk is full.');
    const { followUp } = await vi.importActual<typeof Processes>(
      '../../../src/engine/publish/process.ts',
    );
    expect((await followUp(site)).failures.join()).toContain('its disk is full.');
    await disk.end();
    await expect.poll(() => server.get('/blog/post-4')).toMatchObject({ status: 200 });
    await expect.poll(() => server.getHealth()).toMatchObject({ status: 'ok' });
  });

  // tests/unit/disk/disk.test.ts has a sentence for every fault.
  test.for(diskFaults.slice(0, scaled(1, diskFaults.length)))(
    'a publish that meets %s changes nothing',
    async ([code, sentence]) => {
      const before = await site.readReleased();
      await breakDisk(code);
      site.service.publish(makePost(5, { title: `Written against ${code}` }));
      await expect(site.publish()).rejects.toThrow(new PublishError('disk', sentence));
      expect(await site.readReleased()).toEqual(before);
    },
  );
});

test('a damaged body of a post is noticed when a page needs it, and healed', async () => {
  const { config, service } = site;
  service.publish(makePost(2));
  await site.publish();
  const server = await serveHere();
  const database = new DatabaseSync(join(getSnapshotDirectory(config), snapshotFile));
  onTestFinished(() => database.close());
  const read = database.prepare("SELECT content FROM body WHERE id = 'many-2'");
  const body = read.get();
  database.exec("UPDATE body SET content = content || ' ' WHERE id = 'many-2'");
  service.publish(makePost(3, { title: 'Needs the feed' }));
  server.update();
  // The log line follows the new release.
  await expect.poll(() => server.log.join()).toContain('publish.healed');
  expect((await server.get('/rss.xml')).text).toContain('Needs the feed');
  expect(read.get()).toEqual(body);
});

const faults = ['unauthorized', 'refuse', 'hang', 'drip', 'html', 'empty-items'] as const;

test('npm start serves the release whatever the content service does, leaves no process when it is killed, and shows the changes after the next start', async () => {
  for (let round = 0; round < scaled(1, 40); round += 1) {
    const kind = faults[round];
    if (kind) await site.service.setFaults({ kind });
    site.service.publish(makePost(1, { title: `Changed in round ${round}` }));
    const { url, end } = await startCommand(site);
    for (let visit = 0; visit <= (round * 37) % 200; visit += 1)
      expect(await (await fetch(`${url}/blog`)).text()).toContain('</html>');
    const getHealth = async () => (await fetch(`${url}/api/health`)).json() as Promise<object>;
    if (kind) await expect.poll(getHealth).toMatchObject({ status: 'degraded' });
    await end(round % 4 === 1 ? 'SIGTERM' : 'SIGKILL');
    await site.service.setFaults();
  }
  site.service.publish(makePost(1, { title: 'Written while nothing ran' }));
  const { url, lines, end } = await startCommand(site);
  expect(lines[0]).toMatch(/^Serving the previous release/);
  await expect.poll(() => lines).toContain('The new release is live.');
  expect(await (await fetch(`${url}/blog/post-1`)).text()).toContain('Written while nothing ran');
  await end('SIGTERM');
});
