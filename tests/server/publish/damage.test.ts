/** Whatever is lost or damaged in DATA_DIR is noticed, told by health, and made again. */
import '../../support/short-waits.ts';
import { readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getSnapshotDirectory } from '#engine/config.ts';
import { createRead } from '#engine/content/read.ts';
import { listShareImages, renewAdditions, shareImages, walk } from '#engine/pages/index.ts';
import { listSiteFiles } from '#engine/table/index.ts';
import { isWholeBundle } from '#engine/render/bundle.ts';
import { closing } from '../../support/closing.ts';
import { openPublishedSite, serveSite, type ServedSite } from '../support/open-site.ts';

const site = closing(await openPublishedSite());
await site.publish();
const read = createRead(getSnapshotDirectory(site.config));
const [, ...others] = (await listShareImages(read)).toSorted((one, other) =>
  one.name.localeCompare(other.name),
);
read.close();
// The first image is damaged below, and the others need no drawing.
const placeholders = others.map(({ name, basis }) => {
  return { name, basis, make: () => Promise.resolve([[name, Buffer.from(name)] as const]) };
});
await renewAdditions(site.siteDirectory, shareImages, placeholders);
await walk(site, {});

const untilHealed = (server: ServedSite) =>
  expect.poll(() => server.getHealth()).toMatchObject({ status: 'ok', building: false });

const kinds = [
  /^about\.html$/,
  /\.js$/,
  /^search-index\.json$/,
  /^sitemap-0/,
  /^share\/.*\.(?:png|jpg)$/,
  /^media\/.*\.avif$/,
];

/** Finds a file of each kind: its address on the site, and its path. */
async function findFiles() {
  const media = join(site.config.dataDirectory, 'media');
  const listed = [
    ...listSiteFiles(site.siteDirectory).map(({ name, location }) => [name, location] as const),
    ...(await readdir(media)).map((name) => [`media/${name}`, join(media, name)] as const),
  ];
  return kinds.map((kind) => {
    const [name, path] = listed.find(([one]) => kind.test(one)) ?? [];
    if (!name || !path) throw new Error(`The site has no file like ${String(kind)}.`);
    return { address: `/${name.replace('.html', '')}`, path };
  });
}
const readContents = async () =>
  Promise.all((await findFiles()).map(({ path }) => readFile(path, 'base64')));

const altered = async (path: string) => {
  const content = await readFile(path);
  content.fill('?', content.length >> 1, (content.length >> 1) + 9);
  await writeFile(path, content);
};
const cut = async (path: string) => truncate(path, (await readFile(path)).length >> 1);
const damages = [rm, altered, cut, truncate];

test('damaged files are noticed at the start and by visitors, told by health, and made again', async () => {
  const before = await readContents();
  const files = await findFiles();
  for (const [index, { path }] of files.entries()) await damages[index % 4]?.(path);
  const server = closing(await serveSite(site));
  await expect.poll(readContents).toEqual(before);
  await untilHealed(server);

  const pictures = files.filter(({ address }) => /^\/(?:share|media)\//.test(address));
  const sent = new Map<string, string>();
  for (const { address } of pictures) sent.set(address, (await server.get(address)).text);

  // A visitor of a lost or damaged page gets the page, and so does the server itself.
  const stored = listSiteFiles(site.siteDirectory);
  const locate = (name: string) => stored.find((file) => file.name === name)?.location ?? '';
  await rm(locate('build.json'));
  await altered(locate('contact.html'));
  await cut(locate('careers.html'));
  for (const [index, { path }] of files.entries()) await damages[(index + 1) % 4]?.(path);
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  const refuse = () => fetch(`${server.url}/contact`, { method: 'POST', headers, body: 'name=' });
  expect((await refuse()).status).toBe(422);
  expect((await server.get('/careers')).text).toMatch(/<\/html>$/);
  expect(await server.getHealth()).not.toMatchObject({ release: null });
  for (const { address } of files) {
    const { status, text } = await server.get(address);
    if (status === 200 && sent.has(address)) expect(text === sent.get(address)).toBe(true);
  }
  expect(server.log.join()).toContain('site.damaged');
  expect(await server.getHealth()).toMatchObject({ status: 'degraded' });
  await untilHealed(server);
  expect(await readContents()).toEqual(before);
  for (const { address } of files)
    expect([address, (await server.get(address)).status]).toEqual([address, 200]);
  expect((await refuse()).status).toBe(422);

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

test('a bundle that lost or changed a file is no whole bundle', async () => {
  const directory = join(site.config.dataDirectory, 'renderer', site.renderer.code);
  expect(await isWholeBundle(directory)).toBe(true);
  const entry = join(directory, 'server', 'entry.mjs');
  await altered(entry);
  expect(await isWholeBundle(directory)).toBe(false);
  await rm(entry);
  expect(await isWholeBundle(directory)).toBe(false);
});

test('a file that is taken back stays nearly a day for open pages and a restart, and is gone then', async () => {
  const media = join(site.config.dataDirectory, 'media');
  const name = (await readdir(media)).find((one) => one.endsWith('.pdf')) ?? '';
  const server = await serveSite(site);
  const untilThere = (there: readonly string[]) =>
    expect
      .poll(async () => (await readdir(media)).filter((one) => one.includes(name)))
      .toEqual(there);
  site.service.unpublish('checklist', 'Asset');
  void server.update();
  await untilThere([name, `${name}.gone`]);
  expect((await server.get(`/media/${name}`)).status).toBe(200);
  await utimes(join(media, `${name}.gone`), 0, 0);
  await server.close();
  const next = closing(await serveSite(site));
  await untilThere([`${name}.gone`]);
  expect((await next.get(`/media/${name}`)).status).toBe(410);
});
