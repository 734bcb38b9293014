/** The address book on a Node machine. */
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
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

test('a release without new addresses writes nothing', async () => {
  const folder = await createFolder();
  const getNumber = async () => (await stat(join(folder, 'addresses', 'sample.master.json'))).ino;
  await remember(openAddressFile(folder, sample), '/blog/a');
  const before = await getNumber();
  await remember(openAddressFile(folder, sample), '/blog/a');
  expect(await getNumber()).toBe(before);
  await remember(openAddressFile(folder, sample), '/blog/b');
  expect(await getNumber()).not.toBe(before);
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

const damages = [(path: string) => rm(path), (path: string) => truncate(path, 40), alter] as const;
async function alter(path: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace('/blog/a', '/blog/x'));
}

test.each(damages)(
  'a copy that is missing, cut or altered is made again from the other',
  async (damage) => {
    for (const one of ['', '.copy']) {
      const folder = await createFolder();
      await remember(openAddressFile(folder, sample), '/blog/a');
      const path = join(folder, 'addresses', `sample.master${one}.json`);
      const before = await readFile(path, 'utf8');
      await damage(path);
      const file = openAddressFile(folder, sample);
      expect(file.find('/blog/a', () => false)).toEqual({ status: 410 });
      await expect.poll(() => readFile(path, 'utf8')).toBe(before);
    }
  },
);

test('a book with two damaged copies is named and never overwritten', async () => {
  const folder = await createFolder();
  await remember(openAddressFile(folder, sample), '/blog/a');
  for (const name of ['sample.master.json', 'sample.master.copy.json'])
    await truncate(join(folder, 'addresses', name), 40);
  const file = openAddressFile(folder, sample);
  expect(() => file.read()).toThrow('sample.master.json and its copy are damaged');
  await expect(remember(file, '/blog/b')).rejects.toThrow('are damaged');
});
