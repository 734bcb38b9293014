/**
 * What is known of media without making any: apart from media.ts, so that what answers requests does
 * not load the image library.
 */
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

/** The picture under its own address. */
export const toRemotePicture = ({ url: src, width, height }: AssetFile, alt: string): Picture => ({
  src,
  alt,
  width,
  height,
  sources: [],
  srcset: '',
});

/** Leaves every file where it is: for an item that is shown before the next build. */
export const remoteMedia: MediaStore = {
  preparePicture: (file, alt) => Promise.resolve(toRemotePicture(file, alt)),
  prepareDownload: ({ url }) => Promise.resolve(url),
};
