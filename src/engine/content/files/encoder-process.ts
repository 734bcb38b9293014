/** The process that encoder.ts starts: encodes one picture after the other, within limits. */
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { digest, writeFile } from '../../disk/index.ts';
import type { EncodeJob, Files, Made } from './encoder.ts';

/** From windows of 1,024 px on, no page shows a picture wider than 656 px. */
const widths = [480, 800, 1200];
/** Of a file that is decoded row by row: 200 megapixels take 120 MB. */
const mostPixels = 250_000_000;
/** Of a file that is decoded as a whole. */
const mostPixelsAtOnce = 64_000_000;
/** Seconds for one file. A large picture takes three. */
const mostSeconds = 30;

class TooLarge extends Error {}

const encoders = {
  // More effort makes files of drawings 15 % smaller and takes twice the time.
  avif: (image: Sharp) => image.avif({ quality: 52, effort: 1 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true, quality: 90 }),
};

// A cache of decoded pictures would only hold memory.
sharp.cache(false);
// The bytes decide the type, whatever the asset says: a drawing could load other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((type) => `VipsForeignLoad${type}`),
});

async function encode(
  { original, directory }: EncodeJob,
  failOn: 'none' | 'truncated',
): Promise<Files> {
  const picture = sharp(original, { limitInputPixels: false, failOn })
    .timeout({ seconds: mostSeconds })
    .autoOrient();
  /** The name begins with the digest of the content, so that damage is noticed. */
  const keep = async (content: Buffer, ending: string): Promise<string> => {
    const file = digest(content) + ending;
    await writeFile(directory, file, content);
    return `/media/${file}`;
  };
  const { format, hasAlpha, autoOrient, isProgressive, orientation = 1 } = await picture.metadata();
  const { width: fullWidth, height: fullHeight } = autoOrient;
  const largest = Math.min(fullWidth, widths.at(-1) ?? fullWidth);
  // JPEGs are made smaller while they are decoded, and turned afterwards.
  const isByRow = !isProgressive && (format === 'jpeg' || (format === 'png' && orientation === 1));
  const shownPixels = (largest * largest * fullHeight) / fullWidth;
  if (
    fullWidth * fullHeight > (isByRow ? mostPixels : mostPixelsAtOnce) ||
    shownPixels > mostPixelsAtOnce
  )
    throw new TooLarge('it has too many pixels');

  // The original is decoded once.
  const { data, info } = await picture
    .resize({ width: largest })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const encodeTo = async (to: keyof typeof encoders, width: number) => {
    const image = sharp(data, { raw, limitInputPixels: false }).timeout({ seconds: mostSeconds });
    return keep(await encoders[to](image.resize({ width })).toBuffer(), `-${width}.${to}`);
  };
  /** A picture may be too high for AVIF: browsers then take the other format. */
  const makeAvif = async (width: number) => {
    const path = await encodeTo('avif', width).catch(requirePictureError);
    return path === null ? [] : [`${path} ${width}w`];
  };
  const [src, ...avif] = await Promise.all([
    encodeTo(format === 'png' || hasAlpha ? 'png' : 'jpg', largest),
    ...[...widths.filter((width) => width < largest), largest].map(makeAvif),
  ]);
  return { src, width: largest, height: info.height, avif: avif.flat().join(', ') };
}

/** Another fault than one of the picture, such as a full disk, ends the process. */
function requirePictureError(error: unknown): null {
  if (!(error instanceof Error) || 'code' in error) process.exit(1);
  return null;
}

const refuse = (error: unknown): Made => {
  requirePictureError(error);
  const [fault = ''] = error instanceof Error ? error.message.split('\n') : [];
  return { files: null, fault, isTooLarge: error instanceof TooLarge };
};

/** Browsers show pictures with stray bytes, and what is there of one that ends too early. */
async function make(job: EncodeJob): Promise<Made> {
  const attempt = (failOn: 'none' | 'truncated') =>
    encode(job, failOn).then((files) => ({ files, fault: '', isTooLarge: false }), refuse);
  const made = await attempt('truncated');
  if (made.files || made.isTooLarge || !job.isWhole) return made;
  return { ...(await attempt('none')), fault: made.fault };
}

process.on('message', (job: EncodeJob) => {
  void make(job).then((made) => process.send?.(made));
});
process.once('disconnect', () => process.exit());
// The parent may have ended while this process loaded the image library.
if (!process.connected) process.exit();
