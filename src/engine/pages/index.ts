/** The door of this room: snapshot to pages. */
export { loadRenderer, type Checked, type PagesSite } from './check.ts';
export { renewAdditions } from './followers/additions.ts';
export { listShareImages, shareImages } from './followers/share-images.ts';
export { makeSite } from './make-site.ts';
export { type PageProcess, startPageProcess, walk } from './walk.ts';
