/**
 * Leaves the files of assets at the content service's addresses. Live items use this file: a function or
 * server that only reads needs no store.
 */
import type { Picture } from '../articles/records.ts';
import type { Asset } from './asset.ts';

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

/** Creates a picture that loads from the asset's address. */
export const toRemotePicture = ({ url: src, alt, width, height }: Asset): Picture => ({
  src,
  alt,
  width,
  height,
  sources: [],
  srcset: '',
});

/** A media store for live items, which copies nothing. */
export const remoteMedia: MediaStore = {
  preparePicture: (asset) => Promise.resolve(toRemotePicture(asset)),
  prepareDownload: ({ url }) => Promise.resolve(url),
};
