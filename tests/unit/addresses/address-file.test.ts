/** The address book on a Node machine. */
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAddressFile } from '#engine/addresses/address-file.ts';
import { createFolder } from '../../fixtures/folder.ts';

const sample = { spaceId: 'sample', environment: 'master' };
const now = new Date('2026-11-22T10:00:00Z');
const remember = (folder: string, path: string) =>
  openAddressFile(folder, sample).remember(new Map([[path, 'one']]), now);

test('changes at once, by a server and by commands, all stay, for their account only', async () => {
  const folder = await createFolder();
  const paths = Array.from({ length: 9 }, (_, number) => `/blog/${number}`);
  await Promise.all(paths.map((path) => remember(folder, path)));
  const { read, find } = openAddressFile(folder, sample);
  expect([...read().keys()].toSorted()).toEqual(paths);
  const getNumber = async () => (await stat(join(folder, 'addresses', 'sample.master.json'))).ino;
  await remember(folder, '/blog/home');
  const written = await getNumber();
  await remember(folder, '/blog/home');
  expect(await getNumber()).toBe(written);
  expect(find('/blog/0')).toEqual({ status: 301, to: '/blog/home' });
  for (const other of [{ spaceId: 'real' }, { environment: 'staging' }])
    expect(openAddressFile(folder, { ...sample, ...other }).find('/blog/0')).toBeNull();
});

const cut = (path: string) => truncate(path, 40);
const alter = (before: string, after: string) => async (path: string) =>
  writeFile(path, (await readFile(path, 'utf8')).replace(before, after));
const damages = [rm, cut, alter('/blog/a', '/blog/x'), alter('sample/master', 'real/master')];

test.each(['', '.copy'])(
  'a copy%s that is missing, cut, altered or of another account is made again from the other; two damaged copies are named and stay',
  async (one) => {
    const folder = await createFolder();
    for (const address of ['/blog/a', '/blog/b']) await remember(folder, address);
    const path = join(folder, 'addresses', `sample.master${one}.json`);
    const before = await readFile(path, 'utf8');
    for (const damage of damages) {
      await damage(path);
      const { find } = openAddressFile(folder, sample);
      expect(find('/blog/a')).toEqual({ status: 301, to: '/blog/b' });
      await remember(folder, '/blog/b');
      expect(await readFile(path, 'utf8')).toBe(before);
    }
    for (const copy of ['', '.copy'])
      await cut(join(folder, 'addresses', `sample.master${copy}.json`));
    await expect(remember(folder, '/blog/b')).rejects.toThrow('its copy are damaged');
    expect(() => openAddressFile(folder, sample).read()).toThrow('sample.master.json and its copy');
  },
);
