/**
 * Finds what is missing or damaged in DATA_DIR, and removes what is damaged: everything that is missing is
 * made again.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { shareFolder } from '../../documents/share-card.ts';
import { hasDigest } from '../disk/index.ts';
import type { FollowUpSite } from './process.ts';
import { listReleaseFiles } from './release.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Whether a picture is a whole PNG: each of its parts ends with its checksum (w3.org/TR/png-3, section 5). */
export function isWholePng(picture: Buffer): boolean {
  let at = signature.length;
  if (!picture.subarray(0, at).equals(signature)) return false;
  while (at + 12 <= picture.length) {
    const end = at + 8 + picture.readUInt32BE(at);
    if (
      end + 4 > picture.length ||
      crc32(picture.subarray(at + 4, end)) !== picture.readUInt32BE(end)
    )
      return false;
    if (picture.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at = end + 4;
  }
  return false;
}

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
 * Removes damaged files of the release, its pictures and its share images.
 * @returns whether a whole publish has to make something again
 */
export async function removeDamaged({ config, siteDirectory }: FollowUpSite): Promise<boolean> {
  const { dataDirectory } = config;
  let isWhole = await checkMedia(join(dataDirectory, 'media'));
  for (const [, path] of listReleaseFiles(siteDirectory))
    isWhole =
      (await check(path, (content) => hasDigest(content, basename(path, extname(path))))) &&
      isWhole;
  const shareImages = join(dataDirectory, shareFolder);
  for (const name of await readdir(shareImages).catch(() => []))
    await check(join(shareImages, name), isWholePng);
  return !isWhole;
}
