/**
 * The files between the two steps: an index, and one body per entry named by its digest. Bodies come
 * first and the index last, each written aside, synced and renamed, so a reader never sees half of it.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Body, Listed, PostSummary, ResourceCard, ResourceSummary } from './records.ts';

const version = 1;
const indexFile = 'index.json';

/** `body` names the file of the entry's rendered rich text. */
export type Stored<T> = T & { body: string };

export interface SnapshotIndex {
  version: typeof version;
  /** The newest `sys.updatedAt` of all entries, '' without any. */
  revision: string;
  /** When the next withheld post is due, ISO 8601; null when none waits. */
  nextDue: string | null;
  posts: Listed<Stored<PostSummary>>;
  resources: Listed<Stored<ResourceSummary>>;
  /** What stands in where the service has no resources (spec §3, §4). */
  builtIn: { cards: readonly ResourceCard[]; resources: readonly Stored<ResourceSummary>[] };
}

export const digest = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 20);

async function writeSafely(directory: string, name: string, text: string): Promise<void> {
  const temporary = join(directory, `${name}.${String(process.pid)}.tmp`);
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(directory, name));
}

/** Writes a body unless the snapshot has the same one already; returns the name of its file. */
export async function writeBody(directory: string, body: Body): Promise<string> {
  const text = JSON.stringify(body);
  const name = `body-${digest(text)}.json`;
  await mkdir(directory, { recursive: true });
  const there = await readFile(join(directory, name), 'utf8').catch(() => null);
  if (there !== text) await writeSafely(directory, name, text);
  return name;
}

/** Puts the index in force, then removes the bodies that it does not name. */
export async function writeIndex(
  directory: string,
  index: Omit<SnapshotIndex, 'version'>,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const text = JSON.stringify({ version, ...index });
  await writeSafely(directory, indexFile, text);
  for (const name of await readdir(directory))
    if ((name.startsWith('body-') && !text.includes(name)) || name.endsWith('.tmp'))
      await rm(join(directory, name), { force: true });
}

/** The index in force; null when there is none of this version. */
export async function readIndex(directory: string): Promise<SnapshotIndex | null> {
  const text = await readFile(join(directory, indexFile), 'utf8').catch(() => null);
  if (text === null) return null;
  // Written by us, whole or not at all; another version is the one thing that can differ.
  const index: SnapshotIndex = JSON.parse(text);
  return index.version === version ? index : null;
}

export async function readBody(directory: string, name: string): Promise<Body> {
  const body: Body = JSON.parse(await readFile(join(directory, name), 'utf8'));
  return body;
}
