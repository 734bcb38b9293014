/**
 * The table of pages: one row for each file of the site. `files/` holds every content once, named by its digest.
 * Files are on the disk before their rows, so that a power cut loses the newest rows at most: each page is whole.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as v from 'valibot';
import {
  digest,
  isDamage,
  jsonColumn,
  openForReading,
  openForWriting,
  syncDirectory,
} from '../disk/index.ts';

export const tableFile = 'pages.sqlite';
const version = 5;
/** Files that pages do not need any more stay for a day, for pages that are open. */
const retiredForMs = 24 * 60 * 60 * 1000;
/** An unused file stays for an hour: a running answer may still read the file. */
const unusedForMs = 60 * 60 * 1000;

const schema = `
  CREATE TABLE page (
    name TEXT PRIMARY KEY, path TEXT NOT NULL, file TEXT NOT NULL, code TEXT NOT NULL, version TEXT NOT NULL,
    reads TEXT NOT NULL, retired INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE whole (at INTEGER PRIMARY KEY);
`;

const rowSchema = v.object({
  /** Name of the file in the built site: `services.html`. */
  name: v.string(),
  /** Address of a page; '' for a file beside the pages. */
  path: v.string(),
  /** Name below `files/`. */
  file: v.string(),
  /** Digest of the code that made the file; '' for what followed a walk (followers/). */
  code: v.string(),
  /** Version of the content that the page was rendered from; '' for other files. */
  version: v.string(),
  /** Name of each query that the page made, with the digest of its answer. A follower names its basis. */
  reads: jsonColumn(v.array(v.tuple([v.string(), v.string()]))),
});
/** One file of the site. */
export type Row = v.InferOutput<typeof rowSchema>;

/** What the server needs of a row, with the absolute path of the file. */
export type TableFile = Pick<Row, 'name' | 'path' | 'code'> & { location: string };

const nameFile = (name: string, content: Buffer): string => digest(content) + extname(name);

/** Opens the folder of the contents. */
function openFiles(directory: string) {
  const files = join(directory, 'files');
  const locate = (file: string) => join(files, file);
  const unsynced = new Set<string>();
  /** Whether a stored file is there with its content. */
  const isSound = (file: string): boolean => {
    try {
      return nameFile(file, readFileSync(locate(file))) === file;
    } catch {
      return false;
    }
  };
  return {
    locate,
    isSound,

    /** Stores content. @returns its name */
    add(name: string, content: Buffer): string {
      const file = nameFile(name, content);
      try {
        writeFileSync(locate(file), content, { flag: 'wx' });
      } catch {
        // The file is there, and damaged if a crash came while it was written.
        if (isSound(file)) utimesSync(locate(file), new Date(), new Date());
        else writeFileSync(locate(file), content);
      }
      unsynced.add(file);
      return file;
    },

    /** Makes the added files survive a power cut. */
    async sync(): Promise<void> {
      const syncOne = async (file: string) => {
        const handle = await open(locate(file), 'r+');
        await handle.sync().finally(() => handle.close());
      };
      await Promise.all(Array.from(unsynced, syncOne));
      unsynced.clear();
      await syncDirectory(files);
    },

    /** Removes the files that nobody uses, and that no running answer can still read. */
    removeUnused(used: ReadonlySet<string>, now: number): void {
      for (const file of readdirSync(files)) {
        if (used.has(file)) continue;
        const stats = statSync(locate(file), { throwIfNoEntry: false });
        if (stats && now - stats.mtimeMs > unusedForMs) rmSync(locate(file), { force: true });
      }
    },
  };
}

const columns = 'name, path, file, code, version, reads';
const fileRow = v.object({ file: v.string() });

/** Opens the table of a site. A damaged one becomes empty, and every page is rendered again. */
export function openTable(directory: string) {
  const database = openForWriting(join(directory, tableFile), version, schema);
  // A lost commit costs a rendering.
  database.run('PRAGMA synchronous = NORMAL');
  const { select, prepare } = database;
  const row = select(`SELECT ${columns} FROM page WHERE name = ? AND retired IS NULL`, rowSchema);
  const below = select(
    `SELECT ${columns} FROM page WHERE retired IS NULL AND reads GLOB ?`,
    rowSchema,
  );
  const save = prepare(`INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, NULL)`);
  const remove = prepare('DELETE FROM page WHERE name = ?');
  const retire = prepare('UPDATE page SET retired = ? WHERE name = ? AND retired IS NULL');
  const files = openFiles(directory);
  mkdirSync(join(directory, 'files'), { recursive: true });

  return {
    files,
    get: (name: string): Row | undefined => row(name)[0],
    /** Lists the addresses of all pages that have a file. */
    listPaths: (): string[] =>
      select("SELECT path AS file FROM page WHERE path <> ''", fileRow)().map(({ file }) => file),
    /** Lists the files of followers whose basis has a name like `Search: *`. */
    listFollowers: (name: string): Row[] => below(`[[][[]"${name}",*`),

    /** Saves rows, and removes pages by their names, in one commit. */
    async save(saved: readonly Row[], removed: readonly string[]): Promise<void> {
      if (saved.length > 0) await files.sync();
      if (saved.length + removed.length > 0)
        await database.transact(() => {
          for (const { name, path, file, code, version, reads } of saved)
            save(name, path, file, code, version, JSON.stringify(reads));
          for (const name of removed) remove(name);
        });
    },

    /** Keeps files for pages that are open, and no longer. */
    retire(rows: readonly Row[]): void {
      for (const { name } of rows) retire(Date.now(), name);
    },

    /** Notes that every page is there, retires the scripts of other code that no page needs, and removes the unused. */
    tidy(code: string, now: number): void {
      prepare('INSERT OR REPLACE INTO whole VALUES (?)')(now);
      const needed = "path <> '' OR code = '' OR code IN (SELECT code FROM page WHERE path <> '')";
      prepare(
        `UPDATE page SET retired = ? WHERE retired IS NULL AND code <> ? AND NOT (${needed})`,
      )(now, code);
      prepare('DELETE FROM page WHERE retired <= ?')(now - retiredForMs);
      // Nothing can make a lost file of other code again.
      for (const { file } of select('SELECT file FROM page WHERE retired IS NOT NULL', fileRow)())
        if (!files.isSound(file))
          prepare('DELETE FROM page WHERE retired IS NOT NULL AND file = ?')(file);
      const used = select('SELECT file FROM page', fileRow)().map(({ file }) => file);
      files.removeUnused(new Set(used), now);
    },

    close: () => database.close(),
  };
}

/** Which files of a site to list: all, those in force, or those beside the pages. */
const conditions = {
  // What was retired comes first: of two files for one address the last one wins.
  all: 'true ORDER BY retired IS NULL',
  'in force': 'retired IS NULL',
  'beside pages': "path = '' ORDER BY retired IS NULL",
};

/** Lists files of a site; null when there is no table, a damaged one, or one whose pages are not all made yet. */
export function listTableFiles(directory: string, which: keyof typeof conditions) {
  const database = openForReading(join(directory, tableFile), version);
  try {
    if (!database) return null;
    const { select } = database;
    const isWhole = select('SELECT at FROM whole', v.object({ at: v.number() }))().length > 0;
    if (!isWhole && which !== 'beside pages') return null;
    const { locate } = openFiles(directory);
    const sql = `SELECT name, path, code, file FROM page WHERE ${conditions[which]}`;
    const rows = select(sql, v.omit(rowSchema, ['version', 'reads']))();
    return rows.map(({ file, ...row }) => ({ ...row, location: locate(file) }));
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  } finally {
    database?.close();
  }
}

/** Lists the files in force; none before all pages have been made. */
export const listSiteFiles = (directory: string): TableFile[] =>
  listTableFiles(directory, 'in force') ?? [];
