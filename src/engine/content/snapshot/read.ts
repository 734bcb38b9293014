/** The one way for pages to read content: `read(query)`, whose answer depends on the snapshot alone. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../disk/index.ts';
import { StoreError } from '../../base/log.ts';
import { openMeta, openSnapshotForReading } from './database.ts';
import { createFinders, type Finders } from './answers.ts';
import type { Answers, Query, QueryOf, QueryType, Read } from './queries.ts';

/** Creates `read` for the snapshot of a folder, which may appear later. */
export function createRead(directory: string) {
  let opened: { database: Database; find: Finders } | undefined;

  const openNewest = () => {
    if (opened) return opened;
    const database = openSnapshotForReading(directory);
    if (!database)
      throw new StoreError(
        `The content snapshot in ${directory} is missing or damaged: the next pull, or 'npm run build', makes it again.`,
      );
    opened = { database, find: createFinders(database) };
    return opened;
  };

  // Asynchronous for callers, although SQLite answers at once.
  // oxlint-disable-next-line typescript/require-await
  const read: Read = async <T extends QueryType>(query: Query & QueryOf<T>) => {
    const type: T = query.type;
    return openNewest().find[type](query);
  };

  return Object.assign(read, {
    /** Keeps what is read unchanged until `end`, whatever a pull writes. @returns the version of the content */
    begin: () => {
      const { database } = openNewest();
      database.run('BEGIN');
      return openMeta(database).get('version');
    },
    end: () => opened?.database.run('ROLLBACK'),
    close: () => {
      opened?.database.close();
      opened = undefined;
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

function openOwn(): SnapshotRead {
  const opened = createRead(import.meta.env.SNAPSHOT_DIRECTORY);
  // A build shows one version. Outside a transaction SQLite would lock the file anew for each query, too.
  if (import.meta.env.PROD) opened.begin();
  return opened;
}

/** Reads what `readWith` gives, or else the snapshot that astro.config.mjs names. */
export const read: Read = (query) => (given.getStore() ?? (own ??= openOwn()))(query);
