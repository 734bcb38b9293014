/**
 * Finds what is missing or damaged in DATA_DIR, and removes what is damaged: everything that is missing is
 * made again.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { hasDigest } from '../disk/index.ts';
import type { FollowUpSite } from './process.ts';
import { listReleaseFiles } from './release.ts';

/** Names of a folder of pictures and downloads begin with the digest of their content. */
const getDigest = (name: string) => name.split(/[-.]/, 1)[0] ?? '';

/** Whether a file is there with its content. A damaged file is removed. */
function check(path: string, isSound: (content: Buffer) => boolean): boolean {
  try {
    if (isSound(readFileSync(path))) return true;
  } catch {
    // Missing, or not to be read.
  }
  rmSync(path, { force: true });
  return false;
}

/** Checks pictures and downloads. A record whose files are not all there is removed, and they are made again. */
function checkMedia(directory: string): boolean {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const isRecord = (name: string) => name.endsWith('.json');
  const sound = new Set<string>();
  for (const name of names)
    if (
      !isRecord(name) &&
      check(join(directory, name), (content) => hasDigest(content, getDigest(name)))
    )
      sound.add(name);
  let isWhole = true;
  for (const name of names.filter(isRecord)) {
    const hasFiles = (record: Buffer) =>
      [...record.toString().matchAll(/\/media\/([\w.-]+)/g)].every(([, file = '']) =>
        sound.has(file),
      );
    isWhole = check(join(directory, name), hasFiles) && isWhole;
  }
  return isWhole;
}

/**
 * Removes damaged files of the release and its pictures. Reads one file after the other without a promise for each,
 * which would take most of the time.
 * @returns whether a whole publish has to make something again
 */
export function removeDamaged({ config, siteDirectory }: FollowUpSite): boolean {
  let isWhole = checkMedia(join(config.dataDirectory, 'media'));
  for (const [, path] of listReleaseFiles(siteDirectory))
    isWhole =
      check(path, (content) => hasDigest(content, basename(path, extname(path)))) && isWhole;
  return !isWhole;
}
