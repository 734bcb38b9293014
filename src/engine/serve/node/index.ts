/** The door to the Node server. */
export { startDraftPreview } from './preview.ts';
export { startServer, type OpenedSite, type RunningServer } from './server.ts';
export type { Publishing } from './publishing.ts';
