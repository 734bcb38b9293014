import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createStaticFiles } from '../../../src/engine/serve/node/static-files.ts';
import { createSite } from '../../../src/engine/publish/index.ts';
import { createFolder } from '../../fixtures/folder.ts';

test('compressing ahead pauses while a publish runs', async () => {
  const path = join(await createFolder(), 'index.html');
  await writeFile(path, '<!doctype html><html></html>');
  const { files } = createSite([['index.html', path]]);
  const compressed: string[] = [];
  const getHeaders = ({ address }: { address: string }) => {
    compressed.push(address);
    return {};
  };
  const staticFiles = createStaticFiles(getHeaders, () => undefined);
  let isBusy = true;
  let asked = 0;
  const { signal } = new AbortController();
  const preparing = staticFiles.prepare(files.values(), {
    signal,
    isBusy: () => ((asked += 1), isBusy),
  });
  await vi.waitFor(() => expect(asked).toBeGreaterThan(1));
  expect(compressed).toEqual([]);
  isBusy = false;
  await preparing;
  expect(compressed).toEqual(['/', '/']); // Brotli and gzip
});
