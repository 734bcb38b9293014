import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { getSiteDirectory, type Config } from '../../../config.ts';
import { searchRuntimePath } from '../../../data/routes.ts';
import { shareFolder } from '../../../documents/share-images/card.ts';
import { changeSite, createSite, listFiles, type Site } from '../site.ts';
import { readReleaseFiles, releaseFile, type Release } from './release.ts';

/** The configuration that locates the releases of a site. */
export type SiteConfig = Pick<Config, 'dataDirectory' | 'contentful' | 'site'>;

/** Number of search indexes kept: the newest and the one before, which open pages still use. */
export const keptIndexes = 2;
export const getSearchDirectory = (siteDirectory: string) => join(siteDirectory, 'search');

/** Lists the folders of finished search indexes, oldest first: `{milliseconds}.{release}`. */
export const listIndexes = async (siteDirectory: string): Promise<string[]> =>
  (await readdir(getSearchDirectory(siteDirectory)).catch(() => []))
    .filter((name) => /^\d+\.[\w-]+$/.test(name))
    .sort();

/** Lists the files of the search indexes under the address of the search runtime. */
async function listSearchFiles(siteDirectory: string) {
  const files: (readonly [name: string, path: string])[] = [];
  const searchFolder = dirname(searchRuntimePath).slice(1);
  for (const index of (await listIndexes(siteDirectory)).slice(-keptIndexes))
    for (const [name, path] of await listFiles(join(getSearchDirectory(siteDirectory), index)))
      files.push([`${searchFolder}/${name}`, path]);
  return files;
}

/**
 * Creates a function that reads the release in force with its search indexes, pictures and share
 * images. It resolves to null when no release exists.
 */
export function createReleasedSiteReader(config: SiteConfig): () => Promise<Site | null> {
  const siteDirectory = getSiteDirectory(config);
  let last: { release: Release; site: Site; search: string } | undefined;
  return async () => {
    const search = (await listIndexes(siteDirectory)).join();
    const since = last?.search === search ? last.release : undefined;
    const found = readReleaseFiles(siteDirectory, since);
    if (!found) return null;
    const { release, isWhole } = found;
    const files = found.files.map(
      // A release names its files by their content (release.ts).
      ([name, path]) => [name, path, path && basename(path, extname(path))] as const,
    );
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

/** Milliseconds for which the releases of an earlier `SITE_URL` or account stay without a publish. */
const sitesKeptFor = 30 * 24 * 60 * 60 * 1000;

/** Removes the releases of other sites that nobody has published for long. */
export async function removeOldSites(config: SiteConfig, now: number): Promise<void> {
  const own = getSiteDirectory(config);
  const sites = dirname(own);
  for (const name of await readdir(sites)) {
    const directory = join(sites, name);
    const { mtimeMs } = await stat(join(directory, releaseFile)).catch(() => ({ mtimeMs: now }));
    if (directory !== own && now - mtimeMs > sitesKeptFor) await rm(directory, { recursive: true });
  }
}

/** Reads the release in force once. */
export const readReleasedSite = (config: SiteConfig): Promise<Site | null> =>
  createReleasedSiteReader(config)();
