import { brotliCompressSync } from 'node:zlib';

const known = new Map<string, number>();

/** Bytes of a text after Brotli. Each text is compressed once for all files that run in one worker. */
export function weigh(text: string): number {
  const bytes = known.get(text) ?? brotliCompressSync(text).length;
  known.set(text, bytes);
  return bytes;
}
