/** The door of this room: the server of one machine, and its draft preview. */
export { startOrigin, type OriginEvents } from './origin.ts';
export { startDraftPreview } from './preview.ts';
export type { Publishing } from './publish.ts';
export { startServer, type OpenedSite, type RunningServer } from './server.ts';
