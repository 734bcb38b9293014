/** The address book on a Node machine. */
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAddressFile } from '#engine/addresses/address-file.ts';
import { createFolder } from '../../fixtures/folder.ts';

const sample = { spaceId: 'sample', environment: 'master' };
const remember = (folder: string, path: string) =>
  openAddressFile(folder, sample).add(new Map([[path, 'one']]));
const paths = { '/blog/a': 'one', '/blog/b': 'one' };

test('a book is written when something changed, and is of its account only', async () => {
  const folder = await createFolder();
  const { read } = openAddressFile(folder, sample);
  expect(read().size).toBe(0);
  for (const path of ['/blog/a', '/blog/b']) await remember(folder, path);
  const getNumber = async () => (await stat(join(folder, 'addresses', 'sample.master.json'))).ino;
  const written = await getNumber();
  await remember(folder, '/blog/b');
  expect(await getNumber()).toBe(written);
  expect(Object.fromEntries(read())).toEqual(paths);
  for (const other of [{ spaceId: 'real' }, { environment: 'staging' }])
    expect(openAddressFile(folder, { ...sample, ...other }).read().size).toBe(0);
});

test('a book of the first version is written anew by the first pull', async () => {
  const folder = await createFolder();
  await remember(folder, '/blog/b');
  const path = join(folder, 'addresses', 'sample.master.json');
  const addresses = [
    { path: '/blog/b', owner: 'one' },
    { path: '/blog/a', owner: 'one', gone: '2026-11-22T10:00:00Z' },
  ];
  await writeFile(path, JSON.stringify({ version: 1, account: 'sample/master', addresses }));
  await remember(folder, '/blog/b');
  expect(await readFile(path, 'utf8')).toContain(
    '"paths":{\n "/blog/a": "one",\n "/blog/b": "one"\n}}',
  );
});

const cut = (path: string) => truncate(path, 40);
const alter = (before: string, after: string) => async (path: string) =>
  writeFile(path, (await readFile(path, 'utf8')).replace(before, after));

test.each([cut, alter('/blog/a', '/blog/x'), alter('sample/master', 'real/master')])(
  'a book that is cut, altered or of another account is named, and stays until it is restored',
  async (damage) => {
    const folder = await createFolder();
    for (const address of ['/blog/a', '/blog/b']) await remember(folder, address);
    const path = join(folder, 'addresses', 'sample.master.json');
    const whole = await readFile(path, 'utf8');
    await damage(path);
    const damaged = await readFile(path, 'utf8');
    const { read } = openAddressFile(folder, sample);
    await expect(remember(folder, '/blog/b')).rejects.toThrow(`${path} is damaged: restore it`);
    expect(read).toThrow('is damaged');
    expect(await readFile(path, 'utf8')).toBe(damaged);
    await writeFile(path, whole);
    expect(Object.fromEntries(read())).toEqual(paths);
  },
);
