/**
 * The one way for pages to read content: `read(query)` over the snapshot. Each answer depends on the
 * snapshot alone, and `record` notes the queries of a page.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, digest } from '../../disk/index.ts';
import { StoreError } from '../../log.ts';
import { openMeta, openSnapshotForReading } from './database.ts';
import { createFinders, type Finders } from './answers.ts';
import {
  nameQuery,
  type Answers,
  type Query,
  type QueryOf,
  type QueryType,
  type Read,
} from './queries.ts';

export interface SnapshotRead extends Read {
  /** Digest that changes with the answer, without reading bodies. */
  getDigest(query: Query): string;
  /** Creates `read` for one page: `reads` has its queries, each with the digest of its answer. */
  record(): { read: Read; reads: ReadonlyMap<string, string> };
  /** Keeps what is read unchanged from now on, whatever a pull writes. @returns the version of the content */
  hold(): string;
  close: () => void;
}

/** Creates `read` for the snapshot of a folder, which may appear later. */
export function createRead(directory: string): SnapshotRead {
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

  const toDigest = (basis: unknown) => digest(JSON.stringify(basis));

  const createReader =
    (note: (query: Query, digest: string) => void = () => undefined): Read =>
    // Asynchronous for callers, although SQLite answers at once.
    // oxlint-disable-next-line typescript/require-await
    async <T extends QueryType>(query: Query & QueryOf<T>): Promise<Answers[T]> => {
      const { basis, answer } = find<T>(query);
      note(query, toDigest(basis));
      return answer();
    };

  return Object.assign(createReader(), {
    record: () => {
      const reads = new Map<string, string>();
      const read = createReader((query, found) => reads.set(nameQuery(query), found));
      return { read, reads };
    },
    getDigest: (query: Query) => toDigest(find(query).basis),
    hold: () => {
      const { database } = open();
      database.run('BEGIN');
      return openMeta(database).get('version');
    },
    close: () => {
      opened?.database.close();
      opened = undefined;
    },
  });
}

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
