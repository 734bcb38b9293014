/** What becomes of pictures and downloads that are damaged or taken back. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { damagedEnding, goneEnding, hasDigest } from '../../disk/index.ts';
import { listMedia } from './asset.ts';

/** Reads a file; null for a missing one, and 'unreadable' for one that cannot be read now. */
function readOrNull(path: string): Buffer | 'unreadable' | null {
  try {
    return readFileSync(path);
  } catch {
    return existsSync(path) ? 'unreadable' : null;
  }
}

/** Lists the files that a record names. */
const listNamed = (directory: string, record: string) => [
  ...listMedia(String(readOrNull(join(directory, record)))),
];

/**
 * Sets damaged pictures and downloads aside. What cannot be read now may be sound, and stays.
 * @param directory `DATA_DIR/media`
 * @returns whether a file is missing that a record names: it is made again when its entry is composed
 */
export function setDamagedMediaAside(directory: string): boolean {
  const isSound = (name: string) => {
    const path = join(directory, name);
    const content = readOrNull(path);
    // Names begin with the digest of the content.
    if (content === 'unreadable' || content === null) return content !== null;
    if (hasDigest(content, /^[^-.]*/.exec(name)?.[0] ?? '')) return true;
    renameSync(path, path + damagedEnding);
    return false;
  };
  const isDamaged = (record: string) => listNamed(directory, record).map(isSound).includes(false);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith('.json')).filter(isDamaged).length > 0;
}

/** Pages that are open keep their pictures nearly for a day; within the day all are removed. */
const keptMs = 23 * 60 * 60 * 1000;

/**
 * Removes pictures and downloads that the content has not named for a day. An empty file beside each, which stays,
 * says since when: its address is gone, and not unknown.
 * @param directory `DATA_DIR/media`
 * @returns when the next one is to be removed, in epoch milliseconds; Infinity for none
 */
export function removeUnnamedMedia(
  directory: string,
  named: ReadonlySet<string>,
  now: number,
): number {
  const there = new Set(existsSync(directory) ? readdirSync(directory) : []);
  const removeFile = (name: string) => rmSync(join(directory, name), { force: true });
  const removed = new Set<string>();
  let next = Infinity;
  for (const name of there) {
    // Only our own: names that begin with a digest.
    const [, base, ending] =
      /^([\da-f]{20}[-.].*?)(?:\.(json|tmp|gone|damaged))?$/.exec(name) ?? [];
    if (base === undefined) continue;
    const isNamed = named.has(base);
    if (ending === 'gone' && isNamed) removeFile(name);
    // What was damaged has a successor, or needs none.
    if (ending === 'damaged' && (there.has(base) || !isNamed)) removeFile(name);
    if (ending !== undefined || isNamed) continue;
    const mark = join(directory, base + goneEnding);
    if (!there.has(base + goneEnding)) writeFileSync(mark, '');
    const end = Math.min(statSync(mark).mtimeMs, now) + keptMs;
    if (end > now) next = Math.min(next, end);
    else {
      removed.add(name);
      removeFile(name);
    }
  }
  if (removed.size === 0) return next;
  // A record of what is not there would be taken for damage.
  for (const record of there) {
    if (!record.endsWith('.made.json')) continue;
    if (listNamed(directory, record).some((name) => removed.has(name))) removeFile(record);
  }
  return next;
}
