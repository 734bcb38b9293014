/** Files of the assets of a space. Artwork is SVG, and is rasterised for an asset in another format. */
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import type { AssetFile, RawAsset } from './space.ts';

export interface StoredFile {
  contentType: string;
  body: Buffer;
  image: { width: number; height: number } | null;
}

const readIfThere = (path: string) => readFile(path).catch(() => null);

/**
 * Reads the file of an asset: `directory/{fileName}`, or `directory/{name}.svg` drawn in the asset's own
 * format; null when both are missing.
 */
export async function readAssetFile(
  asset: RawAsset,
  directory: string,
): Promise<StoredFile | null> {
  const { file } = asset.fields;
  if (!file) return null;
  const { contentType } = file;
  const fileName = basename(file.fileName);
  const source =
    (await readIfThere(join(directory, fileName))) ??
    (await readIfThere(join(directory, `${basename(fileName, extname(fileName))}.svg`)));
  if (!source) return null;
  if (!contentType.startsWith('image/')) return { contentType, body: source, image: null };

  const drawn = sharp(source);
  const { format, width, height } = await drawn.metadata();
  const image = { width, height };
  if (format !== 'svg' || contentType === 'image/svg+xml')
    return { contentType, body: source, image };
  if (contentType === 'image/jpeg') drawn.flatten({ background: '#fff' }).jpeg({ quality: 90 });
  else drawn.png();
  return { contentType, body: await drawn.toBuffer(), image };
}

/** Path of an asset's file. The path changes with the asset's revision, as at Contentful. */
export const assetFilePath = ({ sys, fields }: RawAsset): string =>
  `/asset-files/${sys.id}/${String(sys.revision ?? 1)}/${encodeURIComponent(fields.file?.fileName ?? '')}`;

export const describeFile = (
  asset: RawAsset,
  stored: StoredFile | null,
  host: string,
): AssetFile | undefined =>
  asset.fields.file && {
    url: `//${host}${assetFilePath(asset)}`,
    details: { size: stored?.body.length ?? 0, ...(stored?.image && { image: stored.image }) },
    fileName: asset.fields.file.fileName,
    contentType: asset.fields.file.contentType,
  };
