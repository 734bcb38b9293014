/** The answers for addresses that were live, and the book of them on a Node machine. */
import { appendFile, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createAddressBook,
  findPast,
  formatBook,
  openAddressFile,
  parseBook,
  type AddressBook,
} from '#engine/addresses/index.ts';
import { digest } from '#engine/disk/index.ts';
import { createFolder } from '../../fixtures/folder.ts';

/** Path → id of the entry that is shown there. */
type Live = Record<string, string>;
const account = { spaceId: 'space', environment: 'master' };

/** Creates the book after a series of pulls. */
const publish = (pulls: readonly Live[]) => {
  const book = createAddressBook();
  for (const live of pulls) book.add(new Map(Object.entries(live)));
  return book;
};

const findIn = (book: AddressBook, live: Live, path: string) =>
  findPast(book, path, (id) => {
    const [home] = Object.entries(live).find(([, one]) => one === id) ?? [];
    return Promise.resolve(home === undefined ? 'gone' : { path: home });
  });

const a = { '/blog/a': 'one' };
const b = { '/blog/b': 'one' };
const taken = { '/blog/a': 'two' };
const renames = ['a', 'b', 'c', 'a', 'd'].map((slug) => ({ [`/blog/${slug}`]: 'one' }));

test.each<[rule: string, pulls: Live[], path: string, leadsTo: string | null]>([
  ['leads on after several renames', renames, '/blog/b', '/blog/d'],
  ['leads back', [...renames, b], '/blog/d', '/blog/b'],
  ['is gone with its entry', [a, {}], '/blog/a', null],
  ['leads on when the entry returns under another slug', [a, {}, b], '/blog/a', '/blog/b'],
  ['belongs to an entry that took it', [a, { ...taken, ...b }, taken], '/blog/b', null],
  ['is gone with the entry that took it', [a, { ...taken, ...b }, b], '/blog/a', null],
])('an address that was live %s', async (_, pulls, path, leadsTo) => {
  const answer = leadsTo === null ? { status: 410 } : { status: 301, to: leadsTo };
  const find = (of: string) => findIn(publish(pulls), pulls.at(-1) ?? {}, of);
  expect(await find(path)).toEqual(answer);
  expect(await find('/blog/never')).toBeNull();
});

test('no address of an entry that waits for its day is gone', async () => {
  const book = publish([a, b]);
  for (const path of ['/blog/a', '/blog/b'])
    expect(await findPast(book, path, () => Promise.resolve('waits'))).toBeNull();
});

test('a page of tags or of an archive leads nowhere', async () => {
  const book = publish([{ '/blog/tag/crm': '/blog/tag/crm' }]);
  expect(await findIn(book, {}, '/blog/tag/crm')).toEqual({ status: 410 });
});

test('a book takes what became live only, and knows the last path of an entry', () => {
  const book = publish([a, b]);
  expect(book.add(new Map(Object.entries(b))).size).toBe(0);
  expect(book.add(new Map(Object.entries(a)))).toEqual(new Map([['/blog/a', 'one']]));
  expect(book.lastPaths.get('one')).toBe('/blog/a');
  book.add(new Map(Object.entries(taken)));
  expect(book.lastPaths.get('one')).toBeUndefined();
});

const parse = (text: string, of = account) => {
  const written = parseBook(text, of);
  if (!written) throw new Error('The book cannot be read.');
  return written.book;
};

test('a book that is written and read is the same, unless a line is altered or taken out', () => {
  const book = publish([a, b, taken]);
  const { text } = formatBook(book, account);
  expect([...parse(text).ids]).toEqual([...book.ids]);
  for (const other of [text.replace('one', 'two'), text.replace(/^.*\n/, ''), ''])
    expect(parseBook(other, account)).toBeNull();
  expect(parseBook(text, { ...account, environment: 'staging' })).toBeNull();
});

test('a book of the first version is carried over, with what was added and forgotten by hand', async () => {
  const at = '2026-11-22T10:00:00Z';
  const addresses = [
    { path: '/blog/now', owner: 'one', at },
    { path: '/blog/old', owner: 'one', at, gone: at },
    { path: '/blog/typo', owner: 'one', at, isAlias: true },
    { path: '/blog/left', owner: 'two', at, gone: at },
    { path: '/blog/forgotten', owner: null, at },
  ];
  const text = JSON.stringify({ version: 1, account: 'space/master', addresses });
  const book = parse(text);
  const now = { '/blog/now': 'one' };
  for (const path of ['/blog/old', '/blog/typo'])
    expect(await findIn(book, now, path)).toEqual({ status: 301, to: '/blog/now' });
  expect(await findIn(book, now, '/blog/left')).toEqual({ status: 410 });
  expect(await findIn(book, now, '/blog/forgotten')).toBeNull();
  expect(book.add(new Map(Object.entries(now))).size).toBe(0);
  expect(parseBook(text, { ...account, spaceId: 'other' })).toBeNull();
});

test('a book of the second version is carried over, unless it was altered', async () => {
  const text =
    '{"version":2,"account":"space/master","digest":"0f1452ab78b25d74aaa4","entries":[\n' +
    '  {"id":"one","paths":["/blog/old","/blog/now"],"now":"shown"}\n]}\n';
  const found = await findIn(parse(text), { '/blog/now': 'one' }, '/blog/old');
  expect(found).toEqual({ status: 301, to: '/blog/now' });
  expect(parseBook(text.replace('old', 'odd'), account)).toBeNull();
});

test('a book of the third version is carried over, unless it was altered', () => {
  const paths = '"paths":{\n "/blog/old": "one",\n "/blog/now": "one"\n}}\n';
  const text = `{"version":3,"account":"space/master","digest":"${digest(paths)}",${paths}`;
  expect([...parse(text).ids.keys()]).toEqual(['/blog/old', '/blog/now']);
  expect(parseBook(text.replace('old', 'odd'), account)).toBeNull();
});

const remember = (folder: string, path: string) =>
  openAddressFile(folder, account).add(new Map([[path, 'one']]));
const paths = { '/blog/a': 'one', '/blog/b': 'one' };
const nameFile = (folder: string) => join(folder, 'addresses', 'space.master.json');

test('a pull adds lines to a book when something changed, and the book is of its account only', async () => {
  const folder = await createFolder();
  const file = nameFile(folder);
  const { read } = openAddressFile(folder, account);
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
    expect(openAddressFile(folder, { ...account, ...other }).read().ids.size).toBe(0);
});

test('what a stopped machine left of a line is cut off by the next pull', async () => {
  const folder = await createFolder();
  const file = nameFile(folder);
  await remember(folder, '/blog/a');
  for (const unfinished of ['["/blog/b"', '["/blog/b","one"]\n', '["/blog/b","one"]\n"0f14']) {
    const whole = await readFile(file, 'utf8');
    await appendFile(file, unfinished);
    expect(Object.keys(Object.fromEntries(openAddressFile(folder, account).read().ids))).toEqual([
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
  await openAddressFile(folder, { ...account, spaceId: 'real' }).add(new Map([['/blog/a', 'one']]));
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
    const { read } = openAddressFile(folder, account);
    await expect(remember(folder, '/blog/b')).rejects.toThrow(`${path} is damaged: restore it`);
    expect(read).toThrow('is damaged');
    expect(await readFile(path, 'utf8')).toBe(damaged);
    await writeFile(path, whole);
    expect(Object.fromEntries(read().ids)).toEqual(paths);
  },
);
