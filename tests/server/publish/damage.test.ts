/** Whatever is lost or damaged in DATA_DIR is noticed, told by health, and made again. */
import '../../support/short-waits.ts';
import { rmSync, truncateSync } from 'node:fs';
import { cp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { getSnapshotDirectory } from '#engine/config.ts';
import { readVersion, snapshotFile } from '#engine/content/index.ts';
import { isWholeBundle } from '#engine/origin/bundle.ts';
import { startRendering } from '#engine/origin/index.ts';
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

/** Cuts the snapshot after a change, so that nobody reads what the log of changes or a process still has. */
async function cutSnapshot(): Promise<void> {
  const database = new DatabaseSync(snapshot);
  database.exec("UPDATE meta SET value = value || ' ' WHERE key = 'report'");
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await truncate(snapshot, 4096);
}

test('pictures that were lost or damaged are made again: at the start all, and a lost one that a visitor asks for', async () => {
  const names = (await readdir(media)).filter((name) => name.endsWith('.avif')).slice(0, 3);
  const readAll = () => Promise.all(names.map((name) => readFile(join(media, name), 'base64')));
  const before = await readAll();
  for (const [index, damage] of [rm, altered, cut].entries())
    await damage(join(media, names[index] ?? ''));
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  expect(await readAll()).toEqual(before);

  await rm(join(media, names[0] ?? ''));
  expect((await server.get(`/media/${names[0]}`)).status).toBe(404);
  expect(await server.getHealth()).toMatchObject({ status: 'degraded' });
  await untilHealth(server, 'ok');
  expect(await readAll()).toEqual(before);
});

test('a damaged snapshot is noticed and read again, and what is remembered goes on being served', async () => {
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  const { version } = await server.getHealth();
  await cutSnapshot();
  expect((await server.get('/blog')).status).toBe(200);
  await expect.poll(async () => (await server.getHealth()).version).not.toBe(version);
  service.publish(makePost(2, { title: 'After the damage' }));
  void server.update();
  await expect.poll(async () => (await server.get('/blog/post-2')).text).toContain('After the');
  await untilHealth(server, 'ok');
});

test('the process that renders answers from a snapshot that was read again', async () => {
  const rendering = await startRendering(site.bundle, config);
  closing({ close: () => rendering.end() });
  await cutSnapshot();
  const read = (version: string) => rendering.render('/blog', version);
  for (const page of [await read(rendering.version), await read(rendering.version)])
    expect(page).toMatchObject({ kind: 'content' });
  const { version } = await site.pull();
  expect(await read(version)).toMatchObject({ version, bytes: expect.anything() });
});

test.each([
  ['emptied', () => truncateSync(snapshot)],
  ['lost, but for its log of changes', () => rmSync(snapshot)],
  ['left without its log of changes', () => rmSync(`${snapshot}-wal`)],
  ['left without a table', () => changeSnapshot(directory, 'DROP TABLE meta')],
])('a snapshot that was %s while a process reads it is read again', async (name, damage) => {
  await site.pull();
  const rendering = await startRendering(site.bundle, config);
  closing({ close: () => rendering.end() });
  service.publish(makePost(5, { title: `Before: ${name}` }));
  const { version } = await site.pull();
  await rendering.render('/blog', version);
  damage();
  expect(readVersion(directory)).not.toBe(version);
  service.publish(makePost(6, { title: `After: ${name}` }));
  const pulled = await site.pull();
  const page = await rendering.render('/blog', pulled.version);
  expect(page).toMatchObject({ version: pulled.version });
  expect('bytes' in page && String(page.bytes)).toContain(`Before: ${name}`);
  expect('bytes' in page && String(page.bytes)).toContain(`After: ${name}`);
});

test('a damaged body of a post is noticed when a page needs the body, named, and read again', async () => {
  service.publish(makePost(2));
  await site.pull();
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  const database = closing(new DatabaseSync(snapshot));
  const read = database.prepare("SELECT content FROM body WHERE id = 'many-2'");
  const body = read.get();
  database.exec("UPDATE body SET content = content || ' ' WHERE id = 'many-2'");
  service.publish(makePost(3, { title: 'Needs the feed' }));
  void server.update();
  await expect.poll(async () => (await server.get('/rss.xml')).text).toContain('Needs the feed');
  expect(server.log.join()).toContain('The body of the blogPost many-2 is damaged');
  await untilHealth(server, 'ok');
  expect(read.get()).toEqual(body);
});

async function killRenderProcesses(): Promise<void> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    // A process that has ended meanwhile has none.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('render-process')) process.kill(Number(pid), 'SIGKILL');
  }
}

test('a question whose process ends is answered by another one', async () => {
  service.publish(makePost(2));
  const { version } = await site.pull();
  const rendering = await startRendering(site.bundle, config);
  closing({ close: () => rendering.end() });
  const killed = killRenderProcesses();
  const asked = [rendering.findEntry('many-2', version), rendering.list(version)];
  await killed;
  expect(await Promise.all(asked)).toEqual([{ path: '/blog/post-2' }, expect.anything()]);
});

test('without its process a page is rendered by another one', async () => {
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  await killRenderProcesses();
  service.publish(makePost(4, { title: 'After the kill' }));
  void server.update();
  await expect
    .poll(async () => (await server.get('/blog/post-4')).text)
    .toContain('After the kill');
  await untilHealth(server, 'ok');
});

test('a damaged address book is told by health until it is restored', async () => {
  const server = closing(await serveSite(site));
  await untilHealth(server, 'ok');
  const directory = join(config.dataDirectory, 'addresses');
  const books = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  const whole = await Promise.all(books.map((name) => readFile(join(directory, name))));
  for (const name of books) await truncate(join(directory, name), 40);
  await server.get('/blog/unknown');
  expect(await server.getHealth()).toMatchObject({ status: 'degraded' });
  expect(server.log.join()).toContain('is damaged: restore it from a backup');
  for (const [at, name] of books.entries()) await writeFile(join(directory, name), whole[at] ?? '');
  await untilHealth(server, 'ok');
});

test('folders that are lost while a server runs are made again, with every past address', async () => {
  const server = await serveSite(site);
  await untilHealth(server, 'ok');
  const rename = async (slug: string) => {
    service.publish(makePost(7, { slug }));
    await server.update();
  };
  await rename('first-slug');
  await rename('second-slug');
  expect((await server.get('/blog/first-slug')).status).toBe(301);
  for (const folder of ['addresses', 'events'])
    await rm(join(config.dataDirectory, folder), { recursive: true });
  expect((await server.get('/blog/first-slug')).status).toBe(301);
  expect(await server.getHealth()).toMatchObject({ status: 'degraded' });
  await rename('third-slug');
  await untilHealth(server, 'ok');
  await server.close();
  const next = closing(await serveSite(site));
  await expect.poll(async () => (await next.get('/blog/first-slug')).status).toBe(301);
});

test('a bundle that lost or changed a file is no whole bundle', async () => {
  const directory = join(config.dataDirectory, 'renderer', site.bundle.code);
  expect(await isWholeBundle(directory)).toBe(true);
  const entry = join(directory, 'server', 'entry.mjs');
  await altered(entry);
  expect(await isWholeBundle(directory)).toBe(false);
  await rm(entry);
  expect(await isWholeBundle(directory)).toBe(false);
});

test('code that is lost while a server runs is made again, also for pages that are made meanwhile', async () => {
  const { code, directory: whole } = site.bundle;
  const directory = join(config.dataDirectory, 'renderer', code);
  await cp(whole, directory, { recursive: true });
  const bundle = { ...site.bundle, directory };
  const prepareBundle = async () => {
    await cp(whole, directory, { recursive: true });
    return bundle;
  };
  const server = closing(await serveSite({ config, bundle }, { prepareBundle }));
  await untilHealth(server, 'ok');
  const [script = ''] = /\/_astro\/[\w.-]+\.js/.exec((await server.get('/blog')).text) ?? [];
  expect((await server.get(script)).status).toBe(200);
  await rm(directory, { recursive: true });
  expect((await server.get(script)).status).toBe(500);
  service.publish(makePost(8, { title: 'Without its code' }));
  void server.update();
  await expect
    .poll(async () => (await server.get('/blog/post-8')).text)
    .toContain('Without its code');
  await untilHealth(server, 'ok');
  expect((await server.get(script)).status).toBe(200);
  expect(await isWholeBundle(directory)).toBe(true);
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
