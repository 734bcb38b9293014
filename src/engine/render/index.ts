/** The door of this room: snapshot and code to bytes. */
export {
  findBundles,
  isWholeBundle,
  loadRenderer,
  prepareBundle,
  runAstroBuild,
  spawnAstro,
  type Bundle,
} from './bundle.ts';
export { decompress, compressWithGzip, type Quality } from './compress.ts';
export {
  createRememberedPages,
  type Page,
  PageFault,
  type RememberedPages,
} from './remembered-pages.ts';
export type { Renderer } from './renderer.ts';
export { startRendering, type Rendering } from './rendering.ts';
export { createShareImages } from './share-images.ts';
export { isSitemap } from './sitemap.ts';
