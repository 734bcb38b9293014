/** What a picture may cost: bytes, pixels, processor time and memory. */
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPictureEncoder } from '../../../src/engine/content/pull/media/picture-encoder.ts';
import { createMediaStore } from '../../../src/engine/content/pull/media/store.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { collect, draw, fileOf, gif, openHost } from './file-host.ts';

// An SVG that would take minutes to draw.
const slowSvg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${'<g filter="url(#f)">'.repeat(400)}<filter id="f"><feGaussianBlur stdDeviation="90"/></filter><rect width="4000" height="4000"/>${'</g>'.repeat(400)}</svg>`,
);

describe('a picture that needs too much', () => {
  const prepare = async (body: Buffer, type: string, times = 1) => {
    const { host, account, requests } = await openHost({ '/a': body });
    const { problems, onProblem } = collect();
    const store = createMediaStore({ directory: await createFolder(), account });
    const file = fileOf(`${host}/a`, type);
    for (let time = 0; time < times; time += 1)
      expect(await store.preparePicture(file, '', onProblem)).toMatchObject({ src: file.url });
    return { problems, requests };
  };

  test('is refused when its bytes are of another type than its asset says', async () => {
    for (const [body, type] of [
      [slowSvg, 'image/png'],
      [slowSvg, 'image/gif'],
      [gif, 'image/jpeg'],
      [Buffer.from('<!doctype html><svg></svg>'), 'image/svg+xml'],
    ] as const)
      expect((await prepare(body, type)).problems).toEqual([
        `could not be had (it is no ${type}); the page shows it from its own address`,
      ]);
  });

  test('is refused for its pixels before decoding, and not fetched again', async () => {
    const large = await draw(10, 10).png().toBuffer();
    // The header with the size, after the signature of 8 bytes: length, 'IHDR', width, height, …, checksum.
    large.writeUInt32BE(12_000, 16);
    large.writeUInt32BE(5000, 20);
    large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
    const { problems, requests } = await prepare(large, 'image/png', 2);
    expect(problems).toHaveLength(2);
    expect(problems[1]).toContain('pixel limit');
    expect(requests).toHaveLength(1);
  });
});

test.each([
  ['processor time', { processor: 1, memory: 1e12 }, 'it takes too long to encode'],
  ['memory', { processor: 1e12, memory: 1 }, 'it needs too much memory to encode'],
])(
  'a picture has a limit of %s, and the next picture has the same limit',
  async (_, limits, reason) => {
    const original = await draw(1600, 1600).jpeg().toBuffer();
    const directory = await createFolder();
    const encode = createPictureEncoder(limits);
    await expect(encode({ original, directory, name: 'large' })).rejects.toThrow(reason);
    await expect(encode({ original, directory, name: 'large' })).rejects.toThrow(reason);
  },
);
