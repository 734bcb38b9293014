/** The door of this room: what Contentful sends, and how to ask. */
export { createContentClient } from './client.ts';
export { ContentServiceError, Failure, toFailure } from './failure.ts';
export { type ContentEvent, findLinks, getWireName, getWireType, link } from './wire.ts';
