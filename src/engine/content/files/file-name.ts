import { basename, extname } from 'node:path';

const pictureName = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$/i;
/** The names that cameras and screens give: 'IMG_2034', 'Screenshot 2026-01-05 at 10.22'. */
const numbered =
  /^(?:img|dsc[nf]?|pxl|image|photo|picture|screen ?shot)[ _-]?\(?\d[^\p{L}]*(?:at [\d.: ]+(?:[ap]m)?)?\)?$/iu;

/**
 * Whether a text is the name of a file, which says nothing to readers: Contentful itself makes it the title of an upload.
 * @param file the name or address of the file
 */
export function isFileName(text: string, file: string): boolean {
  const title = text.trim();
  if (pictureName.test(title) || numbered.test(title) || /@[1-4]x$/i.test(title)) return true;
  const name = basename(file.replace(/[?#].*/, ''));
  // Contentful writes spaces for the signs of a name: '1600x1066_0x0', 'wa_20260105093012'.
  if (/\s/.test(title)) {
    const words = basename(name, extname(name)).replaceAll(/[-_+\s]+/g, ' ');
    return title === words && /\d{5}|\dx\d/.test(title);
  }
  const isOfFile = title === name || title === basename(name, extname(name));
  return /[_?=%]|\d{4}/.test(title) || (isOfFile && /[\d-]/.test(title));
}
