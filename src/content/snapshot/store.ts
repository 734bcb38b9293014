/**
 * The files between the two steps: an index, and one body per entry named by its digest. Bodies come
 * first and the index last, each written aside, synced and renamed, so a reader never sees half of it.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Body, Listed, PostSummary, ResourceCard, ResourceSummary } from './records.ts';
import { hasKey } from '../../rules/unknown.ts';
import { digest } from '../../disk/digest.ts';
import { writeWhole, writeDurably } from '../../disk/write-file.ts';
import { syncDirectory } from '../../disk/sync-directory.ts';

const version = 2;
/** What pages read. */
export const indexFile = 'index.json';
/** Kept beside an index with failed lists (`degrade`), for the next build under `stale`. */
const lastGoodFile = 'last-good.json';

/** `body` names the file of the entry's rendered rich text. */
export type Stored<T> = T & { body: string };

export interface SnapshotIndex {
  version: typeof version;
  /** The newest `sys.updatedAt` of all entries received, '' without any. */
  revision: string;
  /** When the next withheld post is due, ISO 8601; null when none waits. */
  nextDue: string | null;
  posts: Listed<Stored<PostSummary>>;
  resources: Listed<Stored<ResourceSummary>>;
  /** What stands in where the service has no resources (spec §3, §4). */
  builtIn: { cards: readonly ResourceCard[]; resources: readonly Stored<ResourceSummary>[] };
}

const listNames = async (directory: string): Promise<Set<string>> =>
  new Set(await readdir(directory).catch(() => []));

/** Writes bodies that the snapshot does not have yet; gives the name of the file of each. */
export async function createBodyWriter(directory: string) {
  const there = await listNames(directory);
  return async (body: Body): Promise<string> => {
    const text = JSON.stringify(body);
    const name = `body-${digest(text)}.json`;
    if (!there.has(name)) await writeWhole(directory, name, text);
    there.add(name);
    return name;
  };
}

// Written by us, whole or not at all: another version is the one thing that can differ.
const isIndex = (value: unknown): value is SnapshotIndex =>
  hasKey(value, 'version') && value.version === version;

interface IndexFile {
  index: SnapshotIndex;
  data: Buffer;
}

async function readIndexFile(directory: string, name: string): Promise<IndexFile | null> {
  try {
    // As bytes: decoded while it is read, a large file takes several times as long.
    const data = await readFile(join(directory, name));
    const index: unknown = JSON.parse(data.toString());
    return isIndex(index) ? { index, data } : null;
  } catch {
    return null;
  }
}

/** The index in force; null when there is none that can be used. */
export const readIndex = async (directory: string): Promise<SnapshotIndex | null> =>
  (await readIndexFile(directory, indexFile))?.index ?? null;

const isGood = ({ posts, resources }: SnapshotIndex) =>
  posts.status === 'loaded' && resources.status === 'loaded';

const namesOf = ({ posts, resources, builtIn }: SnapshotIndex): string[] =>
  [posts, resources, { status: 'loaded', items: builtIn.resources } as const].flatMap((list) =>
    list.status === 'loaded' ? list.items.map(({ body }: { body: string }) => body) : [],
  );

export interface LastGood {
  index: SnapshotIndex;
  digest: string;
  /** Whether it is what pages read; else it was kept aside. */
  isInForce: boolean;
}

/** The last index without failed lists and with all its bodies, in force or kept aside; null without one. */
export async function readLastGood(directory: string): Promise<LastGood | null> {
  const there = await listNames(directory);
  for (const name of [indexFile, lastGoodFile]) {
    const file = await readIndexFile(directory, name);
    if (file && isGood(file.index) && namesOf(file.index).every((body) => there.has(body)))
      return { index: file.index, digest: digest(file.data), isInForce: name === indexFile };
  }
  return null;
}

/**
 * Puts the index in force, then removes the bodies that neither it nor the last good one names; nothing
 * is written when it was in force already.
 */
export async function writeIndex(
  directory: string,
  contents: Omit<SnapshotIndex, 'version'>,
): Promise<{ changed: boolean; digest: string }> {
  const index: SnapshotIndex = { version, ...contents };
  const data = Buffer.from(JSON.stringify(index));
  const inForce = await readFile(join(directory, indexFile)).catch(() => null);
  if (inForce?.equals(data)) return { changed: false, digest: digest(data) };
  const kept = isGood(index) ? null : (await readLastGood(directory))?.index;
  // The index must not outlive a power cut that took the name of one of its bodies.
  await syncDirectory(directory);
  if (kept) await writeDurably(directory, lastGoodFile, JSON.stringify(kept));
  await writeDurably(directory, indexFile, data);
  if (!kept) await rm(join(directory, lastGoodFile), { force: true });

  const used = new Set([index, ...(kept ? [kept] : [])].flatMap(namesOf));
  for (const name of await listNames(directory))
    if ((name.startsWith('body-') && !used.has(name)) || name.endsWith('.tmp'))
      await rm(join(directory, name), { force: true });
  return { changed: true, digest: digest(data) };
}

const isBody = (value: unknown): value is Body =>
  hasKey(value, 'html') && hasKey(value, 'headings');

/** @throws when the file is missing or is no body */
export async function readBody(directory: string, name: string): Promise<Body> {
  const body: unknown = JSON.parse(await readFile(join(directory, name), 'utf8'));
  if (!isBody(body))
    throw new Error(`${name} in ${directory} is damaged: run 'npm run build' again.`);
  return body;
}
