/** The address book on a Node machine. */
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAddressFile } from '../../../src/engine/publish/addresses/address-file.ts';
import { createFolder } from '../../fixtures/folder.ts';

const sample = { spaceId: 'sample', environment: 'master' };
const now = new Date('2026-11-22T10:00:00Z');
const remember = (file: ReturnType<typeof openAddressFile>, path: string) =>
  file.remember(new Map([[path, 'one']]), new Set([path]), now);

test('changes at once, by a server and by commands, all stay, and survive a restart', async () => {
  const folder = await createFolder();
  const paths = Array.from({ length: 9 }, (_, number) => `/blog/${number}`);
  await Promise.all(paths.map((path) => remember(openAddressFile(folder, sample), path)));
  const file = openAddressFile(folder, sample);
  expect([...file.read().keys()].toSorted()).toEqual(paths);
  await remember(openAddressFile(folder, sample), '/blog/home');
  expect(file.find('/blog/0', (path) => path === '/blog/home')).toEqual({
    status: 301,
    to: '/blog/home',
  });
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
  const name = 'sample.master.json';
  await truncate(join(folder, 'addresses', name), 40);
  const file = openAddressFile(folder, sample);
  expect(() => file.read()).toThrow(`${name} is damaged`);
  await expect(remember(file, '/blog/b')).rejects.toThrow('is damaged');
});
