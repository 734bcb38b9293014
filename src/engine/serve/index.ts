/** The door of this room for both hosts: Request to Response. `node/index.ts` serves on one machine. */
export { createApp, type Endpoints } from './app.ts';
export { createContactHandler } from './contact.ts';
export { makeDoor } from './door.ts';
export type { Door } from './draft-access.ts';
export { createHealthHandler } from './health.ts';
export { createAskLive, createContentApi, createMakeLive, createServedPages } from './live.ts';
export type { ServedPage } from './http.ts';
export { createRateLimit } from './rate-limit.ts';
export type { SignatureStore } from './webhook/signature.ts';
export { createWebhookHandler } from './webhook/webhook.ts';
