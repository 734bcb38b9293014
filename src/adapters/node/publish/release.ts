/**
 * Releases of the site in `DATA_DIR/site`: `files/` holds every file once, named by its content, and
 * `current.json` says which of them are the site. A release is in force with the rename of that one
 * file, so no crash shows half of it, and what did not change is not written again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hasKey } from '../../../rules/unknown.ts';
import type { RecordedRead } from '../../../content/snapshot/read.ts';
import { syncDirectory } from '../../../disk/sync-directory.ts';
import { writeWhole } from '../../../disk/write-file.ts';

const version = 2;
const manifestName = 'current.json';
/** Milliseconds for which a page that is open already finds the scripts and styles it came with. */
const assetsKeptFor = 24 * 60 * 60 * 1000;
/** Milliseconds after which a file that no release names is removed; a running answer may still read it. */
const filesKeptFor = 60 * 60 * 1000;

/** What a page was made of, for the next publish: it is rendered again when an answer changes. */
export type Reads = readonly RecordedRead[];

export interface Release {
  version: typeof version;
  id: string;
  /** Digest of the code that rendered it. */
  code: string;
  /** ISO 8601 */
  builtAt: string;
  /** What the build receipt says of the content, as JSON. */
  overview: string;
  /** What the code brings along (scripts, styles, public files): name in the site → file. */
  assets: Readonly<Record<string, string>>;
  /** What is rendered from the content: name in the site → file. */
  pages: Readonly<Record<string, string>>;
  /** Hashed assets of earlier releases, and since when no page asks for them. */
  retired: Readonly<Record<string, { file: string; at: number }>>;
}

const filesDirectory = (directory: string) => join(directory, 'files');
const readsName = (id: string) => `reads-${id}.json`;

// Written by us, whole or not at all: another version is the one thing that can differ.
const isRelease = (value: unknown): value is Release =>
  hasKey(value, 'version') && value.version === version;
const isReads = (value: unknown): value is Record<string, Reads> =>
  typeof value === 'object' && value !== null;

/** The release in force; null when there is none that can be used. */
export async function readRelease(directory: string): Promise<Release | null> {
  try {
    const release: unknown = JSON.parse(await readFile(join(directory, manifestName), 'utf8'));
    return isRelease(release) ? release : null;
  } catch {
    return null;
  }
}

/** What each page of a release was made of; none when that is not known. */
export async function readReads(directory: string, id: string): Promise<Record<string, Reads>> {
  try {
    const reads: unknown = JSON.parse(await readFile(join(directory, readsName(id)), 'utf8'));
    return isReads(reads) ? reads : {};
  } catch {
    return {};
  }
}

/** Name in the site → absolute path, of everything that can be asked for. */
export function* listReleaseFiles(
  directory: string,
  { assets, pages, retired }: Release,
): Generator<readonly [name: string, path: string]> {
  const files = filesDirectory(directory);
  for (const [name, { file }] of Object.entries(retired)) yield [name, join(files, file)];
  for (const [name, file] of Object.entries(assets)) yield [name, join(files, file)];
  for (const [name, file] of Object.entries(pages)) yield [name, join(files, file)];
}

const nameFile = (name: string, content: Buffer) =>
  `${createHash('sha256').update(content).digest('base64url').slice(0, 27)}${extname(name)}`;

/** Files that are on their way to the disk at the same time: each waits for it, none for another. */
const mostWrites = 16;

/** Keeps files under the digest of their content. */
export async function createFileWriter(directory: string) {
  const files = filesDirectory(directory);
  await mkdir(files, { recursive: true });
  const there = new Set(await readdir(files));
  const writing = new Set<Promise<void>>();
  let failure: unknown = null;

  const check = () => {
    if (failure !== null) throw failure instanceof Error ? failure : new Error('A write failed.');
  };

  return {
    /** Whether a file is there: a disk may lose what it promised. */
    has: (file: string) => there.has(file),

    /** Gives the name of the file, which is there once `finish` has resolved. */
    async add(name: string, content: Buffer): Promise<string> {
      const file = nameFile(name, content);
      if (there.has(file)) return file;
      there.add(file);
      if (writing.size >= mostWrites) await Promise.race(writing);
      check();
      const write = writeWhole(files, file, content)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => writing.delete(write));
      writing.add(write);
      return file;
    },

    async finish(): Promise<void> {
      await Promise.all(writing);
      check();
      await syncDirectory(files);
    },
  };
}

interface NewRelease extends Omit<Release, 'version' | 'retired'> {
  reads: Readonly<Record<string, Reads>>;
  now: number;
}

const isHashed = (name: string) => name.startsWith('_astro/');

/** Puts a release in force; hashed assets of the one before stay for pages that are open. */
export async function writeRelease(
  directory: string,
  before: Release | null,
  { reads, now, ...contents }: NewRelease,
): Promise<Release> {
  const left = Object.entries(before?.assets ?? {}).map(([name, file]) => ({
    name,
    file,
    at: now,
  }));
  const retired = [
    ...Object.entries(before?.retired ?? {}).map(([name, old]) => ({ name, ...old })),
    ...left.filter(({ name }) => isHashed(name)),
  ].filter(({ name, at }) => !(name in contents.assets) && now - at < assetsKeptFor);
  const release: Release = {
    version,
    ...contents,
    retired: Object.fromEntries(retired.map(({ name, file, at }) => [name, { file, at }])),
  };

  await writeWhole(directory, readsName(release.id), JSON.stringify(reads));
  await writeWhole(directory, manifestName, JSON.stringify(release));
  await syncDirectory(directory);
  if (before && before.id !== release.id) {
    await rm(join(directory, readsName(before.id)), { force: true });
  }
  return release;
}

/** Removes files that the release in force does not name and no answer can still be reading. */
export async function removeUnused(directory: string, release: Release, now: number) {
  const files = filesDirectory(directory);
  const used = new Set([...listReleaseFiles(directory, release)].map(([, path]) => path));
  for (const file of await readdir(files)) {
    const path = join(files, file);
    if (used.has(path)) continue;
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > filesKeptFor) await rm(path, { force: true });
  }
  for (const name of await readdir(directory)) {
    const isOld = name.startsWith('reads-') && name !== readsName(release.id);
    if (isOld || name.endsWith('.tmp')) await rm(join(directory, name), { force: true });
  }
}
