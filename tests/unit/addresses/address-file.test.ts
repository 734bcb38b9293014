/** The address book on a Node machine. */
import { appendFile, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAddressFile } from '#engine/addresses/address-book.ts';
import { createFolder } from '../../fixtures/folder.ts';

const sample = { spaceId: 'sample', environment: 'master' };
const remember = (folder: string, path: string) =>
  openAddressFile(folder, sample).add(new Map([[path, 'one']]));
const paths = { '/blog/a': 'one', '/blog/b': 'one' };
const nameFile = (folder: string) => join(folder, 'addresses', 'sample.master.json');

test('a pull adds lines to a book when something changed, and the book is of its account only', async () => {
  const folder = await createFolder();
  const file = nameFile(folder);
  const { read } = openAddressFile(folder, sample);
  expect(read().ids.size).toBe(0);
  await remember(folder, '/blog/a');
  const first = await readFile(file, 'utf8');
  await remember(folder, '/blog/b');
  const second = await readFile(file, 'utf8');
  expect(second.slice(0, first.length)).toBe(first);
  expect(second.slice(first.length)).toMatch(/^\["\/blog\/b","one"\]\n"\w+"\n$/);
  await remember(folder, '/blog/b');
  expect(await readFile(file, 'utf8')).toBe(second);
  expect(Object.fromEntries(read().ids)).toEqual(paths);
  for (const other of [{ spaceId: 'real' }, { environment: 'staging' }])
    expect(openAddressFile(folder, { ...sample, ...other }).read().ids.size).toBe(0);
});

test('what a stopped machine left of a line is cut off by the next pull', async () => {
  const folder = await createFolder();
  const file = nameFile(folder);
  await remember(folder, '/blog/a');
  for (const unfinished of ['["/blog/b"', '["/blog/b","one"]\n', '["/blog/b","one"]\n"0f14']) {
    const whole = await readFile(file, 'utf8');
    await appendFile(file, unfinished);
    expect(Object.keys(Object.fromEntries(openAddressFile(folder, sample).read().ids))).toEqual([
      '/blog/a',
    ]);
    await remember(folder, '/blog/b');
    expect((await readFile(file, 'utf8')).startsWith(`${whole}["/blog/b","one"]\n"`)).toBe(true);
    await writeFile(file, whole);
  }
});

const cut = (path: string) => truncate(path, 40);
const alter = (before: string, after: string) => async (path: string) =>
  writeFile(path, (await readFile(path, 'utf8')).replace(before, after));

const takeOfOther = async (path: string) => {
  const folder = await createFolder();
  await openAddressFile(folder, { ...sample, spaceId: 'real' }).add(new Map([['/blog/a', 'one']]));
  await copyFile(join(folder, 'addresses', 'real.master.json'), path);
};

test.each([cut, alter('/blog/a', '/blog/x'), alter('/blog/b', '/blog/x'), takeOfOther])(
  'a book that is cut, altered or of another account is named, and stays until it is restored',
  async (damage) => {
    const folder = await createFolder();
    for (const address of ['/blog/a', '/blog/b']) await remember(folder, address);
    const path = nameFile(folder);
    const whole = await readFile(path, 'utf8');
    await damage(path);
    const damaged = await readFile(path, 'utf8');
    const { read } = openAddressFile(folder, sample);
    await expect(remember(folder, '/blog/b')).rejects.toThrow(`${path} is damaged: restore it`);
    expect(read).toThrow('is damaged');
    expect(await readFile(path, 'utf8')).toBe(damaged);
    await writeFile(path, whole);
    expect(Object.fromEntries(read().ids)).toEqual(paths);
  },
);
