/** What a release gets after it is live, and what a built site gets of the pictures. */
import { readdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asset as embed, assetLink, doc, p } from '#data/built-in/document.ts';
import { renewAdditions, type Addition } from '#engine/pages/followers/additions.ts';
import { copyMedia } from '#engine/table/lay-out.ts';
import { listTableFiles } from '#engine/table/table.ts';
import { asset, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createPulled } from '../content/pulled.ts';

const file = (name: string, text: string) => () =>
  Promise.resolve([[`${name}.txt`, Buffer.from(text)] as const]);

test('what is new, changed or lost is made, and files of earlier additions stay for open pages', async () => {
  const directory = await createFolder();
  /** Adds files, each named by what it is made from. */
  const renew = (bases: Record<string, string>) => {
    const additions = Object.entries(bases).map(([name, basis]) => {
      return { name, basis, make: file(`${name}-${basis}`, basis) };
    });
    return renewAdditions(directory, 'Texts', additions);
  };
  const getPath = (name: string) =>
    listTableFiles(directory, 'beside pages')?.find((file) => file.name === name)?.location ?? '';
  expect(await renew({ one: '1', two: '1' })).toBe(2);
  expect(await renew({ one: '1', two: '1' })).toBe(0);
  expect(await renew({ one: '1', two: '2' })).toBe(1);
  await rm(getPath('one-1.txt'));
  expect(await renew({ one: '1', two: '2' })).toBe(1);
  expect(await renew({ two: '2' })).toBe(0);
  const expected = { 'one-1.txt': '1', 'two-1.txt': '1', 'two-2.txt': '2' };
  for (const [name, text] of Object.entries(expected))
    expect(await readFile(getPath(name), 'utf8')).toBe(text);
  // 'one' is no addition any more, so its file is made again.
  expect(await renew({ one: '1', two: '2' })).toBe(1);
});

test('one that fails holds up no other, keeps its last file or gets a plain one, and is tried again', async () => {
  const directory = await createFolder();
  const fail: Addition['make'] = () => Promise.reject(new Error());
  const renew = async (basis: string, make = fail) => {
    const failed: string[] = [];
    const additions = [
      { name: 'new', basis, make, makePlain: file('new', 'plain') },
      { name: 'old', basis, make: basis === '1' ? file('old', 'whole') : make },
      { name: 'last', basis, make: file('last', basis) },
    ];
    const note = (_: unknown, { name }: { name: string }) => void failed.push(name);
    await renewAdditions(directory, 'Texts', additions, undefined, note);
    const files = listTableFiles(directory, 'beside pages') ?? [];
    const texts = files.map(async ({ location }) => readFile(location, 'utf8'));
    return { failed, texts: (await Promise.all(texts)).toSorted() };
  };
  expect(await renew('1')).toEqual({ failed: ['new'], texts: ['1', 'plain', 'whole'] });
  expect(await renew('2')).toEqual({ failed: ['new', 'old'], texts: ['2', 'plain', 'whole'] });
  const { failed, texts } = await renew('2', file('new', 'drawn'));
  expect([failed, texts.includes('drawn')]).toEqual([[], true]);
});

test('the built site has the files that the snapshot names, and no others', async () => {
  const content = doc(embed('picture'), p(assetLink('guide', 'Guide')));
  const { folder } = await createPulled({
    entries: [post('one', { content })],
    assets: [
      asset('picture', 'square.svg', 'image/svg+xml'),
      asset('guide', 'checklist.pdf', 'application/pdf'),
    ],
  });
  writeFileSync(join(folder, 'media', 'old-480.avif'), '');
  const target = join(folder, 'dist', 'media');
  await copyMedia({ dataDirectory: folder, contentful: null }, target);
  const extensions = readdirSync(target).map((name) => name.split('.').at(-1));
  expect(extensions.sort()).toEqual(['pdf', 'svg']);
});
