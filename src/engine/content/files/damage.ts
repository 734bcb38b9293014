import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { damagedEnding, hasDigest } from '../../disk/index.ts';

/** Reads a file; null for a missing one, and 'unreadable' for one that cannot be read now. */
function read(path: string): Buffer | 'unreadable' | null {
  try {
    return readFileSync(path);
  } catch {
    return existsSync(path) ? 'unreadable' : null;
  }
}

/**
 * Sets damaged pictures and downloads aside. What cannot be read now may be sound, and stays.
 * @param directory `DATA_DIR/media`
 * @returns whether a file is missing that a record names: it is made again when its entry is composed
 */
export function setDamagedMediaAside(directory: string): boolean {
  const isSound = (name: string) => {
    const path = join(directory, name);
    const content = read(path);
    // Names begin with the digest of the content.
    if (content === 'unreadable' || content === null) return content !== null;
    if (hasDigest(content, /^[^-.]*/.exec(name)?.[0] ?? '')) return true;
    renameSync(path, path + damagedEnding);
    return false;
  };
  const isDamaged = (record: string) => {
    const files = String(read(join(directory, record))).matchAll(/\/media\/([\w.-]+)/g);
    return Array.from(files, ([, name = '']) => isSound(name)).includes(false);
  };
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith('.json')).filter(isDamaged).length > 0;
}
