/** The release in force as a site to serve. */
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { getSiteDirectory, type Config } from '../../config.ts';
import { shareFolder } from '../../documents/share-card.ts';
import { changeSite, createSite, openFolder, type Site } from './site-files.ts';
import { getAdditionsDirectory, listAdditions, listVersions } from './additions.ts';
import { readReleaseFiles, releaseFile, type Release } from './release.ts';

/**
 * Creates a function that reads the release in force with its search index, sitemap, pictures and share
 * images. It resolves to null when no release exists.
 */
export function createReleaseReader(
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  siteDirectory: string,
): () => Promise<Site | null> {
  const directory = getAdditionsDirectory(siteDirectory);
  const folders = {
    media: openFolder(join(dataDirectory, 'media')),
    [shareFolder]: openFolder(join(dataDirectory, shareFolder)),
  };
  let last: { release: Release; site: Site; additions: string } | undefined;
  return async () => {
    const additions = (await listVersions(directory)).map(({ folder }) => folder).join();
    const since = last?.additions === additions ? last.release : undefined;
    const found = readReleaseFiles(siteDirectory, since);
    if (!found) return null;
    const { release, isWhole } = found;
    const files = found.files.map(
      // A release names its files by their content (release.ts).
      ([name, path]) => [name, path, path && basename(path, extname(path))] as const,
    );
    const site =
      isWhole || !last
        ? createSite([...(await listAdditions(directory)), ...files], folders)
        : changeSite(last.site, files);
    last = { release, site, additions };
    return site;
  };
}

/** Opens the release in force; null when there is none for this account and address. */
export const openRelease = (
  config: Pick<Config, 'dataDirectory' | 'contentful' | 'site'>,
): Promise<Site | null> => createReleaseReader(config, getSiteDirectory(config))();

/** Milliseconds for which the releases of an earlier `SITE_URL` or account stay without a publish. */
const sitesKeptFor = 30 * 24 * 60 * 60 * 1000;

/** Removes the releases of other sites that nobody has published for long. */
export async function removeOldSites(own: string, now: number): Promise<void> {
  const sites = dirname(own);
  for (const name of await readdir(sites)) {
    const directory = join(sites, name);
    const { mtimeMs } = await stat(join(directory, releaseFile)).catch(() => ({ mtimeMs: now }));
    if (directory !== own && now - mtimeMs > sitesKeptFor) await rm(directory, { recursive: true });
  }
}
