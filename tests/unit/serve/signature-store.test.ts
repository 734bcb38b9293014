import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSignatureStore } from '../../../src/engine/serve/webhook/signature-store.ts';
import { createFolder } from '../../fixtures/folder.ts';

// tests/server/hosts.test.ts sends an event twice, also to the next process.
test('a signature is accepted once, and forgotten when it expires', async () => {
  let now = 1_790_000_000_000;
  const sign = (value: string) => ({ value: value.repeat(64), expiresAt: now + 30_000 });
  const folder = await createFolder();
  const store = openSignatureStore(folder, () => now);
  const added = ['a', 'b', 'a', 'c', 'b'].map((value) => store.add(sign(value)));
  expect(added).toEqual([true, true, false, true, false]);
  now += 30_000;
  expect(store.add(sign('d'))).toBe(true);
  expect(await readdir(join(folder, 'signatures'))).toEqual([`${now + 30_000}-${'d'.repeat(64)}`]);
});
