/** `<Image>` and `getImage` show a picture as its file is, in dev, build and start: a server has no encoder for pages. */
import { baseService } from 'astro/assets';
import type { ExternalImageService } from 'astro';

const service: ExternalImageService = {
  ...(baseService.validateOptions && { validateOptions: baseService.validateOptions }),
  ...(baseService.getHTMLAttributes && { getHTMLAttributes: baseService.getHTMLAttributes }),
  getURL: ({ src }) => (typeof src === 'string' ? src : src.src),
  getSrcSet: () => [],
};

// Astro takes the default export.
// oxlint-disable-next-line import/no-default-export
export default service;
