/** The door of this room: snapshot to pages. */
export { parseInlineParts, type InlineParts } from './bundle/inline-parts.ts';
export { prepare, runAstroBuild, spawnAstro } from './bundle/bundle.ts';
export type { Renderer } from './bundle/renderer.ts';
export { loadRenderer, type Checked } from './check.ts';
export { renewAdditions } from './followers/additions.ts';
export { listShareImages, shareImages } from './followers/share-images.ts';
export { layOut } from './lay-out.ts';
export { makeSite, type MadeSite } from './make-site.ts';
export { PublishError, type OnProgress } from './processes/child.ts';
export type { PagesSite } from './processes/page-process.ts';
export type { Pulled } from './processes/pull-process.ts';
export { pullContent, startPullProcess, type PullProcess } from './pull.ts';
export {
  addFiles,
  describeFile,
  openSiteFiles,
  readSite,
  updateFilesBesidePages,
  type Site,
  type SiteFile,
} from './site-files.ts';
export { listSiteFiles } from './table.ts';
export { startPageProcess, walk, type PageProcess, type Walked } from './walk.ts';
