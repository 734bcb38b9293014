/**
 * Stores the releases of one site. `files/` holds every file once, named by its content; a database
 * lists the files of the site. Files are written first and one commit puts the release in force, so a
 * crash never shows half of a release, and a publish writes only changes.
 */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import pLimit from 'p-limit';
import * as v from 'valibot';
import {
  type Database,
  isDamage,
  openForReading,
  openForWriting,
  syncDirectory,
  syncFile,
  syncFileSystem,
} from '../disk/index.ts';
import { parseJson } from '../schemas.ts';

export const releaseFile = 'release.sqlite';
const version = 3;
/**
 * Milliseconds for which the scripts and styles of an earlier release stay, for pages that are open.
 */
const assetsKeptFor = 24 * 60 * 60 * 1000;
/** Milliseconds after which an unused file is removed; a running answer may still read the file. */
const filesKeptFor = 60 * 60 * 1000;

const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE page (name TEXT PRIMARY KEY, path TEXT NOT NULL, file TEXT, serial INTEGER NOT NULL)
    WITHOUT ROWID;
  CREATE INDEX page_serial ON page (serial);
  CREATE TABLE read (query TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (query, page)) WITHOUT ROWID;
  CREATE INDEX read_page ON read (page);
  CREATE TABLE answer (query TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE retired (name TEXT PRIMARY KEY, file TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`;

const releaseSchema = v.object({
  /** Unique for each release. */
  id: v.string(),
  /** Digest of the code that rendered it. */
  code: v.string(),
  /** Time at which all files were made last, in milliseconds since 1970. */
  wholeAt: v.optional(v.number(), 0),
  /** ISO 8601 */
  builtAt: v.string(),
  /** The overview of the build receipt, as JSON. */
  overview: v.string(),
  /** Grows with each release; each page stores the serial of its last change. */
  serial: v.number(),
  /** The rendered state of the snapshot. */
  content: v.object({ epoch: v.string(), version: v.number() }),
});

export type Release = v.InferOutput<typeof releaseSchema>;

const getFilesDirectory = (directory: string): string => join(directory, 'files');

const valueRow = v.object({ value: v.string() });
const fileRow = v.object({ name: v.string(), file: v.string() });
const changedRow = v.object({ name: v.string(), file: v.nullable(v.string()) });
const pageRow = v.object({ name: v.string(), path: v.string(), file: v.nullable(v.string()) });
const nameRow = v.object({ name: v.string() });
const countRow = v.object({ pages: v.number() });
const answerRow = v.object({ digest: v.string() });
const additionRow = v.object({ ...fileRow.entries, query: v.string(), basis: v.string() });
const targetRow = v.object({ name: v.string(), path: v.string() });

function readCurrent({ select }: Database): Release | null {
  const [row] = select("SELECT value FROM meta WHERE key = 'release'", valueRow)();
  return row ? parseJson(releaseSchema, row.value) : null;
}

/** Runs `read` on the release database; null when there is no database, or a damaged one. */
function withReleases<T>(directory: string, read: (database: Database) => T): T | null {
  const database = openForReading(join(directory, releaseFile), version);
  try {
    return database && read(database);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  } finally {
    database?.close();
  }
}

/** The release in force; null when no usable release exists. */
export const readRelease = (directory: string): Release | null =>
  withReleases(directory, readCurrent);

/** Files of a release: name in the site and absolute path; null for a removed file. */
export type ReleaseFiles = readonly (readonly [name: string, path: string | null])[];

/**
 * The release in force with its files.
 * @param since an earlier release: lists only the changes since then
 * @returns null when no release exists
 */
export const readReleaseFiles = (
  directory: string,
  since?: Pick<Release, 'id' | 'serial' | 'wholeAt'>,
): { release: Release; files: ReleaseFiles; isWhole: boolean } | null =>
  withReleases(directory, (database) => {
    const release = readCurrent(database);
    if (!release) return null;
    const { select } = database;
    const files = getFilesDirectory(directory);
    // A database that replaced a damaged one counts its releases from the beginning.
    const isOlder = since?.id === release.id || (since?.serial ?? Infinity) < release.serial;
    // A whole publish also removes files that nobody needs any more.
    const isWhole = since?.wholeAt !== release.wholeAt || !isOlder;
    const rows = isWhole
      ? [
          ...select('SELECT name, file FROM retired', fileRow)(),
          ...select('SELECT name, file FROM page WHERE file IS NOT NULL', fileRow)(),
        ]
      : select(
          'SELECT name, coalesce(page.file, retired.file) AS file FROM page LEFT JOIN retired USING (name) WHERE serial > ?',
          changedRow,
        )(since.serial);
    const toPath = (file: string | null) => file && join(files, file);
    return { release, files: rows.map(({ name, file }) => [name, toPath(file)]), isWhole };
  });

/** Lists the name in the site and the absolute path of every file that can be served. */
export const listReleaseFiles = (directory: string): (readonly [name: string, path: string])[] =>
  (readReleaseFiles(directory)?.files ?? []).flatMap(([name, path]) =>
    path === null ? [] : [[name, path] as const],
  );

const nameFile = (name: string, content: Buffer): string =>
  `${hash('sha256', content, 'base64url').slice(0, 27)}${extname(name)}`;

/** Whether a stored file exists and its content has the digest in its name. */
const isSound = (path: string): boolean =>
  existsSync(path) && nameFile(path, readFileSync(path)) === basename(path);

/**
 * Makes all stored files durable with one sync.
 * @returns false when the file system gives no such promise: then each writer must finish its files
 */
export const syncStoredFiles = (directory: string): Promise<boolean> =>
  syncFileSystem(getFilesDirectory(directory));

/** Files synced in parallel. */
const syncedAtOnce = 16;

/**
 * Stores files under the digest of their content. A file that a crash or the disk left damaged is
 * written again, so a name needs no other proof.
 */
export function createFileWriter(directory: string) {
  const files = getFilesDirectory(directory);
  mkdirSync(files, { recursive: true });
  const unsynced = new Set<string>();
  const limit = pLimit(syncedAtOnce);

  return {
    /** Whether a stored file is there, as it was written. */
    isSound: (file: string | null): boolean => file !== null && isSound(join(files, file)),

    /**
     * Adds a file and returns its stored name. The file is durable once `finish` has resolved. Writes at
     * once: rendering has nothing else to do, and a promise costs more than the write.
     */
    add(name: string, content: Buffer): string {
      const file = nameFile(name, content);
      const path = join(files, file);
      if (unsynced.has(path)) return file;
      try {
        writeFileSync(path, content, { flag: 'wx' });
      } catch {
        // The file is there, and damaged if a crash came while it was written.
        if (!isSound(path)) writeFileSync(path, content);
      }
      unsynced.add(path);
      return file;
    },

    async finish(): Promise<void> {
      await Promise.all(Array.from(unsynced, (path) => limit(() => syncFile(path))));
      unsynced.clear();
      await syncDirectory(files);
    },
  };
}

export type FileWriter = ReturnType<typeof createFileWriter>;

/** A page of the new release, or a file beside them: an asset of the code, or an addition (additions.ts). */
export const renderedPage = v.object({
  name: v.string(),
  /** Address of a page; '' for a file beside them. */
  path: v.string(),
  file: v.string(),
  /** Name of each query that the page made, with the digest of its answer. Other files name what they are made from. */
  reads: v.array(v.tuple([v.string(), v.string()])),
});

export type RenderedPage = v.InferOutput<typeof renderedPage>;

export interface ReleaseChanges {
  /** null: additions to the release in force. */
  release: Omit<Release, 'serial'> | null;
  pages: readonly RenderedPage[];
  removed: readonly string[];
  /** Digests of answers that changed without changing a page. */
  answers: readonly (readonly [query: string, digest: string])[];
  now: number;
}

/** Opens the releases of a site for writing. */
export function openReleases(directory: string) {
  const database = openForWriting(join(directory, releaseFile), version, schema);
  const { select, prepare } = database;
  const page = select('SELECT name, path, file FROM page WHERE name = ?', pageRow);
  const savePage = prepare('INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?)');
  const removeReads = prepare('DELETE FROM read WHERE page = ?');
  const addRead = prepare('INSERT OR IGNORE INTO read VALUES (?, ?)');
  const additions = select(
    `SELECT query, digest AS basis, name, file FROM read JOIN answer USING (query) JOIN page ON name = page
    WHERE query GLOB ? AND file IS NOT NULL`,
    additionRow,
  );
  const answer = select('SELECT digest FROM answer WHERE query = ?', answerRow);
  const retire = prepare('INSERT OR REPLACE INTO retired VALUES (?, ?, ?)');
  const saveAnswer = prepare('INSERT OR REPLACE INTO answer VALUES (?, ?)');

  return {
    getRelease: () => readCurrent(database),
    getFile: (name: string): string | null => page(name)[0]?.file ?? null,
    listPages: (): string[] =>
      select("SELECT name FROM page WHERE file IS NOT NULL AND path <> ''", nameRow)().map(
        ({ name }) => name,
      ),
    /** Counted by the database, because each publish asks. */
    countPages: (): number =>
      select(
        "SELECT count(*) AS pages FROM page WHERE file IS NOT NULL AND path <> ''",
        countRow,
      )()[0]?.pages ?? 0,
    /** Lists the pages, or the files beside them, that made a query. */
    listReaders: select(
      'SELECT name, path FROM read JOIN page ON page.name = read.page WHERE query = ? AND file IS NOT NULL',
      targetRow,
    ),
    /** Lists the additions whose query is like this pattern: what each is made from, and where its file is. */
    listAdditions: (pattern: string) =>
      additions(pattern).map(({ file, ...addition }) => ({
        ...addition,
        path: join(getFilesDirectory(directory), file),
      })),
    /** Digest of the answer to a query, by the query's name. */
    getAnswer: (query: string): string | undefined => answer(query)[0]?.digest,

    /**
     * Puts a release in force. Assets and additions of the previous release stay for open pages.
     * @param untilDurable waits for the files
     */
    write(
      { release, pages, removed, answers, now }: ReleaseChanges,
      untilDurable = (): Promise<unknown> => Promise.resolve(),
    ): Promise<void> {
      return database.transact(async () => {
        const before = readCurrent(database);
        const serial = (before?.serial ?? 0) + 1;
        const current = JSON.stringify({ ...before, ...release, serial });
        prepare("INSERT OR REPLACE INTO meta VALUES ('release', ?)")(current);
        for (const { name, path, file, reads } of pages) {
          if (page(name)[0]?.file !== file) savePage(name, path, file, serial);
          removeReads(name);
          for (const [query] of reads) addRead(query, name);
        }
        for (const name of removed) {
          const { path = '', file = null } = page(name)[0] ?? {};
          if (path === '' && file) retire(name, file, now);
          savePage(name, path, null, serial);
          removeReads(name);
        }
        // Many pages read the same answer.
        const read = new Map(pages.flatMap(({ reads }) => reads));
        for (const [query, digest] of [...read, ...answers]) saveAnswer(query, digest);
        prepare('DELETE FROM retired WHERE at <= ?')(now - assetsKeptFor);
        await untilDurable();
      });
    },

    /** Removes files that the release in force does not need and no running answer can still read. */
    async removeUnused(now: number): Promise<void> {
      database.run('DELETE FROM answer WHERE query NOT IN (SELECT query FROM read)');
      database.run("DELETE FROM page WHERE path = '' AND file IS NULL");
      // Files of earlier releases cannot be made again.
      for (const { name, file } of select('SELECT name, file FROM retired', fileRow)())
        if (!existsSync(join(getFilesDirectory(directory), file)))
          prepare('DELETE FROM retired WHERE name = ?')(name);
      const used = new Set(listReleaseFiles(directory).map(([, path]) => path));
      const files = getFilesDirectory(directory);
      for (const file of await readdir(files)) {
        const path = join(files, file);
        if (used.has(path)) continue;
        const { mtimeMs } = await stat(path);
        if (now - mtimeMs > filesKeptFor) await rm(path, { force: true });
      }
    },

    close: () => database.close(),
  };
}

export type Releases = ReturnType<typeof openReleases>;
