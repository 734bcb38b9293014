/** What a file is by its bytes: what its uploader or its host calls it does not decide. */

export interface FoundPicture {
  extension: string;
  /** Pixels of a picture that is copied unchanged, where the file says; null for a picture to encode. */
  size: { width: number; height: number } | null;
  isCopied: boolean;
}

/** Matches a document whose root is `svg`, up to the end of its start tag. */
const svgStart =
  /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:\w+:)?svg(?=[\s>/])(?:[^>"']|"[^"]*"|'[^']*')*>/i;

/** The size of an SVG in pixels, or else its proportions; null where it has neither. */
function findSvgSize(startTag: string): FoundPicture['size'] {
  const read = (name: string) =>
    (new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(startTag)?.[1] ?? '').trim();
  const toPixels = (text: string) => (/^[\d.]+(?:px)?$/.test(text) ? Number.parseFloat(text) : 0);
  const [, , boxWidth = 0, boxHeight = 0] = read('viewBox')
    .split(/[\s,]+/)
    .map(Number);
  const [ownWidth, ownHeight] = [toPixels(read('width')), toPixels(read('height'))];
  for (const [width, height] of [
    [ownWidth, ownHeight],
    [boxWidth, boxHeight],
  ] as const)
    if (width > 0 && height > 0) return { width, height };
  return null;
}

/**
 * @param head the first bytes of a file
 * @returns null for what browsers do not show as a picture
 */
export function findPicture(head: Buffer): FoundPicture | null {
  const text = head.toString('latin1');
  const toEncode = (extension: string) => ({ extension, size: null, isCopied: false });
  const toCopy = (extension: string, width: number, height: number) => ({
    ...{ extension, isCopied: true },
    size: width > 0 && height > 0 ? { width, height } : null,
  });
  if (text.startsWith('\xff\xd8\xff')) return toEncode('.jpg');
  if (head.length < 30) return null;
  if (text.startsWith('\x89PNG\r\n'))
    // An animation says so before its first picture.
    return text.split('IDAT', 1)[0]?.includes('acTL')
      ? toCopy('.png', head.readUInt32BE(16), head.readUInt32BE(20))
      : toEncode('.png');
  if (/^RIFF[^]{4}WEBP/.test(text))
    return text.startsWith('VP8X', 12) && (head.readUInt8(20) & 2) > 0
      ? toCopy('.webp', head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1)
      : toEncode('.webp');
  if (/^[^]{4}ftyp(?:avif|avis|mif1)/.test(text)) {
    const at = text.indexOf('ispe') + 8;
    return text.startsWith('avis', 8) && at + 8 < head.length && at > 8
      ? toCopy('.avif', head.readUInt32BE(at), head.readUInt32BE(at + 4))
      : toEncode('.avif');
  }
  if (/^GIF8[79]a/.test(text)) return toCopy('.gif', head.readUInt16LE(6), head.readUInt16LE(8));
  if (/^BM[^]{4}\0{4}/.test(text))
    return toCopy('.bmp', head.readInt32LE(18), Math.abs(head.readInt32LE(22)));
  if (/^\0\0\x01\0[^\0]/.test(text))
    return toCopy('.ico', head.readUInt8(6) || 256, head.readUInt8(7) || 256);
  const svg = svgStart.exec(head.toString('utf8').replace(/^\uFEFF/, ''))?.[0];
  if (svg === undefined) return null;
  return { extension: '.svg', isCopied: true, size: findSvgSize(svg) };
}
