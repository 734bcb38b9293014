/** Small SQLite databases on the disk, written change by change and read by index. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { syncDirectory } from './files.ts';

/** The schema of a column with JSON. */
export const jsonColumn = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema);

function wrapConnection(connection: DatabaseSync) {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const getStatement = (sql: string) => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    /** Prepares a query; each row is parsed by `row`. */
    select: <Row extends v.GenericSchema>(sql: string, row: Row) => {
      const statement = getStatement(sql);
      const rows = v.array(row);
      return (...parameters: SQLInputValue[]) => v.parse(rows, statement.all(...parameters));
    },
    /** Prepares a statement that runs with different parameters. */
    prepare: (sql: string) => {
      const statement = getStatement(sql);
      return (...parameters: SQLInputValue[]) => void statement.run(...parameters);
    },
    /** Runs SQL without parameters. */
    run: (sql: string) => connection.exec(sql),
    /** Runs `work` in a transaction. Meanwhile nobody else may write through this connection. */
    transact: async <T>(work: () => T | Promise<T>): Promise<T> => {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await work();
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite has rolled back already when the disk is full: https://www.sqlite.org/lang_transaction.html
        if (connection.isTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => connection.close(),
  };
}
export type Database = ReturnType<typeof wrapConnection>;

export const removeDatabase = (file: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
};

/** SQLITE_ERROR (a table is missing), SQLITE_CORRUPT and SQLITE_NOTADB: https://www.sqlite.org/rescode.html. */
const damageCodes = [1, 11, 26];
/** SQLITE_IOERR_SHORT_READ: the file, or its log of changes, was cut. */
const cutCode = 522;

/** Whether an error says that a database is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  (error.errcode === cutCode || damageCodes.includes(Number(error.errcode) & 0xff));

const readVersion = (connection: DatabaseSync) =>
  connection.prepare('PRAGMA user_version').get()?.user_version;

/** Opens a database for reading; null when the file is missing or of another version. */
export function openForReading(file: string, version: number): Database | null {
  const openPlace = (place: string | URL) => {
    let connection: DatabaseSync | undefined;
    try {
      connection = new DatabaseSync(place, { readOnly: true, timeout: 5000 });
      if (readVersion(connection) === version) return wrapConnection(connection);
    } catch {
      // The file is missing or not a database.
    }
    connection?.close();
    return null;
  };
  const database = openPlace(file);
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (database || (log && log.size > 0)) return database;
  // SQLite needs files beside the database, for which a full disk has no room. Without a log of
  // changes the database is whole, and is read as a file that does not change: https://www.sqlite.org/uri.html#uriimmutable
  return openPlace(new URL(`${pathToFileURL(file).href}?immutable=1`));
}

const createTables = (version: number, schema: string) =>
  `BEGIN; ${schema}; PRAGMA user_version = ${version}; COMMIT`;

/** FULL makes a commit survive a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous */
const settings = 'PRAGMA synchronous = FULL; PRAGMA cache_size = -16000';

/**
 * Creates a database and fills it aside: it takes its name when it is whole. Without readers it needs no log, and
 * what is written to a log is written twice.
 */
export async function createDatabase<T>(
  file: string,
  version: number,
  schema: string,
  fill: (database: Database) => Promise<T>,
): Promise<T> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  const connection = new DatabaseSync(unfinished);
  try {
    connection.exec(`PRAGMA journal_mode = MEMORY; ${settings}; ${createTables(version, schema)}`);
    const result = await fill(wrapConnection(connection));
    connection.exec('PRAGMA journal_mode = WAL');
    connection.close();
    // Whoever has opened that one would never see this one.
    if (existsSync(file)) throw new Error(`Another process has created ${file}`);
    renameSync(unfinished, file);
    await syncDirectory(dirname(file));
    return result;
  } finally {
    if (connection.isOpen) connection.close();
    removeDatabase(unfinished);
  }
}

/** Opens a database for writing. One that is damaged, or of another version, is replaced by an empty one. */
export function openForWriting(file: string, version: number, schema: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const connection = new DatabaseSync(file, { timeout: 5000 });
  try {
    // WAL lets readers see the last commit while another is written.
    connection.exec(`PRAGMA journal_mode = WAL; ${settings}`);
    const found = readVersion(connection);
    if (found === 0) connection.exec(createTables(version, schema));
    if (found === 0 || found === version) return wrapConnection(connection);
    connection.close();
  } catch (error) {
    connection.close();
    // A full disk is no reason to remove what is stored.
    if (!isDamage(error)) throw error;
  }
  removeDatabase(file);
  return openForWriting(file, version, schema);
}
