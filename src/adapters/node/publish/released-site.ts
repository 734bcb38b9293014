import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getSiteDirectory, type Config } from '../../../config.ts';
import { searchRuntimePath } from '../../../data/routes.ts';
import { shareFolder } from '../../../documents/share-images/card.ts';
import { changeSite, createSite, listFiles, type Site } from '../site.ts';
import { readReleaseFiles, type Release } from './release.ts';

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

/** Files of the search indexes, under the address of the search runtime. */
async function listSearchFiles(siteDirectory: string) {
  const files: (readonly [name: string, path: string])[] = [];
  const searchFolder = dirname(searchRuntimePath).slice(1);
  for (const index of (await listIndexes(siteDirectory)).slice(-keptIndexes))
    for (const [name, path] of await listFiles(join(getSearchDirectory(siteDirectory), index)))
      files.push([`${searchFolder}/${name}`, path]);
  return files;
}

/**
 * Reads the release in force, again and again: with its search indexes, pictures and share images; null
 * when there is none.
 */
export function createReleasedSiteReader(config: SiteConfig): () => Promise<Site | null> {
  const siteDirectory = getSiteDirectory(config);
  let last: { release: Release; site: Site; search: string } | undefined;
  return async () => {
    const search = (await listIndexes(siteDirectory)).join();
    const since = last?.search === search ? last.release : undefined;
    const found = readReleaseFiles(siteDirectory, since);
    if (!found) return null;
    const { release, files, isWhole } = found;
    const site =
      isWhole || !last
        ? createSite([...(await listSearchFiles(siteDirectory)), ...files], {
            media: join(config.dataDirectory, 'media'),
            [shareFolder]: join(config.dataDirectory, shareFolder),
          })
        : changeSite(last.site, files);
    last = { release, site, search };
    return site;
  };
}

/** The release in force. */
export const readReleasedSite = (config: SiteConfig): Promise<Site | null> =>
  createReleasedSiteReader(config)();
