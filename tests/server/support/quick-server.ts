/**
 * Imported first by tests with a server in their own process: its pauses are twenty times shorter, and it
 * compresses with the least effort.
 */
import '../../support/short-waits.ts';
import type Zlib from 'node:zlib';
import { vi } from 'vitest';

vi.mock('node:zlib', async (importOriginal) => {
  const zlib = await importOriginal<typeof Zlib>();
  const { BROTLI_PARAM_QUALITY } = zlib.constants;
  return {
    ...zlib,
    brotliCompress: (
      bytes: Buffer,
      { params }: Zlib.BrotliOptions,
      callback: (error: Error | null, result: Buffer) => void,
    ) => zlib.brotliCompress(bytes, { params: { ...params, [BROTLI_PARAM_QUALITY]: 1 } }, callback),
  };
});
