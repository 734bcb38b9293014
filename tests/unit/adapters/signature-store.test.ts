import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSignatureStore } from '../../../src/engine/serve/webhook/signature-store.ts';
import { createFolder } from '../../fixtures/folder.ts';

const time = 1_790_000_000_000;
const signature = (number: number, expiresAt = time + 30_000) => ({
  value: number.toString(16).padStart(64, '0'),
  expiresAt,
});

test('a signature is accepted once, even when it arrives twice at the same time', async () => {
  const store = await openSignatureStore(await createFolder(), () => time);
  const added = await Promise.all([1, 2, 1, 3, 2].map((number) => store.add(signature(number))));
  expect(added).toEqual([true, true, false, true, false]);
  expect(await store.add(signature(1))).toBe(false);
});

test('the next process knows the signatures of the earlier one, except half a line', async () => {
  const folder = await createFolder();
  const earlier = await openSignatureStore(folder, () => time);
  await Promise.all([1, 2].map((number) => earlier.add(signature(number))));
  await appendFile(join(folder, 'signatures.txt'), `${signature(3).value} 17`);
  for (const process of [4, 5]) {
    const store = await openSignatureStore(folder, () => time);
    expect(await store.add(signature(process))).toBe(true);
    expect(await store.add(signature(1))).toBe(false);
    expect(await store.add(signature(2))).toBe(false);
  }
  const last = await openSignatureStore(folder, () => time);
  expect(await last.add(signature(3))).toBe(true);
  expect(await last.add(signature(5))).toBe(false);
});

test('expired signatures are forgotten', async () => {
  const folder = await createFolder();
  await (await openSignatureStore(folder, () => time)).add(signature(1));
  await (await openSignatureStore(folder, () => time + 30_000)).add(signature(2, time + 60_000));
  expect(await readFile(join(folder, 'signatures.txt'), 'utf8')).toBe(
    `${signature(2).value} ${time + 60_000}\n`,
  );
});

test('signatures above the limit are refused until others expire', async () => {
  const folder = await createFolder();
  const lines = Array.from({ length: 50_000 }, (_, number) => {
    const { value, expiresAt } = signature(number);
    return `${value} ${expiresAt}\n`;
  });
  await writeFile(join(folder, 'signatures.txt'), lines.join(''));
  let now = time;
  const store = await openSignatureStore(folder, () => now);
  await expect(store.add(signature(60_000))).rejects.toThrow('More signatures');
  now += 30_000;
  expect(await store.add(signature(60_000, now + 30_000))).toBe(true);
});

test('a signature that could not be stored is not accepted', async () => {
  const folder = await createFolder();
  const store = await openSignatureStore(folder, () => time);
  await store.add(signature(1));
  await rm(folder, { recursive: true });
  await expect(store.add(signature(2))).rejects.toThrow('ENOENT');
  await expect(store.add(signature(2))).rejects.toThrow('ENOENT');
});
