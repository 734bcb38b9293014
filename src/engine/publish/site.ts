/** The release in force as a site to serve. */
import { basename, extname, join } from 'node:path';
import { getSiteDirectory, type Config } from '../../config.ts';
import { changeSite, createSite, openFolder, type Site } from './site-files.ts';
import { readReleaseFiles, type Release } from './release.ts';

/** Creates a function that reads the release in force with its pictures; it returns null when there is none. */
export function createReleaseReader(
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  siteDirectory: string,
): () => Site | null {
  const media = openFolder(join(dataDirectory, 'media'));
  let last: { release: Release; site: Site } | undefined;
  return () => {
    const found = readReleaseFiles(siteDirectory, last?.release);
    if (!found) return null;
    const { release, isWhole } = found;
    const files = found.files.map(
      // A release names its files by their content (release.ts).
      ([name, path]) => [name, path, path && basename(path, extname(path))] as const,
    );
    const site = isWhole || !last ? createSite(files, media) : changeSite(last.site, files);
    last = { release, site };
    return site;
  };
}

/** Opens the release in force; null when there is none for this account and address. */
export const openRelease = (
  config: Pick<Config, 'dataDirectory' | 'contentful' | 'site'>,
): Site | null => createReleaseReader(config, getSiteDirectory(config))();
