/** Assets of the content service. The files of live items stay there: what only reads needs no store. */
import * as v from 'valibot';
import { lenientObject } from '../../schemas.ts';
import type { Picture } from '../articles/records.ts';
import type { Item } from '../contentful/wire.ts';
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

/** Called when a file cannot be fetched. The text continues a sentence after the asset's name. */
type OnProblem = (problem: string) => void;

export interface MediaStore {
  /** Returns our copies of an image, or the asset's own address when fetching fails. */
  preparePicture(asset: Asset, onProblem: OnProblem): Promise<Picture>;
  /** Returns the address of our copy, or the asset's own when fetching fails or its type could run code. */
  prepareDownload(asset: Asset, onProblem: OnProblem): Promise<string>;
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

export const toRemotePicture = ({ url: src, alt, width, height }: Asset): Picture => ({
  src,
  alt,
  width,
  height,
  sources: [],
  srcset: '',
});

export const remoteMedia: MediaStore = {
  preparePicture: (asset) => Promise.resolve(toRemotePicture(asset)),
  prepareDownload: ({ url }) => Promise.resolve(url),
};
