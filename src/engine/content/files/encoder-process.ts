/** The process that encoder.ts starts: encodes one picture after the other, within limits. */
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { digest, writeFile } from '../../disk/index.ts';
import type { EncodeJob, Files, Made } from './encoder.ts';

/** From windows of 1,024 px on, no page shows a picture wider than 656 px. */
const widths = [480, 800, 1200];
const mostPixels = 50_000_000;
/** Seconds for one file. A large picture takes three. */
const mostSeconds = 30;

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

async function encode({ original, directory }: EncodeJob): Promise<Files> {
  const open = () =>
    sharp(original, { limitInputPixels: mostPixels })
      .timeout({ seconds: mostSeconds })
      .autoOrient();
  /** The name begins with the digest of the content, so that damage is noticed. */
  const keep = async (content: Buffer, ending: string): Promise<string> => {
    const file = digest(content) + ending;
    await writeFile(directory, file, content);
    return `/media/${file}`;
  };
  const { format, pages = 1, hasAlpha, autoOrient } = await open().metadata();
  const { width: fullWidth, height: fullHeight } = autoOrient;
  if (pages > 1) {
    // Encoders would keep the first picture of an animation alone.
    const src = await keep(original, `.${format}`);
    return { src, width: fullWidth, height: fullHeight / pages, avif: '' };
  }

  const largest = Math.min(fullWidth, widths.at(-1) ?? fullWidth);
  const make = async (to: keyof typeof encoders, width: number) =>
    keep(await encoders[to](open().resize({ width })).toBuffer(), `-${width}.${to}`);
  const [src, ...avif] = await Promise.all([
    make(format === 'png' || hasAlpha ? 'png' : 'jpg', largest),
    ...[...widths.filter((width) => width < largest), largest].map(
      async (width) => `${await make('avif', width)} ${width}w`,
    ),
  ]);
  const height = Math.round((largest * fullHeight) / fullWidth);
  return { src, width: largest, height, avif: avif.join(', ') };
}

/** Explains why a picture can never be encoded. Another fault, such as a full disk, ends the process. */
function refuse(error: unknown): Made {
  if (!(error instanceof Error) || 'code' in error) process.exit(1);
  return { refused: error.message.split('\n')[0] ?? '' };
}

process.on('message', (job: EncodeJob) => {
  void encode(job)
    .catch(refuse)
    .then((made: Made) => process.send?.(made));
});
process.once('disconnect', () => process.exit());
// The parent may have ended while this process loaded the image library.
if (!process.connected) process.exit();
