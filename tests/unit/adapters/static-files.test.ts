import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStaticFiles } from '../../../src/adapters/node/static-files.ts';
import { createSite } from '../../../src/adapters/node/site.ts';
import { createFolder } from '../../fixtures/folder.ts';

test('compressing ahead pauses while a publish runs', async () => {
  const path = join(await createFolder(), 'index.html');
  await writeFile(path, '<!doctype html><html></html>');
  const { files } = createSite([['index.html', path]]);
  const compressed: string[] = [];
  const staticFiles = createStaticFiles(({ address }) => {
    compressed.push(address);
    return {};
  });
  let isBusy = true;
  const { signal } = new AbortController();
  const preparing = staticFiles.prepare(files.values(), { signal, isBusy: () => isBusy });
  await wait(300);
  expect(compressed).toEqual([]);
  isBusy = false;
  await preparing;
  expect(compressed).toEqual(['/', '/']); // Brotli and gzip
});
