/**
 * Finds what is missing or damaged in DATA_DIR, and removes what is damaged: everything that is missing is
 * made again.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { hasDigest } from '../disk/index.ts';
import type { FollowUpSite } from './process.ts';
import { listReleaseFiles } from './release.ts';

/** Names of a folder of pictures and downloads begin with the digest of their content. */
const getDigest = (name: string) => name.split(/[-.]/, 1)[0] ?? '';

/** Whether a file is there with its content. A damaged file is removed. */
async function check(path: string, isSound: (content: Buffer) => boolean): Promise<boolean> {
  const content = await readFile(path).catch(() => null);
  if (content && isSound(content)) return true;
  await rm(path, { force: true });
  return false;
}

/** Checks pictures and downloads. A record whose files are not all there is removed, and they are made again. */
async function checkMedia(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  const isRecord = (name: string) => name.endsWith('.json');
  const sound = new Set<string>();
  for (const name of names)
    if (
      !isRecord(name) &&
      (await check(join(directory, name), (content) => hasDigest(content, getDigest(name))))
    )
      sound.add(name);
  let isWhole = true;
  for (const name of names.filter(isRecord)) {
    const hasFiles = (record: Buffer) =>
      [...record.toString().matchAll(/\/media\/([\w.-]+)/g)].every(([, file = '']) =>
        sound.has(file),
      );
    isWhole = (await check(join(directory, name), hasFiles)) && isWhole;
  }
  return isWhole;
}

/**
 * Removes damaged files of the release and its pictures.
 * @returns whether a whole publish has to make something again
 */
export async function removeDamaged({ config, siteDirectory }: FollowUpSite): Promise<boolean> {
  let isWhole = await checkMedia(join(config.dataDirectory, 'media'));
  for (const [, path] of listReleaseFiles(siteDirectory))
    isWhole =
      (await check(path, (content) => hasDigest(content, basename(path, extname(path))))) &&
      isWhole;
  return !isWhole;
}
