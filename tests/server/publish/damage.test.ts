/** Whatever is lost or damaged in DATA_DIR is noticed, told by health, and made again. */
import '../../support/short-waits.ts';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareFolder } from '../../../src/documents/share-card.ts';
import { lockDirectory, withLock } from '../../../src/engine/disk/index.ts';
import { followUp, listReleaseFiles, prepare, publish } from '../../../src/engine/publish/index.ts';
import { getAdditionsDirectory, listAdditions } from '../../../src/engine/publish/additions.ts';
import { scaled } from '../../support/scale.ts';
import { openPublishedSite, serveSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;
beforeAll(async () => {
  site = await openPublishedSite(0);
  await site.publish();
  await followUp(site);
});
afterAll(() => site.close());

const kinds = [
  /^about\.html$/,
  /\.js$/,
  /\.pf_meta$/,
  /^sitemap-0/,
  /^share\/.*\.png$/,
  /^media\/.*\.avif$/,
];

/** Finds a file of each kind: its address on the site, and its path. */
async function findFiles() {
  const { siteDirectory, config } = site;
  const additions = await listAdditions(getAdditionsDirectory(siteDirectory));
  const listed = listReleaseFiles(siteDirectory).map(([name, path]) => ({ name, path }));
  for (const [name, path] of additions) listed.push({ name, path });
  for (const folder of [shareFolder, 'media'])
    for (const name of await readdir(join(config.dataDirectory, folder)))
      listed.push({ name: `${folder}/${name}`, path: join(config.dataDirectory, folder, name) });
  return kinds.map((kind) => {
    const file = listed.find(({ name }) => kind.test(name));
    if (!file) throw new Error(`The site has no file like ${String(kind)}.`);
    return { address: `/${file.name.replace('.html', '')}`, path: file.path };
  });
}
const readContents = async () =>
  Promise.all((await findFiles()).map(({ path }) => readFile(path, 'base64')));

const damages = {
  missing: (path: string) => rm(path),
  altered: async (path: string) => {
    const content = await readFile(path);
    content.fill('?', content.length >> 1, (content.length >> 1) + 9);
    await writeFile(path, content);
  },
  empty: (path: string) => truncate(path),
  cut: async (path: string) => truncate(path, (await readFile(path)).length >> 1),
};

test('a whole site is left as it is', async () => {
  const before = await readContents();
  expect((await followUp({ ...site, checks: true })).isDamaged).toBe(false);
  expect(await readContents()).toEqual(before);
});

describe.each(Object.entries(damages).slice(0, scaled(2, 4)))('files that are %s', (_, damage) => {
  test.each([
    ['noticed at the start', false],
    ['noticed by a visitor', true],
  ])('are %s, told by health, and made again', async (_when, isServed) => {
    const before = await readContents();
    const files = await findFiles();
    const harm = () => Promise.all(files.map(({ path }) => damage(path)));
    if (!isServed) await harm();
    const server = await serveSite(site);
    onTestFinished(() => server.close());
    if (isServed) {
      // The check after the start is over.
      await expect.poll(() => server.log.join()).toContain('site.checked');
      await harm();
      for (const { address } of files) await server.get(address);
    }
    await expect.poll(() => server.getHealth()).toMatchObject({ status: 'degraded' });
    await expect.poll(() => server.getHealth()).toMatchObject({ status: 'ok', building: false });
    expect(await readContents()).toEqual(before);
    for (const { address } of files)
      expect([address, (await server.get(address)).status]).toEqual([address, 200]);
  });
});

test('a lost build receipt and a damaged contact page are noticed where the server itself reads them', async () => {
  const server = await serveSite(site);
  onTestFinished(() => server.close());
  await expect.poll(() => server.log.join()).toContain('site.checked');
  const files = new Map(listReleaseFiles(site.siteDirectory));
  await damages.missing(files.get('build.json') ?? '');
  await damages.altered(files.get('contact.html') ?? '');
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  const refuse = () => fetch(`${server.url}/contact`, { method: 'POST', headers, body: 'name=' });
  expect((await refuse()).status).toBe(500);
  expect(await server.getHealth()).toMatchObject({ status: 'degraded', release: null });
  await expect.poll(() => server.getHealth()).toMatchObject({ status: 'ok', building: false });
  expect((await refuse()).status).toBe(422);
});

test('a follow-up that fails is told by health and repeated', async () => {
  const additions = getAdditionsDirectory(site.siteDirectory);
  await rm(additions, { recursive: true });
  await writeFile(additions, '');
  const server = await serveSite(site);
  onTestFinished(() => server.close());
  await expect.poll(() => server.getHealth()).toMatchObject({ status: 'degraded' });
  await rm(additions);
  await expect.poll(() => server.getHealth()).toMatchObject({ status: 'ok' });
  expect((await server.get('/pagefind/pagefind.js')).status).toBe(200);
});

test('code whose bundle lost a file is bundled again', async () => {
  const renderer = await prepare(site.config);
  await rm(join(renderer.directory, 'server', 'entry.mjs'));
  await expect(publish({ ...site, renderer }, { whole: true })).rejects.toThrow('not be rendered');
  expect(await prepare(site.config)).toEqual({ ...renderer, isNew: true });
});

test('a lock file may hold anything', async () => {
  const { dataDirectory } = site.config;
  const other = join(dataDirectory, 'other.lock');
  for (const path of [join(dataDirectory, 'server.lock'), other])
    await writeFile(path, 'damaged '.repeat(1000));
  lockDirectory(dataDirectory)();
  await withLock(other, () => Promise.resolve());
});

test('a damaged book of addresses is named in the log and told by health, until a backup is in its place', async () => {
  const server = await serveSite(site);
  onTestFinished(() => server.close());
  const folder = join(site.config.dataDirectory, 'addresses');
  const books = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const copies = await Promise.all(books.map((name) => readFile(join(folder, name))));
  for (const name of books) await truncate(join(folder, name), 40);
  await server.get('/blog/unknown');
  expect(await server.getHealth()).toMatchObject({ status: 'degraded' });
  expect(server.log.join()).toContain('and its copy are damaged: restore one from a backup');
  for (const [at, name] of books.entries()) await writeFile(join(folder, name), copies[at] ?? '');
  await server.get('/blog/unknown');
  expect(await server.getHealth()).toMatchObject({ status: 'ok' });
});
