import { copyFileSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Lays files into a folder. Links where the file system can, because a copy of ten thousand pages takes
 * longer than rendering a few: nobody may write into the files of a built site.
 * @param files name below `target` and absolute path; the last of two with one name wins
 */
export function layOut(
  files: Iterable<readonly [name: string, path: string]>,
  target: string,
): void {
  const named = new Map(files);
  const folders = new Set(Array.from(named.keys(), (name) => dirname(join(target, name))));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  let lay = linkSync;
  for (const [name, path] of named) {
    const to = join(target, name);
    rmSync(to, { force: true });
    try {
      lay(path, to);
    } catch {
      // Another file system, or one without links.
      lay = copyFileSync;
      lay(path, to);
    }
  }
}
