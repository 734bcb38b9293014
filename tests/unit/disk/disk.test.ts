import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile as write } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  appendToFile,
  createDatabase,
  type Database,
  describeDiskError,
  lockDirectory,
  openForReading,
  openForWriting,
  prepareDataDirectory,
  syncDirectory,
  writeFile,
} from '#engine/disk/index.ts';
import { createSharedRun } from '#engine/base/shared-run.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { watchSteps } from '../../server/support/watch-steps.ts';

let folder: string;
beforeEach(async () => {
  folder = await createFolder();
});

test('a failed write leaves the old file and nothing else', async () => {
  await writeFile(folder, 'lead', 'old');
  await mkdir(join(folder, 'taken'));
  await expect(writeFile(folder, 'taken', 'new')).rejects.toThrow(/EISDIR|EPERM|ENOTEMPTY/);
  expect((await readdir(folder)).sort()).toEqual(['lead', 'taken']);
});

test('a file that is written is synced with its name, and calls for one folder share a sync', async () => {
  const steps: string[] = [];
  onTestFinished(watchSteps((step) => steps.push(step)));
  await writeFile(folder, 'lead', 'text');
  const expected = ['create 666', 'write', 'sync the file', 'rename', 'sync the folder'];
  expect(steps).toEqual(expected);
  await Promise.all([syncDirectory(folder), syncDirectory(folder)]);
  expect(steps).toEqual([...expected, 'sync the folder']);
});

test('a folder that was lost is made again for a file, and its name is synced', async () => {
  const steps: string[] = [];
  onTestFinished(
    watchSteps((step, path) => step === 'sync the folder' && steps.push(relative(folder, path))),
  );
  await writeFile(join(folder, 'outbox', 'waiting'), 'lead', 'text');
  expect(await readFile(join(folder, 'outbox', 'waiting', 'lead'), 'utf8')).toBe('text');
  expect((await stat(join(folder, 'outbox'))).mode & 0o777).toBe(0o700);
  expect(steps).toEqual([join('outbox', 'waiting'), 'outbox', '']);
});

test('what is added to a file is synced, and takes the place of all after the given length', async () => {
  const file = join(folder, 'book');
  await write(file, 'whole, and a torn tail');
  const steps: string[] = [];
  onTestFinished(watchSteps((step) => steps.push(step)));
  await appendToFile(file, 'whole'.length, ', and more');
  expect(steps).toEqual(['write', 'sync the file']);
  expect(await readFile(file, 'utf8')).toBe('whole, and more');
});

test('calls during a run share the next run, also after one that failed', async () => {
  const full = Promise.withResolvers<undefined>();
  let runs = 0;
  const run = createSharedRun(() => {
    runs += 1;
    return runs === 1 ? full.promise : Promise.resolve();
  });
  const first = run();
  await expect.poll(() => runs).toBe(1);
  const second = run();
  const third = run();
  expect(second).toBe(third);
  full.reject(new Error('The disk is full.'));
  await expect(first).rejects.toThrow('full');
  await second;
  expect(runs).toBe(2);
});

test.for([
  ['EACCES', 'it belongs to another user (give this one the right to write there)'],
  [
    'EINVAL',
    'its file system cannot keep files safely (choose a folder on a local disk of this machine)',
  ],
])('the error code %s is one sentence for the operator', ([code, reason]) => {
  const error = Object.assign(new Error('as Node says'), { code, syscall: 'open' });
  expect(describeDiskError(error)).toBe(`DATA_DIR cannot be used: ${reason}.`);
  expect(describeDiskError(Object.assign(error, { syscall: 'listen' }))).toBeNull();
});

test('a start removes what it could not finish, and no file of another program', async () => {
  const uuid = randomUUID();
  const own = [`outbox/waiting/1.json.${uuid}.tmp`, `media/a.avif.${uuid}.tmp`];
  const others = [`other/a.json.${uuid}.tmp`, 'media/notes.tmp', `a.json.${uuid}.tmp`];
  (await lockDirectory(folder))();
  for (const name of [...own, ...others]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await write(join(folder, name), '');
  }
  (await lockDirectory(folder))();
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.endsWith('.tmp')).sort()).toEqual(others.sort());
});

test('a folder of another program is refused, and one with a backup of ours or a fresh disk is taken', async () => {
  for (const name of ['outbox', 'addresses', 'lost+found', '.trash'])
    await mkdir(join(folder, name));
  await mkdir(join(folder, 'notes'));
  await expect(prepareDataDirectory(folder)).rejects.toThrow(
    "DATA_DIR cannot be used: it holds other files, such as 'notes' (choose an empty folder).",
  );
  expect(await readdir(folder)).not.toContain('server.lock');
  await rm(join(folder, 'notes'), { recursive: true });
  await prepareDataDirectory(folder);
  await expect(prepareDataDirectory('/proc/nope')).rejects.toThrow(/^DATA_DIR cannot be used: /);
});

const schema = 'CREATE TABLE note (text TEXT NOT NULL)';
const row = v.object({ text: v.string() });
const list = ({ select }: Database) => select('SELECT text FROM note', row)();

test('a new database takes its name when it is whole, for readers beside a writer, and a failure leaves nothing', async () => {
  const file = join(folder, 'new.sqlite');
  const fail = () => Promise.reject(new Error('failed'));
  await expect(createDatabase(file, 1, schema, fail)).rejects.toThrow('failed');
  expect(await readdir(folder)).toEqual([]);
  await createDatabase(file, 1, schema, async ({ run }) => {
    run("INSERT INTO note VALUES ('whole')");
    expect(await readdir(folder)).not.toContain('new.sqlite');
  });
  expect(await readdir(folder)).toEqual(['new.sqlite']);
  const reading = openForReading(file, 1);
  const writing = openForWriting(file, 1, schema);
  // A log lets a reader see the last commit while another is written.
  writing.run("BEGIN; INSERT INTO note VALUES ('written')");
  expect(reading && list(reading)).toEqual([{ text: 'whole' }]);
  for (const database of [reading, writing]) database?.close();
  await expect(createDatabase(file, 1, schema, () => Promise.resolve())).rejects.toThrow('created');
});
