/** Lays a site into a folder, ready for any static host. */
import { constants, copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getSnapshotDirectory, type Config } from '../config.ts';
import { listMediaNames } from '../content/index.ts';
import { listSiteFiles } from './table.ts';

/** Links files into a folder, because copies of ten thousand take seconds. The last of two with one name wins. */
function layOutFiles(files: Iterable<readonly [name: string, path: string]>, target: string): void {
  const named = new Map(files);
  const folders = new Set(Array.from(named.keys(), (name) => dirname(join(target, name))));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const [name, path] of named)
    try {
      linkSync(path, join(target, name));
    } catch {
      // Another file system, or a file system without links.
      copyFileSync(path, join(target, name), constants.COPYFILE_FICLONE);
    }
}

/** Copies the files that the snapshot names from `DATA_DIR/media` into a folder of the built site. */
export async function copyMedia(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
  target: string,
): Promise<void> {
  const source = join(config.dataDirectory, 'media');
  const names = listMediaNames(getSnapshotDirectory(config));
  const files = await readdir(source).catch(() => []);
  layOutFiles(
    files.flatMap((name) => (names.has(name) ? [[name, join(source, name)] as const] : [])),
    target,
  );
}

/** Replaces the contents of a folder by the site with its pictures. */
export async function layOut(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
  siteDirectory: string,
  target: string,
): Promise<void> {
  await rm(target, { recursive: true, force: true });
  layOutFiles(
    listSiteFiles(siteDirectory).map(({ name, location }) => [name, location] as const),
    target,
  );
  await copyMedia(config, join(target, 'media'));
}
