/** A publish renders with bundled code what `astro build` renders with all of Astro: the same bytes. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildPages } from '../../../scripts/build.ts';
import { createPublishedSite, makePost } from '../../../scripts/bench/support/published-site.ts';

let site: Awaited<ReturnType<typeof createPublishedSite>>;

beforeAll(async () => {
  // More than two pages of the list, and tags with more than one.
  site = await createPublishedSite(60, inject('renderers'));
});
afterAll(() => site.close());

/** What only one of the two writes: for the host, or in folders that are served beside a release. */
const ownOfBuild = /^(?:build\.json|_headers|_redirects)$|^(?:media|pagefind)\//;

async function readBuilt() {
  const directory = join(site.folder, 'dist');
  await buildPages(site.config, directory, () => undefined);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path);
    if (!ownOfBuild.test(name)) files.set(name, await readFile(path, 'latin1'));
  }
  return files;
}

const listDifferences = (one: Map<string, string>, other: Map<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .sort();

test('every file of a publish is the file of a build, after edits, a new post and a deletion', async () => {
  await site.publish();
  site.service.publish(makePost(30, { title: 'Edited', excerpt: 'Now with another excerpt' }));
  site.service.publish(makePost(99, { publishedDate: '2026-10-30' }));
  site.service.unpublish('many-5');
  const { pages } = await site.publish();
  // The others are as the first publish rendered them.
  expect(pages.rendered).toBeLessThan(pages.pages / 2);
  const built = await readBuilt();
  expect(built.get('blog/post-30.html')).toContain('Now with another excerpt');
  expect(built.has('blog/post-5.html')).toBe(false);
  expect(listDifferences(await site.readReleased(), built)).toEqual([]);
});
