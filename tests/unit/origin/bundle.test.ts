import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { digestCode } from '#engine/origin/bundle.ts';
import { parseConfig } from '#engine/config.ts';
import { openService } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';

test('a changed setting of pages or file of any type is new code, a changed document is not', async () => {
  const config = { ...parseConfig({}), contentful: (await openService()).account };
  const project = await createFolder();
  const change = async (file: string, text: string) => {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), text);
    return digestCode(config, project);
  };
  const seen = new Set([await digestCode(config, project)]);
  const files = ['src/data/a.json', 'src/components/a.svg', 'src/a.css', 'public/a.png'];
  for (const file of [...files, 'src/pages/.well-known/a.txt', 'package-lock.json'])
    for (const text of ['one', 'two']) seen.add(await change(file, text));
  const contact = { ...config.contact, inbox: 'other@firm.test' };
  seen.add(await digestCode({ ...config, contact }, project));
  expect(seen.size).toBe(14);
  expect(seen).toContain(await change('src/data/README.md', 'Read me'));
});

test.each(["/srv/firm's", '/srv/#1', '/srv/why?'])(
  'in the folder %s, where the bundler fails, a command ends with one sentence',
  async (root) => {
    vi.resetModules();
    vi.doMock('#engine/declare/project.ts', () => ({ getProjectRoot: () => root }));
    const { spawnAstro } = await import('#engine/origin/bundle.ts');
    const config = { ...parseConfig({}), contentful: (await openService()).account };
    expect(() => spawnAstro(['build'], config)).toThrow(
      `The bundler cannot work in ${root}: rename the folder`,
    );
    vi.doUnmock('#engine/declare/project.ts');
  },
);
