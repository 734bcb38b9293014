/** The door of this room, for both hosts: Request to Response. */
export { createContactHandler } from './contact.ts';
export { makeDoor } from './door.ts';
export { createDoor, type Door } from './draft-access.ts';
export { createHealthHandler } from './health.ts';
export {
  createApp,
  createBodyReader,
  isOwnOrigin,
  Refusal,
  trimSlashes,
  type Endpoints,
  type ServedPage,
} from './http.ts';
export { createRateLimit, getClientKey } from './rate-limit.ts';
export { createWebhookHandler, openSignatureStore } from './webhook.ts';
