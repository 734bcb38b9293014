import { hash } from 'node:crypto';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createSharedRun,
  digest,
  hasDigest,
  listFiles,
  writeFile,
} from '../../../src/engine/disk/index.ts';
import { createFolder } from '../../fixtures/folder.ts';

/** Notes each sync and rename of the file system, in order. */
function recordDisk(folder: string): string[] {
  const { open, rename } = promises;
  const nameOf = (path: unknown) => relative(folder, String(path)).replace(/\..*\.tmp$/, '.tmp');
  const steps: string[] = [];
  promises.open = async (...given) => {
    const file = await open(...given);
    const sync = file.sync.bind(file);
    file.sync = () => {
      steps.push(`sync ${nameOf(given[0]) || 'the folder'}`);
      return sync();
    };
    return file;
  };
  promises.rename = (from, to) => {
    steps.push(`rename ${nameOf(from)} to ${nameOf(to)}`);
    return rename(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(promises, { open, rename });
    syncBuiltinESMExports();
  });
  return steps;
}

test('a file is on the disk before it gets its name, and its name before the write ends', async () => {
  const folder = await createFolder();
  const steps = recordDisk(folder);
  await writeFile(folder, 'lead', 'text');
  expect(steps).toEqual(['sync lead.tmp', 'rename lead.tmp to lead', 'sync the folder']);
  expect(await promises.readFile(join(folder, 'lead'), 'utf8')).toBe('text');
});

test('a failed write leaves the old file and nothing else', async () => {
  const folder = await createFolder();
  await writeFile(folder, 'lead', 'old');
  await promises.mkdir(join(folder, 'taken'));
  await expect(writeFile(folder, 'taken', 'new')).rejects.toThrow(/EISDIR|EPERM|ENOTEMPTY/);
  expect((await promises.readdir(folder)).sort()).toEqual(['lead', 'taken']);
});

test('calls during a run share the next run, also after one that failed', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const run = createSharedRun(
    () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
      }),
  );
  const first = run();
  await vi.waitUntil(() => ends.length === 1);
  const [second, third] = [run(), run()];
  expect(second).toBe(third);
  ends[0]?.(new Error('The disk is full.'));
  await expect(first).rejects.toThrow('full');
  await vi.waitUntil(() => ends.length === 2);
  ends[1]?.();
  await Promise.all([second, third]);
  expect(ends).toHaveLength(2);
});

test('a digest of 20 digits or in base64url belongs to its content only', () => {
  const content = Buffer.from('text');
  const long = hash('sha256', content, 'base64url');
  expect([digest('text'), long].map((one) => hasDigest(content, one))).toEqual([true, true]);
  expect(hasDigest(content, digest('other'))).toBe(false);
});

test('all files below a folder are listed, with slashes in their names', async () => {
  const folder = await createFolder();
  await promises.mkdir(join(folder, 'a', 'b'), { recursive: true });
  await writeFile(join(folder, 'a', 'b'), 'c', '');
  expect(await listFiles(folder)).toEqual([['a/b/c', join(folder, 'a', 'b', 'c')]]);
});
