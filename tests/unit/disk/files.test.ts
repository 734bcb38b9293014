import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFile } from '../../../src/engine/disk/index.ts';
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
