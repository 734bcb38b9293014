/** The door of this room, for both hosts: Request to Response. */
export { createApp, type Endpoints } from './app.ts';
export { createContactHandler } from './contact.ts';
export { makeDoor } from './door.ts';
export { createDoor, type Door } from './draft-access.ts';
export { createHealthHandler } from './health.ts';
export { isOwnOrigin, Refusal, trimSlashes, type ServedPage } from './http.ts';
export { createRateLimit, getClientKey } from './rate-limit.ts';
export { openSignatureStore } from './webhook/signature.ts';
export { createWebhookHandler } from './webhook/webhook.ts';
