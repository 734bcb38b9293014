import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { searchRuntimePath } from '../../../data/routes.ts';
import { shareFolder } from '../../../documents/share-images/card.ts';
import { createSite, listFiles, type Site } from '../site.ts';
import { listReleaseFiles, readRelease } from './release.ts';

/** A page that searches already finds what its index names: that one is kept beside the newest. */
export const keptIndexes = 2;
export const getSearchDirectory = (dataDirectory: string) => join(dataDirectory, 'search');

/** Folders of finished search indexes, the oldest first: `{milliseconds}.{release}`. */
export const listIndexes = async (dataDirectory: string): Promise<string[]> =>
  (await readdir(getSearchDirectory(dataDirectory)).catch(() => []))
    .filter((name) => /^\d+\.[\w-]+$/.test(name))
    .sort();

/** The release in force, with what lies beside it, as a site; null when there is none. */
export async function readReleasedSite(dataDirectory: string): Promise<Site | null> {
  const siteDirectory = join(dataDirectory, 'site');
  const release = await readRelease(siteDirectory);
  if (!release) return null;
  const searchFiles: (readonly [name: string, path: string])[] = [];
  const searchFolder = dirname(searchRuntimePath).slice(1);
  for (const index of (await listIndexes(dataDirectory)).slice(-keptIndexes))
    for (const [name, path] of await listFiles(join(getSearchDirectory(dataDirectory), index)))
      searchFiles.push([`${searchFolder}/${name}`, path]);
  return createSite([...searchFiles, ...listReleaseFiles(siteDirectory, release)], {
    media: join(dataDirectory, 'media'),
    [shareFolder]: join(dataDirectory, shareFolder),
  });
}
