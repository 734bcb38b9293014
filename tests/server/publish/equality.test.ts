/** A server answers with the bytes of `astro build`: for every page and derived file, also after any changes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RawEntry } from '#engine/stand-in/service.ts';
import { messages } from '#data/messages.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { createContentClient } from '#engine/content/contentful/index.ts';
import { createMediaStore, pullContent } from '#engine/content/index.ts';
import { getSnapshotDirectory } from '#engine/account.ts';
import { listFiles } from '#engine/disk/index.ts';
import { startOrigin } from '#engine/front/index.ts';
import { runAstroBuild } from '#engine/origin/index.ts';
import { makePost, makePosts } from '../../fixtures/many-posts.ts';
import { closing } from '../../support/closing.ts';
import { scaled } from '../../support/scale.ts';
import { openPublishedSite } from '../support/open-site.ts';
import { isRedirectPage } from '../../support/redirect-page.ts';

// More than two pages of the list, and tags with more than one.
const site = closing(await openPublishedSite(makePosts(40)));
const { config, bundle, folder, service } = site;

type Files = Map<string, string>;

/** Pulls in this process. */
async function pullAt(now: Date): Promise<void> {
  const { contentful, dataDirectory } = config;
  await pullContent({
    client: createContentClient(contentful),
    mediaStore: createMediaStore(join(dataDirectory, 'media'), contentful),
    siteUrl: config.site.url,
    directory: getSnapshotDirectory(config),
    onFailure: 'fail',
    now,
    acceptFewer: true,
  });
}

/** Files that are sent from the disk on both hosts, those for a static host, and the page that waits for an item. */
const ownOfBuild =
  /^\/(?:_astro|media|share|live\/[\w-]+$|_headers$|_redirects$)|\.(?:png|ico|svg)$/;

/** The address of a file. */
const toAddress = (name: string) => `/${name}`.replace(/(?:\/?index)?\.html$/, '') || '/';

/** The texts of `astro build` by their addresses. */
async function build(): Promise<Files> {
  const directory = join(folder, 'dist');
  await runAstroBuild(directory, config);
  const files: Files = new Map();
  for (const [name, path] of await listFiles(directory)) {
    const address = toAddress(name);
    const text = await readFile(path, 'utf8');
    // A server redirects, and has no page for it.
    if (!ownOfBuild.test(address) && !isRedirectPage(text)) files.set(address, text);
  }
  return files;
}

const { origin } = await (async () => {
  await pullAt(new Date('2026-10-01T12:00:00Z'));
  return startOrigin(bundle, config);
})();
closing({ close: () => origin.end() });

/** The address that shows a page which has none of its own. The content service does not answer here. */
const shownAt = (path: string) =>
  path
    .replace(/^\/live(\/[\w-]+)\/not-found$/, '$1/not_usable')
    .replace(/^\/live(\/[\w-]+)\/failed$/, '$1/unknown');

/** The texts that a server makes of these addresses, and of all its pages. */
async function ask(addresses: Iterable<string> = []): Promise<Files> {
  const files: Files = new Map();
  for (const path of new Set([...addresses, ...(await origin.listPaths(''))])) {
    const { status, body } = await origin.ask(shownAt(path), '');
    if (status >= 500) throw new Error(`${path} has status ${status}.`);
    files.set(path, String(body));
  }
  return files;
}

const listDifferences = (one: Files, other: Files) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .sort();

const steps = scaled(3, 60);
/** `astro build` follows after this many steps. */
const comparedSteps = scaled(3, 1);
const zones = ['Pacific/Kiritimati', 'America/Los_Angeles'];

test('every page and derived file is the one of astro build, also after any edits, renames, removals and days, in any time zone', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const day = 24 * 60 * 60 * 1000;
  let now = Date.parse('2026-10-01T12:00:00Z');
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
  service.publish(makePost(51, { noIndex: true }));
  for (const [step, changes] of (fc.sample(sequence, { seed: 1, numRuns: 1 })[0] ?? []).entries()) {
    for (const one of changes) {
      if (one.kind === 'a day passes') now += day;
      else if (one.kind === 'take back') service.unpublish(`many-${one.number}`);
      else {
        fields.set(one.number, { ...fields.get(one.number), ...one.changed });
        service.publish(makePost(one.number, fields.get(one.number)));
      }
    }
    await pullAt(new Date(now));
    if ((step + 1) % comparedSteps !== 0) continue;
    vi.stubEnv('TZ', zones[step % 2]);
    const built = await build();
    vi.unstubAllEnvs();
    expect(built.get('/sitemap-0.xml')).toMatch(/post-30<\/loc><lastmod>2\d{3}-/);
    expect(built.get('/blog/post-30')).toContain('</html>');
    expect(built.get('/blog/post-51')).toContain('<meta name="robots" content="noindex">');
    expect(built.get('/sitemap-0.xml')).not.toContain('post-51');
    expect([step, listDifferences(await ask(built.keys()), built)]).toEqual([step, []]);
  }
});

test('a space without posts and resources has every page of the code, and says what is not there yet', async () => {
  await service.setSpace({ entries: [], assets: [] });
  await pullAt(new Date('2026-10-01T12:00:00Z'));
  const files = await ask();
  const getMain = (path: string) => load(files.get(path) ?? '')('main');
  const paths = ['/', '/services', '/about', '/contact', '/blog', '/resources', '/search'];
  const texts = ['/rss.xml', '/robots.txt', '/llms.txt'];
  expect([...files.keys()]).toEqual(expect.arrayContaining([...paths, ...texts]));
  const ofContent = /^\/(blog|resources)\/(page|tag)\/|^\/blog\/(?!thank-you)/;
  expect([...files.keys()].filter((path) => ofContent.test(path))).toEqual([]);

  const blog = getMain('/blog').text().replace(/\s+/g, ' ');
  const { empty: sentence, emptyHint, listFailedTitle } = messages.posts;
  for (const expected of [sentence, emptyHint]) expect(blog).toContain(expected);
  for (const other of ['Featured Post', 'Latest Articles', listFailedTitle])
    expect(blog).not.toContain(other);
  expect(files.get('/rss.xml')).not.toContain('<item>');

  const list = getMain('/resources').text();
  for (const { slug, title } of builtInResources) {
    for (const expected of ['Featured Resource', 'All Resources', title])
      expect(list).toContain(expected);
    expect(getMain(`/resources/${slug}`).find('h1').text()).toBe(title);
  }
  for (const [path, html] of files) {
    if (!html.endsWith('</html>')) continue;
    expect(getMain(path).find('ul:empty, ol:empty').length, path).toBe(0);
    const text = getMain(path).find('script').remove().end().text();
    expect(text).not.toMatch(/\b(?:undefined|NaN|null|\[object \w+)\b/);
  }
});
