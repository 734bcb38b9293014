/**
 * Makes the search index from the snapshot, in parts, so that an edit makes one part anew. A folder
 * keeps each part as `{part}.{time}.{digest}`: the newest, and the one before for pages that are open.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { close, createIndex, type IndexFile, type PagefindIndex } from 'pagefind';
import type { SnapshotRead } from '../content/read.ts';
import { searchPartPath } from '../../data/routes.ts';
import { digest } from '../disk/index.ts';
import { toSearchedPost, toSearchedResource, type Searched } from './searched.ts';
import { listFiles } from '../serve/node/site.ts';

/** Interfaces and helpers of Pagefind that the search page does not use (islands/search-index.ts). */
const unusedFiles = [
  ...['ui', 'modular-ui', 'component-ui'].flatMap((name) => [
    `pagefind-${name}.js`,
    `pagefind-${name}.css`,
  ]),
  'pagefind-highlight.js',
  'pagefind-worker.js',
  'wasm.unknown.pagefind',
];

/** Versions of a part that stay. */
const keptVersions = 2;
const itemsOnTheWay = 32;
const filesAtOnce = 16;

/** Digest of the code that makes the index, and of the versions of packages. */
async function digestCode(): Promise<string> {
  const files = ['../../../package-lock.json', '../../documents/searched.ts', 'search-index.ts'];
  const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8').catch(() => '');
  return digest((await Promise.all(files.map(read))).join('\0'));
}

const refuseErrors = (errors: readonly string[]) => {
  if (errors.length > 0) throw new Error(`The search index: ${errors.join('; ')}`);
};

async function addItems(index: PagefindIndex, items: readonly Searched[]): Promise<void> {
  // Pagefind indexes items one by one; a few requests in flight keep it busy.
  for (let start = 0; start < items.length; start += itemsOnTheWay) {
    const some = items.slice(start, start + itemsOnTheWay);
    const added = await Promise.all(
      some.map(({ path, html }) => index.addHTMLFile({ url: path, content: html })),
    );
    refuseErrors(added.flatMap(({ errors }) => errors));
  }
}

/**
 * Writes the index of some items into a folder. Pagefind works in its own process, which would answer
 * before its files are on the disk.
 */
async function writeIndex(items: readonly Searched[], directory: string): Promise<void> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: 'en' });
    if (!index) throw new Error(`The search index: ${errors.join('; ')}`);
    await addItems(index, items);
    const made = await index.getFiles();
    refuseErrors(made.errors);
    const limit = pLimit(filesAtOnce);
    const write = async ({ path, content }: IndexFile) => {
      const file = join(directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flush: true });
    };
    const used = made.files.filter(({ path }) => !unusedFiles.includes(path));
    await Promise.all(used.map((file) => limit(() => write(file))));
  } finally {
    await close();
  }
}

interface Version {
  folder: string;
  part: number;
  made: number;
  /** Digest of the content and of the code. */
  basis: string;
}

/** Lists the finished versions of all parts, oldest first. */
export async function listVersions(directory: string): Promise<Version[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .flatMap((folder) => {
      const [, part, made, basis] = /^(\d+)\.(\d+)\.(\w+)$/.exec(folder) ?? [];
      return basis ? [{ folder, part: Number(part), made: Number(made), basis }] : [];
    })
    .sort((one, other) => one.part - other.part || one.made - other.made);
}

/**
 * Lists the files of the index: name in the site and absolute path. The last of two files with one name
 * wins.
 */
export async function listSearchFiles(
  directory: string,
): Promise<(readonly [name: string, path: string])[]> {
  const files: (readonly [name: string, path: string])[] = [];
  for (const { folder, part } of await listVersions(directory))
    for (const [name, path] of await listFiles(join(directory, folder)))
      files.push([`${searchPartPath(part).slice(1)}${name}`, path]);
  return files;
}

/**
 * Brings the index in a folder up to date with the snapshot.
 * @param onPart called after each part, with the total number of parts
 * @returns the number of parts, and how many of them are new
 */
export async function updateSearchIndex(
  read: SnapshotRead,
  directory: string,
  onPart: (total: number) => void = () => undefined,
): Promise<{ parts: number; made: number }> {
  const { parts } = await read({ type: 'search-parts' });
  const code = await digestCode();
  const before = await listVersions(directory);
  const unfinished = join(directory, 'unfinished');
  let made = 0;
  for (let part = 1; part <= parts; part += 1) {
    const versions = before.filter((version) => version.part === part);
    const basis = digest(`${code} ${read.getDigest({ type: 'search-part', part })}`);
    if (versions.at(-1)?.basis !== basis) {
      const { posts, resources } = await read({ type: 'search-part', part });
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true });
      await writeIndex(
        [...posts.map(toSearchedPost), ...resources.map(toSearchedResource)],
        unfinished,
      );
      // A clock that was ahead must not make an earlier version the newest.
      const time = Math.max(Date.now(), (versions.at(-1)?.made ?? 0) + 1);
      await rename(unfinished, join(directory, `${part}.${time}.${basis}`));
      for (const { folder } of versions.slice(0, 1 - keptVersions))
        await rm(join(directory, folder), { recursive: true, force: true });
      made += 1;
    }
    onPart(parts);
  }
  for (const { folder, part } of before)
    if (part > parts) await rm(join(directory, folder), { recursive: true, force: true });
  return { parts, made };
}
