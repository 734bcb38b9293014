import { basename, extname } from 'node:path';

const pictureName = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$/i;
/** The names that cameras and screens give: 'IMG_2034', 'Screenshot 2026-01-05 at 10.22'. */
const numbered =
  /^(?:img|dsc[nf]?|pxl|image|photo|picture|screen ?shot)[ _-]?\(?\d[^\p{L}]*(?:at [\d.: ]+(?:[ap]m)?)?\)?$/iu;

/** Whether a text looks like the name of a file and says nothing to readers. */
export function looksLikeFile(text: string): boolean {
  const title = text.trim();
  if (pictureName.test(title) || numbered.test(title) || /@[1-4]x$/i.test(title)) return true;
  return !/\s/.test(title) && /[_?=%]|\d{5}/.test(title);
}

const toWords = (text: string) => text.trim().replaceAll(/[-_+\s]+/g, ' ');

/**
 * Whether a text is the name of a file: Contentful itself makes that the title of an upload, with spaces for its signs.
 * @param file the name or address of the file
 */
export function isFileName(text: string, file: string): boolean {
  const name = basename(file.replace(/[?#].*/, ''));
  const isOfFile = [name, basename(name, extname(name))].map(toWords).includes(toWords(text));
  return looksLikeFile(text) || (isOfFile && /[\d-]/.test(text));
}
