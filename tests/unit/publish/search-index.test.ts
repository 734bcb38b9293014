import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { listAdditions, listVersions } from '../../../src/engine/publish/additions.ts';
import { updateSearchIndex } from '../../../src/engine/publish/search-index.ts';
import { createRead, searchedPosts } from '../../../src/engine/content/read.ts';
import { manyPosts } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createPulled } from '../content/pulled.ts';

const readFiles = async (directory: string) => {
  const files = await listAdditions(directory);
  return new Map(
    await Promise.all(
      files.map(async ([name, path]) => [name, await readFile(path, 'base64')] as const),
    ),
  );
};

test('an edit renews one part of the search index, and the same content gives the same bytes', async () => {
  const snapshot = await createPulled({ entries: manyPosts(searchedPosts + 1) });
  const directory = await createFolder();
  const read = createRead(snapshot.directory);
  expect(await updateSearchIndex(read, directory)).toBe(2);
  expect(await updateSearchIndex(read, directory)).toBe(0);
  read.close();

  // The newest post is alone in the second part.
  const [newest] = manyPosts(1, { title: 'Another title', excerpt: 'Words to find' });
  if (newest) snapshot.service.publish(newest);
  await snapshot.pullNow();
  const edited = createRead(snapshot.directory);
  // The clock was a day ahead and is right again. The new version must still be the newest.
  const before = (await listVersions(directory)).at(-1);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 24 * 60 * 60 * 1000);
  expect(await updateSearchIndex(edited, directory)).toBe(1);
  clock.mockRestore();
  expect((await listVersions(directory)).at(-1)?.basis).not.toBe(before?.basis);
  const files = await readFiles(directory);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['pagefind/pagefind-entry.json', 'pagefind/2/pagefind-entry.json']),
  );

  const anew = await createFolder();
  await updateSearchIndex(edited, anew);
  for (const [name, content] of await readFiles(anew)) expect(files.get(name), name).toBe(content);

  // The previous version stays for open pages.
  const versions = (await readdir(directory)).filter((name) => name.startsWith('2.'));
  expect(versions).toHaveLength(2);
  expect(await readdir(join(directory, versions[0] ?? ''))).toContain('pagefind-entry.json');
  edited.close();
});
