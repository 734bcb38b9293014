import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasDigest } from '../../disk/index.ts';

/**
 * Removes damaged pictures and downloads, and the records of those that are not there as a whole: they are made again
 * when their entries are composed.
 * @param directory `DATA_DIR/media`
 * @returns whether a record was removed
 */
export function removeDamagedMedia(directory: string): boolean {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const sound = new Set<string>();
  for (const name of names) {
    if (name.endsWith('.json')) continue;
    const path = join(directory, name);
    // Names begin with the digest of the content.
    const [digest = ''] = name.split(/[-.]/, 1);
    try {
      if (hasDigest(readFileSync(path), digest)) sound.add(name);
      else rmSync(path);
    } catch {
      // What cannot be read now may be sound later.
    }
  }
  let isWhole = true;
  for (const name of names) {
    if (!name.endsWith('.json')) continue;
    const record = readFileSync(join(directory, name), 'utf8');
    const files = [...record.matchAll(/\/media\/([\w.-]+)/g)];
    if (files.every(([, file = '']) => sound.has(file))) continue;
    rmSync(join(directory, name), { force: true });
    isWhole = false;
  }
  return !isWhole;
}
