/** The door of this room: the pages of the site, built for a host, and the process that makes them on demand. */
export {
  findBundles,
  isWholeBundle,
  prepareBundle,
  runAstroBuild,
  spawnAstro,
  type Bundle,
} from './bundle.ts';
export { compressText, compressWithGzip, decompressText, type Quality } from './compress.ts';
export { UnreadError, type Host } from './host.ts';
export {
  damagedExit,
  faultHeader,
  type OriginTask,
  questionsPath,
  createVisitorTest,
  readRoutes,
  versionHeader,
} from './protocol.ts';
export type { ListedCard } from './share-cards.ts';
export { createShareImages } from './share-images.ts';
