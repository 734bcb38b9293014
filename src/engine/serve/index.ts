/** The door of this room for both hosts: Request to Response. `node/index.ts` serves on one machine. */
export { createApp, type Endpoints } from './app.ts';
export { createContactHandler } from './contact.ts';
export { makeDoor } from './door.ts';
export { createHealthHandler } from './health.ts';
export type { ServedPage } from './http.ts';
export { createRateLimit, getClientKey } from './rate-limit.ts';
