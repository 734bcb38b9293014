import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createMediaStore } from '../../../src/engine/content/pull/media/store.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { draw, fileOf, none, openHost } from './file-host.ts';

const widthsOf = (srcset: string) => srcset.split(', ').map((part) => part.split(' ')[1]);

describe('a picture', () => {
  test('becomes our own files in AVIF and the original format, at several widths', async () => {
    const { host, account } = await openHost({
      '/a.jpg': await draw(2000, 1000).jpeg().toBuffer(),
    });
    const directory = await createFolder();
    const picture = await createMediaStore({ directory, account }).preparePicture(
      fileOf(`${host}/a.jpg`, 'image/jpeg'),
      'Alt',
      none,
    );
    expect(picture).toMatchObject({ alt: 'Alt', width: 1600, height: 800 });
    expect(picture.sources.map(({ type }) => type)).toEqual(['image/avif']);
    for (const { srcset } of picture.sources)
      expect(widthsOf(srcset)).toEqual(['480w', '800w', '1200w', '1600w']);
    expect(widthsOf(picture.srcset)).toEqual(['800w', '1600w']);
    const paths = [picture.srcset, ...picture.sources.map(({ srcset }) => srcset)]
      .flatMap((srcset) => srcset.split(', '))
      .map((part) => part.split(' '));
    for (const [path = '', width = ''] of paths) {
      expect(path).toMatch(/^\/media\/[\w-]+\.(avif|jpg)$/);
      const metadata = await sharp(join(directory, path.replace('/media/', ''))).metadata();
      expect(`${metadata.width}w`).toBe(width);
    }
  });

  test.each([
    [300, ['300w']],
    [480, ['480w']],
    [1000, ['480w', '800w', '1000w']],
  ])('of %i pixels is never enlarged', async (width, widths) => {
    const { host, account } = await openHost({ '/a.png': await draw(width, 100).png().toBuffer() });
    const directory = await createFolder();
    const picture = await createMediaStore({ directory, account }).preparePicture(
      fileOf(`${host}/a.png`, 'image/png'),
      '',
      none,
    );
    expect(picture).toMatchObject({ width, height: 100 });
    expect(widthsOf(picture.sources[0]?.srcset ?? '')).toEqual(widths);
    expect(picture.src).toMatch(new RegExp(`-${width}\\.png$`));
  });

  test('rotated by its camera has the sizes after rotation', async () => {
    const turned = await draw(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { host, account } = await openHost({ '/a.jpg': turned });
    const directory = await createFolder();
    const picture = await createMediaStore({ directory, account }).preparePicture(
      fileOf(`${host}/a.jpg`, 'image/jpeg'),
      '',
      none,
    );
    expect(picture).toMatchObject({ width: 100, height: 200 });
  });
});
