/** The process that picture-encoder.ts starts: encodes one picture after the other, within limits. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { writeFile } from '../../../disk/index.ts';
import type { Files } from './types.ts';
import { exitCodes, type EncodeAnswer, type EncodeJob } from './picture-encoder.ts';

type Format = 'avif' | 'jpeg' | 'png';

const widths = [480, 800, 1200, 1600];
/** Widths in the format of the original, for browsers without AVIF: Safari before 16.4. */
const originalWidths = [800, 1600];
const mostPixels = 50_000_000;
/** Milliseconds between two checks of the limits. */
const watchEvery = 50;

const encoders: Record<Format, (image: Sharp) => Sharp> = {
  // More effort makes files of drawings 15 % smaller and takes twice the time.
  avif: (image) => image.avif({ quality: 52, effort: 1 }),
  jpeg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
  png: (image) => image.png({ palette: true, quality: 90 }),
};
const extensions: Record<Format, string> = { avif: 'avif', jpeg: 'jpg', png: 'png' };

// A cache of decoded pictures would only hold memory.
sharp.cache(false);

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function encode({ original, directory, name }: EncodeJob): Promise<Files> {
  const open = () => sharp(original, { limitInputPixels: mostPixels }).autoOrient();
  const keep = async (file: string, make: () => Promise<Buffer> | Buffer): Promise<string> => {
    if (!(await isThere(join(directory, file)))) await writeFile(directory, file, await make());
    return `/media/${file}`;
  };
  const { format, pages = 1, hasAlpha, autoOrient } = await open().metadata();
  const { width: fullWidth, height: fullHeight } = autoOrient;
  if (pages > 1) {
    // Encoders would keep the first picture of an animation alone.
    const src = await keep(`${name}.${format}`, () => original);
    return { src, width: fullWidth, height: fullHeight / pages, sources: [], srcset: '' };
  }

  const largest = Math.min(fullWidth, widths.at(-1) ?? fullWidth);
  /** Files of one format, none wider than the original. */
  const makeSet = async (to: Format, wanted: readonly number[]) => {
    const files: { path: string; width: number }[] = [];
    for (const width of new Set([...wanted.filter((one) => one < largest), largest])) {
      const path = await keep(`${name}-${width}.${extensions[to]}`, () =>
        encoders[to](open().resize({ width })).toBuffer(),
      );
      files.push({ path, width });
    }
    return files;
  };
  const toSrcset = (files: readonly { path: string; width: number }[]) =>
    files.map(({ path, width }) => `${path} ${width}w`).join(', ');

  const originals = await makeSet(format === 'png' || hasAlpha ? 'png' : 'jpeg', originalWidths);
  return {
    src: originals.at(-1)?.path ?? '',
    width: largest,
    height: Math.round((largest * fullHeight) / fullWidth),
    sources: [{ type: 'image/avif', srcset: toSrcset(await makeSet('avif', widths)) }],
    srcset: originals.length > 1 ? toSrcset(originals) : '',
  };
}

/** Checks the limits while threads of the image library do the work. */
function watch({ limits }: EncodeJob): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > limits.processor) process.exit(exitCodes.time);
    if (process.memoryUsage.rss() > limits.memory) process.exit(exitCodes.memory);
  }, watchEvery);
}

const toReason = (error: unknown) =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown reason';

process.on('message', (job: EncodeJob) => {
  const watching = watch(job);
  void encode(job)
    .then(
      (files): EncodeAnswer => ({ files }),
      (error: unknown): EncodeAnswer => ({ refused: toReason(error) }),
    )
    .then((answer) => {
      clearInterval(watching);
      process.send?.(answer);
    });
});
process.once('disconnect', () => process.exit());
// The parent may have ended while this process loaded the image library.
if (!process.connected) process.exit();
