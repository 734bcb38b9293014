/** The one way for pages to read content: `read(query)`, whose answer depends on the snapshot alone. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, digest } from '../../disk/index.ts';
import { StoreError } from '../../log.ts';
import { openMeta, openSnapshotForReading } from './database.ts';
import { createFinders, type Finders } from './answers.ts';
import {
  nameQuery,
  parseQuery,
  type Answers,
  type Query,
  type QueryOf,
  type QueryType,
  type Read,
} from './queries.ts';

/** Creates `read` for the snapshot of a folder, which may appear later. */
export function createRead(directory: string) {
  let opened: { database: Database; find: Finders } | undefined;

  const open = () => {
    if (opened) return opened;
    const database = openSnapshotForReading(directory);
    if (!database)
      throw new StoreError(
        `The content snapshot in ${directory} is missing or damaged: the next publish, or 'npm run build', makes it again.`,
      );
    return (opened = { database, find: createFinders(database) });
  };

  const find = <T extends QueryType>(query: QueryOf<T>) => {
    const type: T = query.type;
    return open().find[type](query);
  };

  /** Digests of the held content: many pages make the same query. */
  let held: Map<string, string> | undefined;
  const getDigest = (
    name: string,
    getBasis: () => unknown = () => find(parseQuery(name)).basis,
  ): string => {
    const known = held?.get(name) ?? digest(JSON.stringify(getBasis()));
    held?.set(name, known);
    return known;
  };

  const createReader =
    (note?: (name: string, getBasis: () => unknown) => void): Read =>
    // Asynchronous for callers, although SQLite answers at once.
    // oxlint-disable-next-line typescript/require-await
    async <T extends QueryType>(query: Query & QueryOf<T>): Promise<Answers[T]> => {
      const { basis, answer } = find<T>(query);
      note?.(nameQuery(query), () => basis);
      return answer();
    };

  return Object.assign(createReader(), {
    /** Creates `read` for one page: `reads` has its queries, each with the digest of its answer. */
    record: () => {
      const reads = new Map<string, string>();
      const read = createReader((name, getBasis) => reads.set(name, getDigest(name, getBasis)));
      return { read, reads };
    },
    /** Digest that changes with the answer to the query with this name, without reading bodies. */
    getDigest: (name: string) => getDigest(name),
    /** Keeps what is read unchanged from now on, whatever a pull writes. @returns the version of the content */
    hold: () => {
      const { database } = open();
      held = new Map();
      database.run('BEGIN');
      return openMeta(database).get('version');
    },
    close: () => {
      opened?.database.close();
      opened = held = undefined;
    },
  });
}

export type SnapshotRead = ReturnType<typeof createRead>;

/** Creates `read` with these answers alone, for content newer than the snapshot. */
export const answerWith =
  (answers: Partial<Answers>): Read =>
  (query) => {
    const answer = answers[query.type];
    return answer === undefined
      ? Promise.reject(new Error(`A live page has no answer to '${query.type}'.`))
      : Promise.resolve(answer);
  };

const given = new AsyncLocalStorage<Read>();

/** Runs `render`, whose pages read through this function. */
export const readWith = <T>(from: Read, render: () => Promise<T>): Promise<T> =>
  given.run(from, render);

let own: SnapshotRead | undefined;

/** Reads what `readWith` gives, or else the snapshot that astro.config.mjs names. */
export const read: Read = (query) =>
  (given.getStore() ?? (own ??= createRead(import.meta.env.SNAPSHOT_DIRECTORY)))(query);
