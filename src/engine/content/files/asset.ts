/** Assets of the content service. The files of live items stay there: what only reads needs no store. */
import * as v from 'valibot';
import { lenientObject } from '../../schemas.ts';
import type { Item } from '../contentful/wire.ts';
import type { Files } from './encoder.ts';
import { flattenText, shorten } from '../rich-text/parse.ts';

export interface Asset {
  url: string;
  contentType: string;
  fileName: string;
  /** Pixels; null for a file that is not an image. */
  width: number | null;
  height: number | null;
  /** Bytes. */
  size: number | null;
  title: string;
  description: string;
  alt: string;
}

const flatText = v.pipe(
  v.unknown(),
  v.transform((value) => shorten(flattenText(value))),
);
const amount = v.fallback(v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))), null);

/** The fields of an asset. The address of its file is protocol-relative. */
const assetFields = v.object({
  title: v.fallback(flatText, ''),
  description: v.fallback(flatText, ''),
  file: v.object({
    url: v.string(),
    contentType: v.fallback(flatText, ''),
    fileName: v.fallback(flatText, ''),
    details: lenientObject({
      size: amount,
      image: lenientObject({ width: amount, height: amount }),
    }),
  }),
});

/** Parses an asset and makes its file's address absolute; null for an asset without a file. */
export function parseAsset(
  { fields: raw }: Pick<Item, 'fields'>,
  protocol: 'https:' | 'http:',
): Asset | null {
  const { success, output: fields } = v.safeParse(assetFields, raw);
  if (!success) return null;
  const { title, description, file } = fields;
  const url = file.url.startsWith('//') ? `${protocol}${file.url}` : file.url;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null;
  return {
    url,
    contentType: file.contentType.toLowerCase().replace(/\s*;.*/, ''),
    fileName: file.fileName,
    width: file.details.image.width,
    height: file.details.image.height,
    size: file.details.size,
    title,
    description,
    alt: title || description || 'Image',
  };
}

export interface MediaStore {
  /**
   * Returns our copies of an asset; null for what stays at the asset's own address: a download whose type
   * could run code, and what cannot be fetched.
   * @param onProblem called when it cannot be fetched; the text continues a sentence after the asset's name
   */
  prepare(asset: Asset, onProblem: (problem: string) => void): Promise<Files | null>;
}

const rasterTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** Image types that are copied without encoding, with their file extensions. */
export const untouchedTypes: Readonly<Record<string, string>> = {
  'image/svg+xml': '.svg',
  'image/gif': '.gif',
};

/** Whether browsers show this type as an image. Files of other types are downloads. */
export const isPictureType = (contentType: string) =>
  rasterTypes.includes(contentType) || Object.hasOwn(untouchedTypes, contentType);

export const remoteMedia: MediaStore = { prepare: () => Promise.resolve(null) };
