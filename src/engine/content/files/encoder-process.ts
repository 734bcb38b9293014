/** The process that media-store.ts starts: encodes one picture after the other, within limits. */
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { digest, writeFile } from '../../disk/index.ts';
import { performTasks } from '../../processes/index.ts';
import { tooManyPixels, type EncodeJob, type Files, type Made } from './media-store.ts';

/** From windows of 1,024 px on, no page shows a picture wider than 656 px. */
const widths = [480, 800, 1200];
/** Of a file that is decoded row by row: 200 megapixels take 120 MB. */
const mostPixels = 250_000_000;
/** Of a file that is decoded as a whole. */
const mostPixelsAtOnce = 64_000_000;
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
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((type) => `VipsForeignLoad${type}`),
});

/** Matches a document whose root is `svg`, up to the end of the root's start tag. */
const svgStart =
  /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:\w+:)?svg(?=[\s>/])(?:[^>"']|"[^"]*"|'[^']*')*>/i;

/** Finds the size of an SVG, or else its proportions. */
function findSvgSize(startTag: string) {
  const readAttribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']\\s*([^"']*)`).exec(startTag)?.[1] ?? '';
  const own = ['width', 'height'].map((name) => Number(readAttribute(name).replace(/px\s*$/, '')));
  const box = readAttribute('viewBox')
    .split(/[\s,]+/)
    .slice(2, 4)
    .map(Number);
  const [found] = [own, box].filter(([width = 0, height = 0]) => width > 0 && height > 0);
  // What browsers take when nothing says a size: https://www.w3.org/TR/CSS2/visudet.html#inline-replaced-width
  const [width = 300, height = 150] = found ?? [];
  return { width, height };
}

/** Says what is wrong with a picture. Another fault, such as a full disk, is one of the task. */
function requirePictureError(error: unknown): string {
  if (!(error instanceof Error) || 'code' in error) throw error;
  return error.message.split('\n')[0] ?? '';
}

async function makeFiles(
  job: EncodeJob,
  failOn: 'none' | 'truncated' = 'truncated',
): Promise<Made> {
  const { original, directory, isWhole } = job;
  /** The name begins with the digest of the content, so that damage is noticed. */
  const keepFile = async (content: Buffer, ending: string): Promise<string> => {
    const file = digest(content) + ending;
    await writeFile(directory, file, content);
    return `/media/${file}`;
  };
  const toMade = (files: Files): Made => ({ isPicture: true, files, fault: '' });
  const refuseOriginal = (fault: string, isPicture = true): Made => ({
    isPicture,
    files: null,
    fault,
  });
  const picture = sharp(original, { limitInputPixels: false, failOn })
    .timeout({ seconds: mostSeconds })
    .autoOrient();
  const found = await picture.metadata().catch(requirePictureError);
  if (typeof found === 'string') {
    const content = await readFile(original);
    const startTag = svgStart.exec(content.toString('utf8', 0, 65_536))?.[0];
    if (startTag === undefined)
      return refuseOriginal('its file is none of the pictures that browsers show', false);
    return toMade({ src: await keepFile(content, '.svg'), ...findSvgSize(startTag), avif: '' });
  }
  const { format, pages = 1, hasAlpha, autoOrient, isProgressive, orientation = 1 } = found;
  const { width: fullWidth, height: fullHeight } = autoOrient;
  if (pages > 1 || format === 'gif' || format === 'png') {
    const content = await readFile(original);
    // Encoders would keep the first picture of an animation alone. A PNG says that it is one before its pixels.
    if (format !== 'png' || content.subarray(0, content.indexOf('IDAT')).includes('acTL')) {
      const src = await keepFile(content, `.${format}`);
      return toMade({ src, width: fullWidth, height: fullHeight, avif: '' });
    }
  }

  const largest = Math.min(fullWidth, widths.at(-1) ?? fullWidth);
  // JPEGs are made smaller while they are decoded, and turned afterwards.
  const isByRow = format === 'jpeg' || (format === 'png' && orientation === 1);
  const most = isByRow && !isProgressive && fullWidth > 2 * largest ? mostPixels : mostPixelsAtOnce;
  if (fullWidth * fullHeight > most) return refuseOriginal(tooManyPixels);

  try {
    // The original is decoded once.
    const { data, info } = await picture
      .resize({ width: largest })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Four at once take 30 MB more, and on two cores 5 % less time.
    const limit = pLimit(2);
    const encodeWidth = (to: keyof typeof encoders, width: number) =>
      limit(async () => {
        const image = sharp(data, { raw: info, limitInputPixels: false });
        const resized = image.timeout({ seconds: mostSeconds }).resize({ width });
        return keepFile(await encoders[to](resized).toBuffer(), `-${width}.${to}`);
      });
    const [src, ...avif] = await Promise.all([
      encodeWidth(format === 'png' || hasAlpha ? 'png' : 'jpg', largest),
      ...[...widths.filter((width) => width < largest), largest].map((width) =>
        encodeWidth('avif', width).then(
          (path) => [`${path} ${width}w`],
          // Too high for AVIF: browsers take a smaller one, or the other format.
          (error: unknown) => {
            requirePictureError(error);
            return [];
          },
        ),
      ),
    ]);
    const { height } = info;
    return toMade({ src, width: largest, height, avif: avif.flat().join(', ') });
  } catch (error) {
    const fault = requirePictureError(error);
    // Browsers show what is there of a picture. One that is not whole was cut on its way.
    if (!isWhole || failOn === 'none') return refuseOriginal(fault);
    return { ...(await makeFiles(job, 'none')), fault };
  }
}

performTasks((job: EncodeJob) => makeFiles(job));
