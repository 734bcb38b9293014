/** The door of this room: snapshot to pages. */
export { renewAdditions } from './additions.ts';
export {
  performTasks,
  PublishError,
  startProcess,
  type OnProgress,
  type StartedProcess,
} from './child.ts';
export { prepare, runAstroBuild, spawnAstro } from './prepare.ts';
export {
  followUp,
  publish,
  publishWhileBundling,
  pullContent,
  type PublishDone,
  type PublishSite,
} from './process.ts';
export { loadRenderer } from './render-pages.ts';
export type { Renderer } from './renderer.ts';
export { listShareImages, shareImages } from './share-images.ts';
export { openRelease } from './site.ts';
export { listReleaseFiles } from './release.ts';
export { inlinePartsName, parseInlineParts, type InlineParts } from './inline-parts.ts';
export { layOut } from './lay-out.ts';
export { describeFile, readSite, type Site, type SiteFile } from './site-files.ts';
export { createPastAddresses, type FindPast } from './addresses/past-addresses.ts';
export { startPublisher, type Publisher, type Publishing } from './publisher.ts';
