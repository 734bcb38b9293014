/** Whether a page is true, and what becomes of one that is not, with a stand-in for the bundled pages. */
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#engine/config.ts';
import { openPages, type PagesSite } from '#engine/pages/check.ts';
import { listTableFiles, openTable } from '#engine/table/table.ts';
import { post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { watchSteps } from '../../server/support/watch-steps.ts';
import { createPulled } from '../content/pulled.ts';

const page = (text: string) => `<!doctype html><html>${text}</html>`;

/** Renders the title of a post, or what the file `html` says. */
const standIn = `
import { existsSync, readFileSync } from 'node:fs';
const file = new URL('html', import.meta.url);
export const renderer = {
  inlineParts: { scripts: [], routes: [] },
  fixed: [{ path: '/', name: 'index.html' }],
  render: async (path, read) => {
    if (!path.startsWith('/blog/')) return { status: 200, content: Buffer.from('${page('Code')}') };
    const { record: { title } } = await read({ type: 'item', collection: 'posts', slug: path.slice(6) });
    const html = existsSync(file) ? readFileSync(file, 'utf8') : '<!doctype html><html>' + title + '</html>';
    if (html === 'throw') throw new TypeError('with a secret');
    return { status: html === '500' ? 500 : 200, content: Buffer.from(html) };
  },
};`;

async function openSite() {
  const entries = [post('a', { title: 'A' }), post('b', { title: 'B' })];
  const { service, folder: data, directory, pullNow } = await createPulled({ entries });
  const folder = await createFolder({ 'server/entry.mjs': standIn });
  await mkdir(join(folder, 'client', '_astro'), { recursive: true });
  await writeFile(join(folder, 'client', '_astro', 'a.1.js'), 'first');
  const { site: address } = parseConfig({});
  const { account: contentful } = service;
  const site: PagesSite = {
    config: { dataDirectory: data, contentful, site: address, contentOnFailure: 'stale' },
    renderer: { directory: folder, code: 'one' },
    siteDirectory: join(folder, 'site'),
  };
  const pages = await openPages(site);
  onTestFinished(() => pages.close());
  const checkAll = async (of = pages) => {
    const posts = (await of.list()).filter((path) => /^(.|.old.txt|.blog.[abc])$/.test(path));
    return of.check(posts);
  };
  const readSite = async () => {
    const files: Record<string, string> = {};
    pages.table.tidy('one', Date.now());
    for (const { name, location } of listTableFiles(site.siteDirectory, 'all') ?? [])
      files[name] = await readFile(location, 'utf8');
    return files;
  };
  const sayHtml = (html: string) => writeFile(join(folder, 'server', 'html'), html);
  expect(await checkAll()).toMatchObject({ rendered: 3, gone: [], failures: [] });
  return { service, site, pages, pullNow, directory, folder, checkAll, readSite, sayHtml };
}

test('a page is rendered when its answers differ, when its file is lost or damaged, and is gone without its subject', async () => {
  const { service, pages, pullNow, checkAll, readSite } = await openSite();
  expect(await checkAll()).toMatchObject({ rendered: 0, files: [] });
  service.publish(post('a', { title: 'Edited' }));
  service.publish(post('c', { title: 'C' }));
  service.unpublish('b');
  await pullNow();
  const steps: string[] = [];
  onTestFinished(watchSteps((step) => steps.push(step)));
  expect(await pages.check(['/blog/c'])).toMatchObject({ rendered: 1 });
  expect(steps).toEqual(['sync the file', 'sync the folder']);
  const old = { name: 'old.txt', path: '/old.txt', code: 'zero', version: '', reads: [] };
  await pages.table.save([{ ...old, file: pages.table.files.add('old.txt', Buffer.from('')) }], []);
  expect(await checkAll()).toMatchObject({ rendered: 1, gone: ['/blog/b', '/old.txt'] });
  expect(await readSite()).toEqual({
    'index.html': page('Code'),
    'blog/a.html': page('Edited'),
    'blog/c.html': page('C'),
    '_astro/a.1.js': 'first',
    '_inline-parts.one.json': '{"scripts":[],"routes":[]}',
  });

  const before = await pages.check(['/blog/a']);
  expect(before).toMatchObject({ rendered: 0, files: [{ name: 'blog/a.html', code: 'one' }] });
  const [{ location } = { location: '' }] = before.files;
  await rm(location);
  expect(await checkAll()).toMatchObject({ rendered: 1 });
  await truncate(location, 5);
  expect(await checkAll()).toMatchObject({ rendered: 1 });
  expect((await readSite())['blog/a.html']).toBe(page('Edited'));
  for (const path of ['/blog/never', '/blog/tag/none', '/blog/page/9', '/nowhere'])
    expect((await pages.check([path])).gone).toEqual([path]);
});

test('a page that must not go live keeps its last file, and says why in our own words', async () => {
  const { service, pullNow, checkAll, readSite, sayHtml } = await openSite();
  const before = await readSite();
  const bad = {
    '500': 'it was rendered with status 500',
    '<!doctype html><html><body>': 'it ends too early',
    [page('<img src="/_image?href=a">')]: 'it asks for an image at request time',
    [page('<script src="/_astro/gone.js"></script>')]:
      'it asks for _astro/gone.js, which is not there',
    [page('<img src="/media/gone.png">')]: 'it asks for media/gone.png, which is not there',
    throw: expect.stringMatching(/^TypeError at entry\.mjs:\d+$/) as string,
  };
  for (const [index, [html, reason]] of Object.entries(bad).entries()) {
    service.publish(post('a', { title: `Edited ${index}` }));
    await pullNow();
    await sayHtml(html);
    const { failures, rendered } = await checkAll();
    const isOfContent = html.includes('/media/');
    expect([failures, rendered]).toEqual([[{ path: '/blog/a', reason, isOfContent }], 0]);
    expect(await readSite()).toEqual(before);
  }
});

test('content that could not be loaded makes no page, unless pages may be degraded', async () => {
  const { site, directory, checkAll } = await openSite();
  changeSnapshot(directory, "UPDATE meta SET value = 'failed' WHERE key = 'status'");
  const other = { ...site, renderer: { ...site.renderer, code: 'two' } };
  const strict = await openPages(other);
  const config = { ...other.config, contentOnFailure: 'degrade' } as const;
  const lenient = await openPages({ ...other, config });
  for (const one of [strict, lenient]) onTestFinished(() => one.close());
  const reason = expect.stringContaining('CONTENT_ON_FAILURE is not degrade') as string;
  expect((await checkAll(strict)).failures).toMatchObject([{ path: '/', reason }]);
  expect(await checkAll(lenient)).toMatchObject({ failures: [], rendered: 1 });
});

test('with new code every page is rendered, and old scripts stay for a day for pages that are open or fail', async () => {
  const { site, folder, checkAll, sayHtml } = await openSite();
  const scripts = join(folder, 'client', '_astro');
  await rm(join(scripts, 'a.1.js'));
  await writeFile(join(scripts, 'a.2.js'), 'second');
  const pages = await openPages({ ...site, renderer: { ...site.renderer, code: 'two' } });
  onTestFinished(() => pages.close());
  await sayHtml('500');
  expect(await checkAll(pages)).toMatchObject({ rendered: 1, failures: [{}, {}] });
  const day = 24 * 60 * 60 * 1000;
  const start = Date.now();
  const listScripts = (now: number) => {
    pages.table.tidy('two', now);
    const files = listTableFiles(site.siteDirectory, 'beside pages') ?? [];
    return files.map(({ name }) => name).filter((name) => name.endsWith('.js'));
  };
  for (const days of [2, 4])
    expect(listScripts(start + days * day)).toEqual(['_astro/a.1.js', '_astro/a.2.js']);
  await rm(join(folder, 'server', 'html'));
  expect(await checkAll(pages)).toMatchObject({ rendered: 2, failures: [] });
  expect(listScripts(start + 5 * day).toSorted()).toEqual(['_astro/a.1.js', '_astro/a.2.js']);
  const countFiles = async () => (await readdir(join(site.siteDirectory, 'files'))).length;
  const count = await countFiles();
  expect(listScripts(start + 6 * day + 1)).toEqual(['_astro/a.2.js']);
  expect(await countFiles()).toBeLessThan(count);
});

test('a table lists no site before all pages are there', async () => {
  const folder = await createFolder();
  const table = openTable(folder);
  onTestFinished(() => table.close());
  const file = table.files.add('a.html', Buffer.from('A'));
  const row = { path: '/a', file, code: 'one', version: 'first', reads: [] };
  await table.save([{ name: 'a.html', ...row }], []);
  expect(listTableFiles(folder, 'in force')).toBeNull();
  table.tidy('one', Date.now());
  expect(listTableFiles(folder, 'in force')).toMatchObject([{ name: 'a.html', path: '/a' }]);
});
