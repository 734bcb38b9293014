import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSignatureStore } from '../../../src/engine/serve/webhook/signature-store.ts';
import { createFolder } from '../../fixtures/folder.ts';

const time = 1_790_000_000_000;
const signature = (number: number) => ({
  value: number.toString(16).padStart(64, '0'),
  expiresAt: time + 30_000,
});

// tests/server/hosts.test.ts sends an event twice, also to the next process.
test('a signature is accepted once, and forgotten when it expires', async () => {
  let now = time;
  const store = openSignatureStore(await createFolder(), () => now);
  const added = [1, 2, 1, 3, 2].map((number) => store.add(signature(number)));
  expect(added).toEqual([true, true, false, true, false]);
  now += 30_000;
  store.add({ ...signature(4), expiresAt: now + 30_000 });
  // A caller refuses expired signatures before it asks the store.
  expect(store.add(signature(1))).toBe(true);
});

test('a damaged store is replaced, so that events are accepted again', async () => {
  const folder = await createFolder();
  const file = join(folder, 'signatures.sqlite');
  openSignatureStore(folder, () => time);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  await writeFile(file, (await readFile(file)).fill(255, 4096));
  expect(openSignatureStore(folder, () => time).add(signature(1))).toBe(true);
});
