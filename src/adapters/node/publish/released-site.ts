import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getSiteDirectory, type Config } from '../../../config.ts';
import { searchRuntimePath } from '../../../data/routes.ts';
import { shareFolder } from '../../../documents/share-images/card.ts';
import { createSite, listFiles, type Site } from '../site.ts';
import { listReleaseFiles, readRelease } from './release.ts';

/** What says where the releases of a site are. */
export type SiteConfig = Pick<Config, 'dataDirectory' | 'contentful' | 'site'>;

/** The newest search index and the one before it, which pages that are open already still use. */
export const keptIndexes = 2;
export const getSearchDirectory = (siteDirectory: string) => join(siteDirectory, 'search');

/** Folders of finished search indexes, the oldest first: `{milliseconds}.{release}`. */
export const listIndexes = async (siteDirectory: string): Promise<string[]> =>
  (await readdir(getSearchDirectory(siteDirectory)).catch(() => []))
    .filter((name) => /^\d+\.[\w-]+$/.test(name))
    .sort();

/** The release in force, with its search indexes, pictures and share images; null when there is none. */
export async function readReleasedSite(config: SiteConfig): Promise<Site | null> {
  const siteDirectory = getSiteDirectory(config);
  const release = await readRelease(siteDirectory);
  if (!release) return null;
  const searchFiles: (readonly [name: string, path: string])[] = [];
  const searchFolder = dirname(searchRuntimePath).slice(1);
  for (const index of (await listIndexes(siteDirectory)).slice(-keptIndexes))
    for (const [name, path] of await listFiles(join(getSearchDirectory(siteDirectory), index)))
      searchFiles.push([`${searchFolder}/${name}`, path]);
  return createSite([...searchFiles, ...listReleaseFiles(siteDirectory, release)], {
    media: join(config.dataDirectory, 'media'),
    [shareFolder]: join(config.dataDirectory, shareFolder),
  });
}
