/**
 * Files that a release gets after it is live: search index and sitemap. A folder keeps each part of them as
 * `{part}.{time}.{digest}`: the newest version, and the one before for pages that are open. A version lists its
 * files with their digests, so that damage is noticed.
 */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { searchPartPath } from '../../data/routes.ts';
import { digest, listFiles, syncDirectory, syncFile, writeFile } from '../disk/index.ts';
import { parseJson } from '../schemas.ts';

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

const listName = 'files.json';
const listSchema = v.array(v.tuple([v.string(), v.string()]));

/** Reads the names and digests of a version's files; null when the list is missing or damaged. */
const readList = async (folder: string) =>
  parseJson(listSchema, await readFile(join(folder, listName), 'utf8').catch(() => ''));

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
  if (last?.basis === basis && (await readList(join(directory, last.folder)))) return false;
  const unfinished = join(directory, `${part}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await write(unfinished);
  const limit = pLimit(syncedAtOnce);
  const files = await listFiles(unfinished);
  const store = async (name: string, path: string): Promise<[string, string]> => {
    await syncFile(path);
    return [name, digest(await readFile(path))];
  };
  const list = await Promise.all(files.map(([name, path]) => limit(() => store(name, path))));
  await writeFile(unfinished, listName, JSON.stringify(list));
  // A clock that was ahead must not make an earlier version the newest.
  const time = Math.max(Date.now(), (last?.made ?? 0) + 1);
  await rename(unfinished, join(directory, `${part}.${time}.${basis}`));
  await syncDirectory(directory);
  for (const { folder } of versions.slice(0, 1 - keptVersions))
    await rm(join(directory, folder), { recursive: true, force: true });
  return true;
}

type Addition = readonly [name: string, path: string, digest: string];

/** Lists the files of all parts: name in the site and absolute path. The last of two with one name wins. */
export async function listAdditions(directory: string): Promise<Addition[]> {
  const files: Addition[] = [];
  for (const { folder, part } of await listVersions(directory)) {
    const prefix = part === sitemapPart ? '' : searchPartPath(Number(part)).slice(1);
    const version = join(directory, folder);
    for (const [name, expected] of (await readList(version)) ?? [])
      files.push([prefix + name, join(version, name), expected]);
  }
  return files;
}

/** Removes the lists of versions with a missing or damaged file, so that these parts are made anew. */
export async function forgetDamaged(directory: string): Promise<void> {
  for (const { folder } of await listVersions(directory)) {
    const version = join(directory, folder);
    for (const [name, expected] of (await readList(version)) ?? []) {
      const content = await readFile(join(version, name)).catch(() => null);
      if (content && digest(content) === expected) continue;
      await rm(join(version, listName), { force: true });
      break;
    }
  }
}
