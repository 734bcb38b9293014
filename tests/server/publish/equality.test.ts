/** What a publish renders: the bytes of `astro build`, only what changed, and a space without content. */
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildSite, getBuildDirectory } from '#scripts/build.ts';
import type { RawEntry } from '#scripts/content-service/service.ts';
import { getSnapshotDirectory } from '#engine/config.ts';
import { messages } from '#data/messages.ts';
import { receiptName, searchIndexPath } from '#data/routes.ts';
import { createContentClient } from '#engine/content/contentful/index.ts';
import { createMediaStore, pull, snapshotFile } from '#engine/content/index.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { createRead } from '#engine/content/read.ts';
import { listFiles } from '#engine/disk/index.ts';
import { renewAdditions } from '#engine/pages/followers/additions.ts';
import { openPages } from '#engine/pages/check.ts';
import { listSiteFiles } from '#engine/table/index.ts';
import { runAstroBuild } from '#engine/render/index.ts';
import { tableFile } from '#engine/table/table.ts';
import { listSitemap } from '#engine/pages/followers/sitemap.ts';
import { makePost, makePosts } from '../../fixtures/space.ts';
import { closing } from '../../support/closing.ts';
import { scaled } from '../../support/scale.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

// More than two pages of the list, and tags with more than one.
const site = closing(await openPublishedSite(makePosts(40)));

type Files = Map<string, string>;

/** Files that only one of the two writes: for the host, or in folders that are served beside a release. */
const ownOfBuild = /^_inline-parts\.\w+\.json$|^media\//;

async function readShared(list: readonly (readonly [name: string, path: string])[]) {
  const files: Files = new Map();
  for (const [name, path] of list)
    if (!ownOfBuild.test(name)) files.set(name, await readFile(path, 'latin1'));
  return files;
}

const listStored = (directory: string) =>
  listSiteFiles(directory).map(({ name, location }) => [name, location] as const);

/** Builds without sitemap and share images. */
const build = (config: PublishedSite['config'], dist: string) =>
  buildSite(config, dist, () => undefined, { isWhole: false });

async function readBuilt(write = build): Promise<Files> {
  const directory = join(site.folder, 'dist');
  await write(site.config, directory);
  return readShared(await listFiles(directory));
}

const listDifferences = (one: Files, other: Files) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .sort();

test('a build writes the files of astro build, also after its cache was damaged', async () => {
  const built = await readBuilt();
  const directory = getBuildDirectory(site.config);
  const [first = '', second = ''] = listSiteFiles(directory).map(({ location }) => location);
  await writeFile(first, 'damaged');
  await rm(second);
  await writeFile(join(site.folder, 'dist', 'gone.html'), 'of an earlier build');
  expect(listDifferences(await readBuilt(), built)).toEqual([]);
  await truncate(join(directory, tableFile), 10_000);
  await truncate(join(getSnapshotDirectory(site.config), snapshotFile), 10_000);
  // The versions of two snapshots have different names.
  const differences = listDifferences(await readBuilt(), built);
  expect(differences.filter((name) => name !== receiptName)).toEqual([]);

  const byAstro = await readBuilt((config, dist) => runAstroBuild(dist, config));
  expect(byAstro.get('blog/post-30.html')).toContain('Post number 30');
  // The sitemap follows a release.
  const read = createRead(getSnapshotDirectory(site.config));
  const sitemap = await listSitemap(read, { ...site, siteDirectory: directory });
  await renewAdditions(directory, 'Sitemap', sitemap);
  read.close();
  const released = await readShared(listStored(directory));
  expect(released.get('sitemap-0.xml')).toMatch(/post-30<\/loc><lastmod>2\d{3}-/);
  expect(listDifferences(released, byAstro)).toEqual([]);
});

const started = new Date('2026-10-01T12:00:00Z');

const getConfig = () => ({ ...site.config, dataDirectory: join(site.folder, 'changes') });

/** Asks for every page in this process, of the content that was pulled, with a table of this name. */
async function ask(name = 'table', order = (paths: string[]) => paths) {
  const siteDirectory = join(site.folder, name);
  const { renderer } = site;
  const pages = await openPages({ config: getConfig(), siteDirectory, renderer });
  let rendered = 0;
  for (const path of order(await pages.list())) {
    const checked = await pages.check([path]);
    expect(checked.failures).toEqual([]);
    rendered += checked.rendered;
  }
  pages.table.tidy(renderer.code, Date.now());
  pages.close();
  return { rendered, files: await readShared(listStored(siteDirectory)) };
}

/** Pulls in this process, and asks for every page. */
async function make(now = started, order?: (paths: string[]) => string[]) {
  const { contentful, dataDirectory, ...config } = getConfig();
  const mediaDirectory = join(dataDirectory, 'media');
  await cp(join(site.config.dataDirectory, 'media'), mediaDirectory, { recursive: true });
  await pull({
    client: createContentClient(contentful),
    mediaStore: createMediaStore(mediaDirectory, contentful),
    siteUrl: config.site.url,
    directory: getSnapshotDirectory({ contentful, dataDirectory }),
    onFailure: 'fail',
    now,
    acceptFewer: true,
  });
  return ask('table', order);
}

// tests/unit/content/pull-changes.test.ts has the requests of a pull.
test('a publish renders what it changes', async () => {
  const before = (await make()).files;
  site.service.publish(makePost(3, { title: 'Edited' }));
  const edited = await make();
  // Its own page and those that name it: lists, tags, neighbours, feed.
  expect(edited.rendered).toBeLessThanOrEqual(20);

  site.service.publish(makePost(200, { publishedDate: '2026-09-20', tags: ['Growth', 'CRM'] }));
  const { rendered, files } = await make();
  expect(rendered).toBeLessThanOrEqual(40);
  const changed = listDifferences(edited.files, files);
  expect(changed).toContain('blog/post-200.html');
  const ofArchive = (names: Iterable<string>, list: string) =>
    [...names].filter((name) => name.startsWith(`${list}/page/`));
  for (const list of ['blog', 'blog/tag/growth', 'blog/tag/crm']) {
    const newest = ofArchive(before.keys(), list).length;
    // A page that was full is followed by a newer page now.
    const allowed = [newest, newest + 1].map((page) => `${list}/page/${page}.html`);
    expect(allowed).toEqual(expect.arrayContaining(ofArchive(changed, list)));
  }
});

const steps = scaled(3, 60);
/** A build from scratch follows after this many steps. */
const comparedSteps = scaled(3, 1);
/** Visitors ask in any order. */
const turn = (paths: string[], step: number) =>
  step % 2 ? paths.toReversed() : [...paths.slice(7 * step), ...paths.slice(0, 7 * step)];
const zones = ['Pacific/Kiritimati', 'America/Los_Angeles'];

// A pull of changes equals a pull of everything (tests/unit/content/pull-property.test.ts).
test('after any changes the pages equal those made from scratch, also in another time zone', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const { service } = site;
  const day = 24 * 60 * 60 * 1000;
  let now = started.getTime();
  const number = fc.integer({ min: 0, max: 50 });
  const tags = fc.subarray(['Growth', 'growth', 'Sales', 'CRM', 'AI', 'Only one']);
  const changed = fc.oneof<fc.Arbitrary<RawEntry['fields']>[]>(
    fc.string({ minLength: 1 }).map((title) => ({ title })),
    number.map((other) => ({ slug: `post-${other}` })),
    tags.map((some) => ({ tags: some })),
    fc
      .integer({ min: -60, max: 6 })
      .map((days) => ({ publishedDate: new Date(now + days * day).toISOString() })),
  );
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), number, changed }) },
    fc.record({ kind: fc.constant('take back' as const), number }),
    fc.record({ kind: fc.constant('a day passes' as const) }),
  );
  const sequence = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), {
    minLength: steps,
    maxLength: steps,
  });
  const fields = new Map<number, RawEntry['fields']>();
  for (const [step, changes] of (fc.sample(sequence, { seed: 1, numRuns: 1 })[0] ?? []).entries()) {
    for (const one of changes) {
      if (one.kind === 'a day passes') now += day;
      else if (one.kind === 'take back') service.unpublish(`many-${one.number}`);
      else {
        fields.set(one.number, { ...fields.get(one.number), ...one.changed });
        service.publish(makePost(one.number, fields.get(one.number)));
      }
    }
    const { files } = await make(new Date(now), (paths) => turn(paths, step));
    if ((step + 1) % comparedSteps !== 0) continue;
    vi.stubEnv('TZ', zones[step % 2]);
    const scratch = await ask(`scratch-${step}`);
    vi.unstubAllEnvs();
    expect([step, listDifferences(files, scratch.files)]).toEqual([step, []]);
  }
});

test('a space without posts and resources has every page of the code, and says what is not there yet', async () => {
  await site.service.setSpace({ entries: [], assets: [] });
  const { files } = await make();
  // The files are read byte by byte.
  const getMain = (name: string) => load(Buffer.from(files.get(name) ?? '', 'latin1'))('main');
  const pages = ['index', 'services', 'about', 'contact', 'blog', 'resources', 'search'];
  const names = [
    ...pages.map((page) => `${page}.html`),
    'rss.xml',
    'robots.txt',
    'llms.txt',
  ].concat(searchIndexPath.slice(1));
  expect([...files.keys()]).toEqual(expect.arrayContaining(names));
  const ofContent = /^(blog|resources)\/(page|tag)\/|^blog\/(?!thank-you)/;
  expect([...files.keys()].filter((name) => ofContent.test(name))).toEqual([]);

  const blog = getMain('blog.html').text().replace(/\s+/g, ' ');
  const { empty: sentence, emptyHint, listFailedTitle } = messages.posts;
  for (const expected of [sentence, emptyHint]) expect(blog).toContain(expected);
  for (const other of ['Featured Post', 'Latest Articles', listFailedTitle])
    expect(blog).not.toContain(other);
  expect(files.get('rss.xml')).not.toContain('<item>');

  const list = getMain('resources.html').text();
  for (const { slug, title } of builtInResources) {
    for (const expected of ['Featured Resource', 'All Resources', title])
      expect(list).toContain(expected);
    expect(getMain(`resources/${slug}.html`).find('h1').text()).toBe(title);
  }
  for (const name of [...files.keys()].filter((one) => one.endsWith('.html'))) {
    expect(getMain(name).find('ul:empty, ol:empty').length, name).toBe(0);
    const text = getMain(name).find('script').remove().end().text();
    expect(text).not.toMatch(/\b(?:undefined|NaN|null|\[object \w+)\b/);
  }
});
