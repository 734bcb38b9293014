import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyMedia } from '../../../scripts/astro/media.ts';
import { getSnapshotDirectory, parseConfig } from '../../../src/config.ts';

function createData(files: Record<string, string>, snapshot: Record<string, string>) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'media-'));
  onTestFinished(() => {
    rmSync(dataDirectory, { recursive: true });
  });
  const config = parseConfig({ DATA_DIR: dataDirectory });
  const write = (directory: string, contents: Record<string, string>) => {
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of Object.entries(contents)) writeFileSync(join(directory, name), text);
  };
  write(join(dataDirectory, 'media'), files);
  write(getSnapshotDirectory(config), snapshot);
  return { config, target: join(dataDirectory, 'dist', 'media') };
}

test('the files that the snapshot names are in the built site, and no others', async () => {
  const { config, target } = createData(
    { 'a-480.avif': '', 'b.svg': '', 'c-guide.pdf': '', 'old-480.avif': '', 'x.made.json': '' },
    {
      'index.json': JSON.stringify({ srcset: '/media/a-480.avif 480w, /media/b.svg 800w' }),
      'body-1.json': JSON.stringify({ html: '<a href="/media/c-guide.pdf">Guide</a>' }),
    },
  );
  await copyMedia(config, target);
  expect(readdirSync(target).sort()).toEqual(['a-480.avif', 'b.svg', 'c-guide.pdf']);
});

test("an editor's link that only looks like one of the files breaks nothing", async () => {
  const { config, target } = createData(
    { 'b.svg': '' },
    {
      'body-1.json':
        '{"html":"<a href=\\"/media/../../b.svg\\"></a> /media/none.png /media/b.svg"}',
    },
  );
  await copyMedia(config, target);
  expect(readdirSync(target)).toEqual(['b.svg']);
});

test('a space without images makes an empty folder', async () => {
  const { config, target } = createData({}, { 'index.json': '{}' });
  rmSync(join(config.dataDirectory, 'media'), { recursive: true });
  await copyMedia(config, target);
  expect(readdirSync(target)).toEqual([]);
});
