/** Media left at their own address. Apart from media.ts, so that a server does not load the image library. */
import type { Picture } from '../snapshot/records.ts';
import type { AssetFile, MediaStore } from './media-store.ts';

const rasterTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** Images that are kept as they are, and the extensions of their files. */
export const untouchedTypes: Record<string, string> = {
  'image/svg+xml': '.svg',
  'image/gif': '.gif',
};

/** Whether a browser shows this type as an image; all else is a download. */
export const isPictureType = (contentType: string) =>
  rasterTypes.includes(contentType) || Object.hasOwn(untouchedTypes, contentType);

/** The picture at the asset's own address. */
export const toRemotePicture = ({ url: src, width, height }: AssetFile, alt: string): Picture => ({
  src,
  alt,
  width,
  height,
  sources: [],
  srcset: '',
});

/** Leaves every file at its own address, for live items. */
export const remoteMedia: MediaStore = {
  preparePicture: (file, alt) => Promise.resolve(toRemotePicture(file, alt)),
  prepareDownload: ({ url }) => Promise.resolve(url),
};
