/** Assets of the content service. The files of live items stay there: what only reads needs no store. */
import * as v from 'valibot';
import { lenientObject } from '../../base/schemas.ts';
import type { WireItem } from '../contentful/wire.ts';
import type { Made } from './media-store.ts';
import { flattenText, shortenText } from '../body/parse.ts';
import { isFileName, looksLikeFile } from './file-name.ts';

const flatText = v.pipe(
  v.unknown(),
  v.transform((value) => shortenText(flattenText(value))),
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
  { fields: raw }: Pick<WireItem, 'fields'>,
  protocol: 'https:' | 'http:',
) {
  const { success, output: fields } = v.safeParse(assetFields, raw);
  if (!success) return null;
  const { title, description, file } = fields;
  const leaveOutFileName = (text: string) => (isFileName(text, file.fileName) ? '' : text);
  const caption = leaveOutFileName(description);
  const url = URL.parse(file.url.replace(/^\/\//, `${protocol}//`));
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  // No browser asks for a picture with them.
  Object.assign(url, { username: '', password: '' });
  return {
    url: url.href,
    contentType: file.contentType.toLowerCase().replace(/\s*;.*/, ''),
    fileName: file.fileName,
    /** Pixels; null for a file that is not an image. */
    ...file.details.image,
    /** Bytes. */
    size: file.details.size,
    title,
    description,
    /** Of a picture, as its alt text. */
    caption,
    alt: leaveOutFileName(title) || caption || (looksLikeFile(title) ? '' : title) || 'Image',
  };
}

export type Asset = NonNullable<ReturnType<typeof parseAsset>>;

export interface MediaStore {
  /** @param isNew whether the entry or the asset changed: a file that could not be fetched is asked for at once */
  prepare(asset: Asset, now: Date, isNew: boolean): Promise<Made>;
}

/** Whether a file that nobody has read is said to be one of those that browsers show as pictures. */
export const seemsPicture = ({ contentType }: Asset) =>
  /^image\/(?:p?jpe?g|(?:x-)?png|webp|avif|gif|svg\+xml)$/.test(contentType);

/** Whether a fault says that no visitor would get the file, either. */
export const isGone = (fault: string) =>
  /status (?:401|403|404|410)$|^it is e(?:mpty|mbargoed)$|sends to another address$/.test(fault);

export const remoteMedia: MediaStore = {
  prepare: (asset) => Promise.resolve({ isPicture: seemsPicture(asset), files: null, fault: '' }),
};
