import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { getSiteDirectory, type Config } from '../../config.ts';
import { shareFolder } from '../../documents/share-card.ts';
import { listSearchFiles, listVersions } from './search-index.ts';
import { changeSite, createSite, type Site } from '../serve/node/site.ts';
import { readReleaseFiles, releaseFile, type Release } from './release.ts';

/** The configuration that locates the releases of a site. */
export type SiteConfig = Pick<Config, 'dataDirectory' | 'contentful' | 'site'>;

export const getSearchDirectory = (siteDirectory: string) => join(siteDirectory, 'search');

/**
 * Creates a function that reads the release in force with its search indexes, pictures and share
 * images. It resolves to null when no release exists.
 */
export function createReleasedSiteReader(config: SiteConfig): () => Promise<Site | null> {
  const siteDirectory = getSiteDirectory(config);
  const searchDirectory = getSearchDirectory(siteDirectory);
  let last: { release: Release; site: Site; search: string } | undefined;
  return async () => {
    const versions = await listVersions(searchDirectory);
    const search = versions.map(({ folder }) => folder).join();
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
        ? createSite([...(await listSearchFiles(searchDirectory)), ...files], {
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
