import type { Collection } from '#engine/collections.ts';
import * as declared from './declared.ts';

export const collections: readonly Collection[] = Object.values(declared);
