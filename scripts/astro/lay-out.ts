import { constants, copyFileSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const copy = (from: string, to: string) => copyFileSync(from, to, constants.COPYFILE_FICLONE);

/**
 * Lays files into a folder of the built site.
 * @param files name below `target` and absolute path; the last of two files with one name wins
 * @param isChecked whether the content of the files is checked before each use. These files are linked
 *   where the file system can, because copies of ten thousand pages take seconds: a write into the built
 *   site then reaches the file itself.
 */
export function layOut(
  files: Iterable<readonly [name: string, path: string]>,
  target: string,
  isChecked = false,
): void {
  const named = new Map(files);
  const folders = new Set(Array.from(named.keys(), (name) => dirname(join(target, name))));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  let lay = isChecked ? linkSync : copy;
  for (const [name, path] of named) {
    const to = join(target, name);
    rmSync(to, { force: true });
    try {
      lay(path, to);
    } catch (error) {
      if (lay === copy) throw error;
      // Another file system, or a file system without links.
      lay = copy;
      lay(path, to);
    }
  }
}
