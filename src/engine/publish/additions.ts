/**
 * Files that a release gets after it is live: search index and sitemap. A folder keeps each part of them as
 * `{part}.{time}.{digest}`: the newest version, and the one before for pages that are open.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { searchPartPath } from '../../data/routes.ts';
import { listFiles, syncDirectory, syncFile } from '../disk/index.ts';

export const sitemapPart = 'sitemap';

export const getAdditionsDirectory = (siteDirectory: string) => join(siteDirectory, 'additions');

const keptVersions = 2;
const syncedAtOnce = 16;

export interface Version {
  folder: string;
  part: string;
  made: number;
  /** Digest of what the part was made from. */
  basis: string;
}

/** Lists the finished versions of all parts, oldest first. */
export async function listVersions(directory: string): Promise<Version[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .flatMap((folder) => {
      const [, part, made, basis] = /^(\w+)\.(\d+)\.(\w+)$/.exec(folder) ?? [];
      return part && basis ? [{ folder, part, made: Number(made), basis }] : [];
    })
    .sort((one, other) => one.made - other.made);
}

/**
 * Makes a new version of a part when its basis has changed.
 * @param write writes the files of the part into an empty folder
 * @returns whether the version is new
 */
export async function renewPart(
  directory: string,
  part: string,
  basis: string,
  write: (folder: string) => Promise<void>,
): Promise<boolean> {
  const versions = (await listVersions(directory)).filter((version) => version.part === part);
  const last = versions.at(-1);
  if (last?.basis === basis) return false;
  const unfinished = join(directory, `${part}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await write(unfinished);
  const limit = pLimit(syncedAtOnce);
  const files = await listFiles(unfinished);
  await Promise.all(files.map(([, path]) => limit(() => syncFile(path))));
  // A clock that was ahead must not make an earlier version the newest.
  const time = Math.max(Date.now(), (last?.made ?? 0) + 1);
  await rename(unfinished, join(directory, `${part}.${time}.${basis}`));
  await syncDirectory(directory);
  for (const { folder } of versions.slice(0, 1 - keptVersions))
    await rm(join(directory, folder), { recursive: true, force: true });
  return true;
}

/** Lists the files of all parts: name in the site and absolute path. The last of two with one name wins. */
export async function listAdditions(
  directory: string,
): Promise<(readonly [name: string, path: string])[]> {
  const files: (readonly [name: string, path: string])[] = [];
  for (const { folder, part } of await listVersions(directory)) {
    const prefix = part === sitemapPart ? '' : searchPartPath(Number(part)).slice(1);
    for (const [name, path] of await listFiles(join(directory, folder)))
      files.push([prefix + name, path]);
  }
  return files;
}
