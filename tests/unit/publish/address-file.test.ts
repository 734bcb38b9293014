/** The address book on a Node machine. */
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAddressFile } from '../../../src/engine/publish/addresses/address-file.ts';
import { createFolder } from '../../fixtures/folder.ts';

const sample = { spaceId: 'sample', environment: 'master' };
const now = new Date('2026-11-22T10:00:00Z');
const remember = (file: ReturnType<typeof openAddressFile>, path: string) =>
  file.remember(new Map([[path, 'one']]), new Set([path]), now);

test('the book survives a restart, and another process may change it meanwhile', async () => {
  const folder = await createFolder();
  const file = openAddressFile(folder, sample);
  await remember(file, '/blog/a');
  await remember(openAddressFile(folder, sample), '/blog/b');
  expect(file.find('/blog/a', (path) => path === '/blog/b')).toEqual({
    status: 301,
    to: '/blog/b',
  });
});

test('of two releases that are remembered at once the book keeps the addresses of both', async () => {
  const file = openAddressFile(await createFolder(), sample);
  await Promise.all(['/blog/a', '/blog/b'].map((path) => remember(file, path)));
  expect([...file.read().keys()].toSorted()).toEqual(['/blog/a', '/blog/b']);
});

test('another space or environment begins with an empty book', async () => {
  const folder = await createFolder();
  await remember(openAddressFile(folder, sample), '/blog/a');
  for (const account of [
    { ...sample, spaceId: 'real' },
    { ...sample, environment: 'staging' },
  ])
    expect(openAddressFile(folder, account).find('/blog/a', () => false)).toBeNull();
});

test('a damaged book is named and never overwritten', async () => {
  const folder = await createFolder();
  await remember(openAddressFile(folder, sample), '/blog/a');
  const [name = ''] = await readdir(join(folder, 'addresses'));
  await truncate(join(folder, 'addresses', name), 40);
  const file = openAddressFile(folder, sample);
  expect(() => file.read()).toThrow(`${name} is damaged`);
  await expect(remember(file, '/blog/b')).rejects.toThrow('is damaged');
});
