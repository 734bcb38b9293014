/** Files of the assets of a space. Artwork is SVG, and is rasterised for an asset in another format. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import type { RawAsset } from './space.ts';

export interface StoredFile {
  contentType: string;
  body: Buffer;
  image?: { width: number; height: number };
}

const readIfThere = (path: string) => readFile(path).catch(() => null);

/** Reads `{fileName}` in the folder, or `{name}.svg` drawn in the asset's own format; null when both are missing. */
async function readAssetFile(
  { contentType, fileName: name }: RawAsset['fields']['file'],
  directory: string,
): Promise<StoredFile | null> {
  const fileName = basename(name);
  const source =
    (await readIfThere(join(directory, fileName))) ??
    (await readIfThere(join(directory, `${basename(fileName, extname(fileName))}.svg`)));
  if (!source) return null;
  if (!contentType.startsWith('image/')) return { contentType, body: source };

  const drawn = sharp(source);
  const { format, width, height } = await drawn.metadata();
  const image = { width, height };
  if (format !== 'svg' || contentType === 'image/svg+xml')
    return { contentType, body: source, image };
  if (contentType === 'image/jpeg') drawn.flatten({ background: '#fff' }).jpeg({ quality: 90 });
  else drawn.png();
  return { contentType, body: await drawn.toBuffer(), image };
}

/** The files that the service sends, by path. As at Contentful, another file of an asset has another address. */
export function createAssetFiles(directory: string) {
  const files = new Map<string, StoredFile>();
  return {
    get: (path: string) => files.get(path),
    /** Describes the file of an asset as the Delivery API does. */
    async describe({ sys, fields: { file } }: RawAsset, host: string) {
      const stored = await readAssetFile(file, directory);
      const digest = createHash('sha256')
        .update(stored?.body ?? '')
        .digest('hex');
      const path = `/asset-files/${sys.id}/${digest.slice(0, 12)}/${encodeURIComponent(file.fileName)}`;
      if (stored) files.set(path, stored);
      const details = { size: stored?.body.length ?? 0, image: stored?.image };
      return { url: `//${host}${path}`, details, ...file };
    },
  };
}
