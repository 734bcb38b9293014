import type { Collection } from '#engine/declare/collections.ts';
import * as declared from './declared.ts';

/** In the order of their names: a module lists its exports in another order in Node than in Vite. */
export const collections: readonly Collection[] = Object.values<Collection>(declared).sort(
  (one, other) => (one.name < other.name ? -1 : 1),
);
