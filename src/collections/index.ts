/** The content types of the site, in the order in which commands and documents name them. */
import type { Collection } from '#engine/collections.ts';
import { posts } from './posts.ts';
import { resources } from './resources.ts';

export const collections: readonly Collection[] = [posts, resources];
