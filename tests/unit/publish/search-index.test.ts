import { expect, test } from 'vitest';
import { renewAdditions } from '../../../src/engine/publish/additions.ts';
import {
  listReleaseFiles,
  openReleases,
  readReleaseFiles,
} from '../../../src/engine/publish/release.ts';
import { listSearchParts } from '../../../src/engine/publish/search-index.ts';
import { createRead, searchedPosts } from '../../../src/engine/content/read.ts';
import { manyPosts } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createPulled } from '../content/pulled.ts';

/** Makes the index of a snapshot in a release. */
async function makeIndex(snapshot: string, directory: string): Promise<number> {
  const release = {
    id: 'a',
    code: 'b',
    wholeAt: 0,
    builtAt: '',
    overview: '',
    content: { epoch: '', version: 1 },
  };
  const releases = openReleases(directory);
  if (!releases.getRelease())
    await releases.write({ release, pages: [], removed: [], answers: [], now: 0 });
  releases.close();
  const read = createRead(snapshot);
  const made = await renewAdditions(directory, 'Search', await listSearchParts(read));
  read.close();
  return made;
}

test('an edit renews one part of the search index, the same content gives the same bytes, and open pages keep their files', async () => {
  const {
    directory: snapshot,
    service,
    pullNow,
  } = await createPulled({
    entries: manyPosts(searchedPosts + 1),
  });
  const directory = await createFolder();
  expect(await makeIndex(snapshot, directory)).toBe(2);
  expect(await makeIndex(snapshot, directory)).toBe(0);
  const before = new Map(listReleaseFiles(directory));
  const since = readReleaseFiles(directory)?.release;

  // The newest post is alone in the second part.
  const [newest] = manyPosts(1, { title: 'Another title', excerpt: 'Words to find' });
  if (newest) service.publish(newest);
  await pullNow();
  expect(await makeIndex(snapshot, directory)).toBe(1);
  const after = new Map(listReleaseFiles(directory));
  for (const [name, path] of readReleaseFiles(directory, since)?.files ?? [])
    expect([name, path]).toEqual([name, after.get(name)]);
  expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]));
  expect([...after.keys()]).toEqual(
    expect.arrayContaining(['pagefind/pagefind-entry.json', 'pagefind/2/pagefind-entry.json']),
  );

  // Files are named by their content.
  const anew = await createFolder();
  await makeIndex(snapshot, anew);
  const getFile = (path = '') => path.split('/').at(-1);
  for (const [name, path] of listReleaseFiles(anew))
    expect([name, getFile(after.get(name))]).toEqual([name, getFile(path)]);
});
