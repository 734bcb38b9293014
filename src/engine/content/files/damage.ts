import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasDigest } from '../../disk/index.ts';

/** Whether a picture or download is there with its content; a damaged one is removed. */
function isSound(directory: string, name: string): boolean {
  const path = join(directory, name);
  try {
    // Names begin with the digest of the content.
    if (hasDigest(readFileSync(path), /^[^-.]*/.exec(name)?.[0] ?? '')) return true;
    rmSync(path);
  } catch {
    // Missing, or not to be read now.
  }
  return false;
}

/**
 * Removes damaged pictures and downloads.
 * @param directory `DATA_DIR/media`
 * @returns whether a file is missing that a record names: it is made again when its entry is composed
 */
export function removeDamagedMedia(directory: string): boolean {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const isDamaged = (record: string) => {
    const files = readFileSync(join(directory, record), 'utf8').matchAll(/\/media\/([\w.-]+)/g);
    return Array.from(files, ([, name = '']) => isSound(directory, name)).includes(false);
  };
  return names.filter((name) => name.endsWith('.json')).filter(isDamaged).length > 0;
}
