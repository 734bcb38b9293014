import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(html|css|js|svg|xml|txt|json|webmanifest)$/;
/** Bytes below which a compressed file saves nothing. */
const least = 512;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a `.br` and a `.gz` beside every text file of a folder, for the server to send as they are. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const work = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      const text = await readFile(file);
      if (text.length < least) continue;
      await writeFile(
        `${file}.br`,
        await brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
      );
      await writeFile(`${file}.gz`, await zip(text, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
