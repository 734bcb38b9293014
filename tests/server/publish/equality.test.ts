/** A publish renders with bundled code what `astro build` renders with all of Astro: the same bytes. */
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../../src/engine/publish/render/generate.ts';
import { listReleaseFiles, releaseFile } from '../../../src/engine/publish/release.ts';
import { getSnapshotDirectory } from '../../../src/config.ts';
import {
  createContentClient,
  createMediaStore,
  pull,
  snapshotFile,
} from '../../../src/engine/content/index.ts';
import type { RawEntry } from '../../../scripts/content-service/service.ts';
import { scaled } from '../../support/scale.ts';
import { astroSitemap } from '../../../scripts/astro/sitemap.ts';
import { buildPages, getBuildDirectory, pullContent } from '../../../scripts/build.ts';
import { runAstroBuild } from '../../../scripts/astro/run-astro.ts';
import { makePost } from '../../fixtures/space.ts';
import { openPublishedSite, type PublishedSite } from '../support/open-site.ts';

let site: PublishedSite;

beforeAll(async () => {
  // More than two pages of the list, and tags with more than one.
  site = await openPublishedSite(40);
});
afterAll(() => site.close());

/** Files that only one of the two writes: for the host, or in folders that are served beside a release. */
const ownOfBuild = /^(?:build\.json|_headers|_redirects)$|^(?:media|pagefind)\//;
const isByAstro = (name: string) => name.startsWith(astroSitemap);

async function readBuilt(build: typeof buildPages) {
  const directory = join(site.folder, 'dist');
  await build(site.config, directory, () => undefined);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path);
    if (!ownOfBuild.test(name)) files.set(name, await readFile(path, 'latin1'));
  }
  return files;
}

/** Renders every page with `astro build`. */
const buildWithAstro: typeof buildPages = async (config, directory, log) => {
  await pullContent(config, log);
  await runAstroBuild(directory, config);
};

const listDifferences = (one: Map<string, string>, other: Map<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .sort();

/** The first build, with an empty cache. */
let built: Map<string, string>;

test('a publish writes the same files as a build, after edits, a new post and a deletion', async () => {
  await site.publish();
  site.service.publish(makePost(30, { title: 'Edited', excerpt: 'Now with another excerpt' }));
  site.service.publish(makePost(99, { publishedDate: '2026-10-30' }));
  site.service.unpublish('many-5');
  const { pages } = await site.publish();
  // The other pages are those of the first publish.
  expect(pages.rendered).toBeLessThan(pages.pages / 2);
  const byAstro = await readBuilt(buildWithAstro);
  expect(byAstro.get('blog/post-30.html')).toContain('Now with another excerpt');
  expect(byAstro.has('blog/post-5.html')).toBe(false);
  /** Every address with its date, of all parts of a sitemap. */
  const listAddresses = (isPart: (name: string) => boolean) =>
    [...byAstro].flatMap(([name, text]) =>
      isPart(name) ? (text.match(/<url>.*?<\/url>/g) ?? []) : [],
    );
  const rendered = listAddresses((name) => /^sitemap-(?!by-astro)/.test(name));
  expect(rendered.sort()).toEqual(listAddresses(isByAstro).sort());
  for (const name of byAstro.keys()) if (isByAstro(name)) byAstro.delete(name);
  expect(listDifferences(await site.readReleased(), byAstro)).toEqual([]);
  built = await readBuilt(buildPages);
  expect(listDifferences(built, byAstro)).toEqual([]);
});

test('a build makes the same bytes after its cache lost pages or databases', async () => {
  const directory = getBuildDirectory(site.config);
  const [first = '', second = ''] = listReleaseFiles(directory).map(([, path]) => path);
  // Files of dist/ are links into the cache.
  await writeFile(join(site.folder, 'dist', 'index.html'), 'damaged');
  await writeFile(first, 'damaged');
  await rm(second);
  expect(listDifferences(await readBuilt(buildPages), built)).toEqual([]);

  await truncate(join(directory, releaseFile), 10_000);
  await truncate(join(getSnapshotDirectory(site.config), snapshotFile), 10_000);
  expect(listDifferences(await readBuilt(buildPages), built)).toEqual([]);
});

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

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const steps = scaled(3, 60);
/** A build from scratch follows after this many steps. */
const comparedSteps = scaled(3, 1);

test(`after any changes the site equals a build from scratch (seed ${seed}, ${steps} steps)`, async () => {
  const { renderer, config, service, folder } = site;
  const day = 24 * 60 * 60 * 1000;
  let now = Date.parse('2026-10-01T12:00:00Z');
  const mediaDirectory = join(folder, 'data', 'media');
  /** Pulls and renders into folders with this name. */
  const make = async (name: string) => {
    const directory = join(folder, name);
    await pull({
      client: createContentClient(config.contentful),
      mediaStore: createMediaStore({ directory: mediaDirectory, account: config.contentful }),
      directory: join(directory, 'content'),
      onFailure: 'fail',
      now: new Date(now),
      acceptFewer: ['blogPost', 'resource'],
    });
    await generate({
      rendererDirectory: renderer.directory,
      code: renderer.code,
      snapshotDirectory: join(directory, 'content'),
      siteDirectory: join(directory, 'site'),
      mediaDirectory,
      mayBeDegraded: false,
      whole: false,
      now: new Date(now),
    });
    const files = new Map<string, string>();
    for (const [file, path] of listReleaseFiles(join(directory, 'site')))
      if (file !== 'build.json') files.set(file, await readFile(path, 'latin1'));
    return files;
  };

  const number = fc.integer({ min: 0, max: 50 });
  const date = fc.integer({ min: -60, max: 6 }).map((days) => new Date(now + days * day));
  const tags = fc.subarray(['Growth', 'growth', 'Sales', 'CRM', 'AI', 'Only one']);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('edit'), number, title: fc.string({ minLength: 1 }) }),
    fc.record({
      kind: fc.constant('rename'),
      number,
      slug: number.map((other) => `post-${other}`),
    }),
    fc.record({ kind: fc.constant('retag'), number, tags }),
    fc.record({
      kind: fc.constant('redate'),
      number,
      publishedDate: date.map((one) => one.toISOString()),
    }),
    fc.record({ kind: fc.constant('take back'), number }),
    fc.record({ kind: fc.constant('a day passes') }),
  );
  const sequence = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), {
    minLength: steps,
    maxLength: steps,
  });
  const fields = new Map<number, RawEntry['fields']>();
  await make('changes');
  for (const [step, changes] of (fc.sample(sequence, { seed, numRuns: 1 })[0] ?? []).entries()) {
    for (const one of changes) {
      if (!('number' in one)) now += day;
      else if (one.kind === 'take back') service.unpublish(`many-${one.number}`);
      else {
        const { kind: _, number: of, ...changed } = one;
        fields.set(of, { ...fields.get(of), ...changed });
        service.publish(makePost(of, fields.get(of)));
      }
    }
    const published = await make('changes');
    if ((step + 1) % comparedSteps === 0)
      expect([step, listDifferences(published, await make(`scratch-${step}`))]).toEqual([step, []]);
  }
});
