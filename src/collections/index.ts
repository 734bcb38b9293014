import type { Collection } from '#engine/collections.ts';
import * as declared from './declared.ts';

/** The content types of the site, by their names. */
export const collections: readonly Collection[] = Object.values(declared);
