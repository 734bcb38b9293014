/** A publish renders with bundled code what `astro build` renders with all of Astro: the same bytes. */
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getBuildDirectory } from '../../../scripts/build.ts';
import type { RawEntry } from '../../../scripts/content-service/service.ts';
import { getSnapshotDirectory } from '../../../src/config.ts';
import {
  createContentClient,
  createMediaStore,
  pull,
  snapshotFile,
} from '../../../src/engine/content/index.ts';
import { createRead } from '../../../src/engine/content/read.ts';
import { renewAdditions } from '../../../src/engine/publish/additions.ts';
import { generate } from '../../../src/engine/publish/generate.ts';
import { listReleaseFiles, runAstroBuild } from '../../../src/engine/publish/index.ts';
import { releaseFile } from '../../../src/engine/publish/release.ts';
import { listSitemap } from '../../../src/engine/publish/sitemap.ts';
import { makePost } from '../../fixtures/space.ts';
import { buildPages } from '../../support/build-pages.ts';
import { scaled } from '../../support/scale.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;
beforeAll(async () => {
  // More than two pages of the list, and tags with more than one.
  site = await openPublishedSite(40);
});
afterAll(() => site.close());

type Files = Map<string, string>;

async function readFiles(list: Iterable<readonly [name: string, path: string]>): Promise<Files> {
  const files: Files = new Map();
  for (const [name, path] of list) files.set(name, await readFile(path, 'latin1'));
  return files;
}

/** Files that only one of the two writes: for the host, or in folders that are served beside a release. */
const ownOfBuild = /^build\.json$|^media\//;

async function readBuilt(build: typeof buildPages): Promise<Files> {
  const directory = join(site.folder, 'dist');
  await build(site.config, directory);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return readFiles(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(directory, path), path] as const)
      .filter(([name]) => !ownOfBuild.test(name)),
  );
}

const listDifferences = (one: Files, other: Files) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .sort();

test('a post newer than all others changes few files, and only the newest page of each archive', async () => {
  await site.publish();
  const before = await site.readReleased();
  site.service.publish(makePost(200, { publishedDate: '2026-11-01', tags: ['Growth', 'CRM'] }));
  const { pages } = await site.publish();
  expect(pages.rendered).toBeLessThanOrEqual(40);
  const changed = listDifferences(before, await site.readReleased());
  expect(changed.length).toBeLessThanOrEqual(40);
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

test('a publish and a build write the files of astro build, also after the cache of builds was damaged', async () => {
  site.service.publish(makePost(30, { title: 'Edited', excerpt: 'Now with another excerpt' }));
  site.service.unpublish('many-5');
  await site.publish();
  const byAstro = await readBuilt((config, directory) => runAstroBuild(directory, config));
  expect(byAstro.get('blog/post-30.html')).toContain('Now with another excerpt');
  expect(byAstro.has('blog/post-5.html')).toBe(false);

  const released = await site.readReleased();
  // The sitemap follows a release.
  const read = createRead(getSnapshotDirectory(site.config));
  await renewAdditions(site.siteDirectory, 'Sitemap', await listSitemap(read, site));
  read.close();
  const withSitemap = await site.readReleased();
  expect(withSitemap.get('sitemap-0.xml')).toMatch(/post-30<\/loc><lastmod>2\d{3}-/);
  expect(listDifferences(withSitemap, byAstro)).toEqual([]);

  expect(listDifferences(await readBuilt(buildPages), released)).toEqual([]);
  const directory = getBuildDirectory(site.config);
  const [first = '', second = ''] = listReleaseFiles(directory).map(([, path]) => path);
  await writeFile(first, 'damaged');
  await rm(second);
  expect(listDifferences(await readBuilt(buildPages), released)).toEqual([]);
  await truncate(join(directory, releaseFile), 10_000);
  await truncate(join(getSnapshotDirectory(site.config), snapshotFile), 10_000);
  expect(listDifferences(await readBuilt(buildPages), released)).toEqual([]);
});

const started = new Date('2026-10-01T12:00:00Z');

/** Pulls and renders in this process, into folders with this name. */
async function make(published: PublishedSite, name: string, now: Date) {
  const { renderer, config, folder } = published;
  const mediaDirectory = join(folder, 'data', 'media');
  const snapshotDirectory = join(folder, name, 'content');
  const siteDirectory = join(folder, name, 'site');
  await pull({
    client: createContentClient(config.contentful),
    mediaStore: createMediaStore(mediaDirectory, config.contentful),
    siteUrl: config.site.url,
    directory: snapshotDirectory,
    onFailure: 'fail',
    now,
    acceptFewer: ['blogPost', 'resource'],
  });
  const pages = await generate({
    rendererDirectory: renderer.directory,
    code: renderer.code,
    snapshotDirectory,
    siteDirectory,
    mediaDirectory,
    mayBeDegraded: false,
    whole: false,
    now,
  });
  const list = listReleaseFiles(siteDirectory).filter(([file]) => file !== 'build.json');
  return { pages, files: await readFiles(list) };
}

test('an edit costs as many requests and pages with 40 posts as with 5', async () => {
  const small = await openPublishedSite(5);
  onTestFinished(() => small.close());
  const costs: { requests: number; rendered: number }[] = [];
  for (const published of [small, site]) {
    await make(published, 'changes', started);
    const before = published.service.requests.length;
    published.service.publish(makePost(3, { title: 'Edited' }));
    const { rendered } = (await make(published, 'changes', started)).pages;
    costs.push({ requests: published.service.requests.length - before, rendered });
  }
  expect(costs[1]?.requests).toBe(costs[0]?.requests);
  // Its own page and those that name it: lists, tags, neighbours, feed.
  for (const { rendered } of costs) expect(rendered).toBeLessThanOrEqual(20);
});

const steps = scaled(3, 60);
/** A build from scratch follows after this many steps. */
const comparedSteps = scaled(3, 1);

test('after any changes the site equals a build from scratch', async () => {
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
    const { files } = await make(site, 'changes', new Date(now));
    if ((step + 1) % comparedSteps !== 0) continue;
    const scratch = await make(site, `scratch-${step}`, new Date(now));
    expect([step, listDifferences(files, scratch.files)]).toEqual([step, []]);
  }
});
