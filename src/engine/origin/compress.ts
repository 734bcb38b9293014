/** Compresses texts for browsers. */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const restore = promisify(brotliDecompress);
const zip = promisify(gzip);

/** Nobody waits for the best, which takes 34 ms for a page where the fast one takes 1.4 and is a tenth longer. */
const qualities = { best: 11, fast: 5 } as const;
export type Quality = keyof typeof qualities;

/** A longer text is compressed fast: the best takes seconds for a feed of ten thousand posts. */
const bestBytes = 256 * 1024;

export async function compressText(bytes: Buffer, quality: Quality): Promise<Buffer> {
  const { best, fast } = qualities;
  const compressed = await brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // A window longer than the text would only hold memory.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, 32 - Math.clz32(bytes.length))),
      [constants.BROTLI_PARAM_QUALITY]:
        quality === 'fast' || bytes.length > bestBytes ? fast : best,
    },
  });
  // Node gives a part of 64 KB that others share: all of these would stay as long as the page is stored.
  const own = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(own);
  return own;
}

/** Restores what `compressText` made. */
export const decompressText = (bytes: Buffer): Promise<Buffer> => restore(bytes);

/** For clients without Brotli. */
export const compressWithGzip = (bytes: Buffer): Promise<Buffer> => zip(bytes, { level: 6 });
