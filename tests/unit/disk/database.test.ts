import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type Database,
  describeDiskError,
  openForReading,
  openForWriting,
} from '../../../src/engine/disk/index.ts';

const schema = 'CREATE TABLE note (text TEXT NOT NULL)';
const row = v.object({ text: v.string() });
const list = ({ select }: Database) => select('SELECT text FROM note', row)();

let file: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'database-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  file = join(folder, 'notes.sqlite');
  const database = openForWriting(file, 1, schema);
  database.run("INSERT INTO note VALUES ('kept')");
  database.close();
});

/** As on a full disk, SQLite cannot create a file that it needs beside the database. */
const blockFileBeside = async () => {
  await symlink(join(file, 'no-folder', 'file'), `${file}-shm`);
  return () => rm(`${file}-shm`);
};

test('a database that cannot be opened for writing is not removed', async () => {
  const free = await blockFileBeside();
  let failure: unknown;
  try {
    openForWriting(file, 1, schema).close();
  } catch (error) {
    failure = error;
  }
  expect(describeDiskError(failure)).toBe(
    'DATA_DIR cannot be used: one of its files cannot be opened.',
  );
  await free();
  const database = openForWriting(file, 1, schema);
  expect(list(database)).toEqual([{ text: 'kept' }]);
  database.close();
});

test('a database can be read where no file can be written beside it', async () => {
  await blockFileBeside();
  const database = openForReading(file, 1);
  expect(database && list(database)).toEqual([{ text: 'kept' }]);
  database?.close();
});

test('a transaction on a full disk changes nothing and names the reason', async () => {
  const database = openForWriting(file, 1, schema);
  database.run('PRAGMA max_page_count = 3');
  const add = database.prepare('INSERT INTO note VALUES (?)');
  const failure: unknown = await database
    .transact(() => add('x'.repeat(100_000)))
    .catch((error: unknown) => error);
  expect(describeDiskError(failure)).toBe('DATA_DIR cannot be used: its disk is full.');
  expect(list(database)).toEqual([{ text: 'kept' }]);
  database.close();
});

test('a database of another version is replaced by an empty one', () => {
  const database = openForWriting(file, 2, schema);
  expect(list(database)).toEqual([]);
  database.close();
  expect(openForReading(file, 1)).toBeNull();
});
