/** What is lost or damaged in DATA_DIR is made again at a start, of the server or of the process of the pages. */
import '../../support/short-waits.ts';
import { rmSync, truncateSync } from 'node:fs';
import { cp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getSnapshotDirectory } from '#engine/account.ts';
import { snapshotFile } from '#engine/content/index.ts';
import { isWholeBundle } from '#engine/origin/index.ts';
import { makePost } from '../../fixtures/many-posts.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { closing } from '../../support/closing.ts';
import { openPublishedSite, serveSite, type ServedSite } from '../support/open-site.ts';

const site = closing(await openPublishedSite());
await site.pull();
const { config, service } = site;
const directory = getSnapshotDirectory(config);
const snapshot = join(directory, snapshotFile);
const media = join(config.dataDirectory, 'media');

const untilHealth = (server: ServedSite, status: string) =>
  expect.poll(() => server.getHealth()).toMatchObject({ status, building: false });

const altered = async (path: string) => {
  const content = await readFile(path);
  content.fill('?', content.length >> 1, (content.length >> 1) + 9);
  await writeFile(path, content);
};
const cut = async (path: string) => truncate(path, (await readFile(path)).length >> 1);

/** Kills the process of the pages. */
async function killOrigin(): Promise<void> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    // A process that has ended meanwhile has none.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('origin/server')) process.kill(Number(pid), 'SIGKILL');
  }
}

test('pictures that were lost or damaged are made again at a start', async () => {
  const names = (await readdir(media)).filter((name) => name.endsWith('.avif')).slice(0, 3);
  const readAll = () => Promise.all(names.map((name) => readFile(join(media, name), 'base64')));
  const before = await readAll();
  for (const [index, damage] of [rm, altered, cut].entries())
    await damage(join(media, names[index] ?? ''));
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  expect(await readAll()).toEqual(before);
});

test.each([
  ['emptied', () => truncateSync(snapshot)],
  ['lost, but for its log of changes', () => rmSync(snapshot)],
  ['left without its log of changes', () => rmSync(`${snapshot}-wal`, { force: true })],
  ['left without one of its tables', () => changeSnapshot(directory, 'DROP TABLE body')],
])(
  'a snapshot that was %s is read again, and stored pages go on being served',
  async (name, damage) => {
    service.publish(makePost(5, { title: `Before: ${name}` }));
    await site.pull();
    const server = closing(await serveSite(site));
    await untilHealth(server, 'ok');
    damage();
    await killOrigin();
    expect((await server.get('/blog')).status).toBe(200);
    service.publish(makePost(6, { title: `After: ${name}` }));
    void server.update();
    await expect.poll(async () => (await server.get('/blog')).text).toContain(`After: ${name}`);
    expect((await server.get('/blog/post-5')).text).toContain(`Before: ${name}`);
    await untilHealth(server, 'ok');
  },
);

test('a damaged address book is told by health until it is restored', async () => {
  const books = join(config.dataDirectory, 'addresses');
  const [book = ''] = (await readdir(books)).filter((name) => name.endsWith('.json'));
  const whole = await readFile(join(books, book));
  await truncate(join(books, book), 40);
  const server = closing(await serveSite(site));
  await untilHealth(server, 'degraded');
  expect(server.log.join()).toContain('is damaged: restore it from a backup');
  expect((await server.get('/blog/unknown')).status).toBe(404);
  await writeFile(join(books, book), whole);
  await server.update();
  await untilHealth(server, 'ok');
});

test('a lost address book is written again at a start, and a lost folder of events with the next event', async () => {
  for (const folder of ['addresses', 'events'])
    await rm(join(config.dataDirectory, folder), { recursive: true, force: true });
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  service.publish(makePost(7, { slug: 'first-slug' }));
  await server.update();
  await server.announce(service.publish(makePost(7, { slug: 'second-slug' })).sys);
  await expect.poll(() => server.get('/blog/first-slug')).toMatchObject({ status: 301 });
});

test('a bundle that lost or changed a file is no whole bundle, and is made again when its process ends', async () => {
  const { code, directory: whole } = site.bundle;
  const own = join(config.dataDirectory, 'renderer', code);
  await cp(whole, own, { recursive: true });
  const bundle = { ...site.bundle, directory: own };
  const prepareBundle = async () => {
    await cp(whole, own, { recursive: true });
    return bundle;
  };
  const server = closing(await serveSite({ config, bundle }, { prepareBundle }));
  await untilHealth(server, 'ok');
  const entry = join(own, 'server', 'entry.mjs');
  expect(await isWholeBundle(own)).toBe(true);
  await altered(entry);
  expect(await isWholeBundle(own)).toBe(false);
  await rm(entry);
  expect(await isWholeBundle(own)).toBe(false);
  await killOrigin();
  service.publish(makePost(8, { title: 'Without its code' }));
  void server.update();
  await expect
    .poll(async () => (await server.get('/blog/post-8')).text)
    .toContain('Without its code');
  await untilHealth(server, 'ok');
  expect(await isWholeBundle(own)).toBe(true);
});

test('a file that is taken back stays nearly a day for open pages and a restart, and is gone then', async () => {
  const name = (await readdir(media)).find((one) => one.endsWith('.pdf')) ?? '';
  const server = await serveSite(site);
  const untilThere = (there: readonly string[]) =>
    expect
      .poll(async () => (await readdir(media)).filter((one) => one.includes(name)))
      .toEqual(there);
  service.unpublish('checklist', 'Asset');
  void server.update();
  await untilThere([name, `${name}.gone`]);
  expect((await server.get(`/media/${name}`)).status).toBe(200);
  await utimes(join(media, `${name}.gone`), 0, 0);
  await server.close();
  const next = closing(await serveSite(site));
  await untilThere([`${name}.gone`]);
  expect((await next.get(`/media/${name}`)).status).toBe(410);
});
