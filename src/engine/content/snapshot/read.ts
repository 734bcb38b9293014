/**
 * The one way for pages to read content: `read(query)` over the snapshot. Each answer depends on the
 * snapshot alone, and `recordReads` lists the queries of a page.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, digest } from '../../disk/index.ts';
import { StoreError } from '../../log.ts';
import { openSnapshotForReading } from './database.ts';
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
  close(): void;
}

export interface RecordedRead {
  query: Query;
  digest: string;
}

const recorder = new AsyncLocalStorage<Map<string, RecordedRead>>();

/** Runs `render` and records its queries, each with the digest of the answer. */
export async function recordReads<T>(
  render: () => Promise<T>,
): Promise<{ result: T; reads: readonly RecordedRead[] }> {
  const reads = new Map<string, RecordedRead>();
  const result = await recorder.run(reads, render);
  return { result, reads: [...reads.values()] };
}

/** Creates `read` for the snapshot of a folder, which may appear later. */
export function createRead(directory: string): SnapshotRead {
  let database: Database | null = null;
  let finders: Finders | undefined;

  const getFinders = (): Finders => {
    if (finders) return finders;
    database = openSnapshotForReading(directory);
    if (!database)
      throw new StoreError(
        `The content snapshot in ${directory} is missing or damaged: the next publish, or 'npm run build', makes it again.`,
      );
    return (finders = createFinders(database));
  };

  const find = <T extends QueryType>(query: QueryOf<T>) => {
    const type: T = query.type;
    return getFinders()[type](query);
  };

  // Asynchronous for callers, although SQLite answers at once.
  // oxlint-disable-next-line typescript/require-await
  const read = async <T extends QueryType>(query: Query & QueryOf<T>): Promise<Answers[T]> => {
    const { basis, answer } = find<T>(query);
    recorder.getStore()?.set(nameQuery(query), { query, digest: digest(JSON.stringify(basis)) });
    return answer();
  };

  return Object.assign(read, {
    getDigest: (query: Query) => digest(JSON.stringify(find(query).basis)),
    close: () => {
      database?.close();
      finders = undefined;
    },
  });
}

let bound: SnapshotRead | null = null;

/** Uses the snapshot that astro.config.mjs names, unless `readFrom` was called. */
const getBound = () => (bound ??= createRead(import.meta.env.SNAPSHOT_DIRECTORY));

const replaced = new AsyncLocalStorage<Partial<Answers>>();

/** Runs `render` with these answers in place of the snapshot's, for content newer than the snapshot. */
export const readInstead = <T>(answers: Partial<Answers>, render: () => Promise<T>): Promise<T> =>
  replaced.run(answers, render);

export const read: Read = async (query) => {
  const answers = replaced.getStore();
  if (!answers) return getBound()(query);
  const answer = answers[query.type];
  if (answer === undefined) throw new Error(`A live page has no answer to '${query.type}'.`);
  return answer;
};

export const getDigest = (query: Query): string => getBound().getDigest(query);

/** Reads from the snapshot in this folder from now on. */
export const readFrom = (directory: string): void => {
  bound?.close();
  bound = createRead(directory);
};
