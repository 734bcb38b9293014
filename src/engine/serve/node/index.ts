/** The door to the Node server. */
export { startDraftPreview } from './preview.ts';
export { startServer, type OpenedSite, type RunningServer } from './server.ts';
export { createSite, findFile, readSite, type Site } from './site.ts';
