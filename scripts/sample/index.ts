import type { Space } from '#engine/stand-in/space.ts';
import { assets } from './assets.ts';
import { drafts } from './drafts.ts';
import { posts } from './posts/index.ts';
import { resources } from './resources/index.ts';

/** The embedded sample space: the site's content until a Contentful account is configured. */
export const sampleSpace: Space = { entries: [...posts, ...resources], drafts, assets };
