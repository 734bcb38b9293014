import { expect, test } from 'vitest';
import { openAddressFile } from '../../src/engine/publish/addresses/address-file.ts';
import { sampleAccount } from '../../src/config.ts';
import { createFolder } from '../fixtures/folder.ts';
import { runScript } from './run-script.ts';

test('npm run addresses lists past addresses, adds one and forgets one', async () => {
  const folder = await createFolder();
  const file = openAddressFile(folder, sampleAccount);
  for (const path of ['/blog/old', '/blog/new'])
    await file.remember(new Map([[path, 'one']]), new Set(['/blog/new']), new Date());
  const run = (...options: string[]) => runScript('scripts/addresses.ts', {}, { folder, options });

  expect((await run()).output).toMatch(/ {2}\/blog\/old {2}301 \/blog\/new {2}one\n/);
  expect((await run('add', '/blog/typo', '/blog/new')).code).toBe(0);
  expect((await run('forget', '/blog/old')).code).toBe(0);
  expect(file.find('/blog/typo', () => true)).toEqual({ status: 301, to: '/blog/new' });
  expect(file.find('/blog/old', () => true)).toBeNull();
  expect(await run('add', '/about/us', '/blog/new')).toMatchObject({
    code: 1,
    errors: 'Only addresses below /blog and /resources can redirect.\n',
  });
});
