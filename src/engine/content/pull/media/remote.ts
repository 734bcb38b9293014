/**
 * Leaves media at the content service's addresses. Live items use this file: a function or server that only
 * reads needs no store.
 */
import type { Picture } from '../../snapshot/records.ts';
import type { AssetFile, MediaStore } from './types.ts';

const rasterTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** Image types that are copied without encoding, with their file extensions. */
export const untouchedTypes: Record<string, string> = {
  'image/svg+xml': '.svg',
  'image/gif': '.gif',
};

/** Whether browsers show this type as an image. Files of other types are downloads. */
export const isPictureType = (contentType: string) =>
  rasterTypes.includes(contentType) || Object.hasOwn(untouchedTypes, contentType);

/** Creates a picture that loads from the asset's address. */
export const toRemotePicture = ({ url: src, width, height }: AssetFile, alt: string): Picture => ({
  src,
  alt,
  width,
  height,
  sources: [],
  srcset: '',
});

/** A media store for live items, which copies nothing. */
export const remoteMedia: MediaStore = {
  preparePicture: (file, alt) => Promise.resolve(toRemotePicture(file, alt)),
  prepareDownload: ({ url }) => Promise.resolve(url),
};
