/** The embedded sample space: the site's content until a Contentful account is configured. */
import { assets } from './assets.ts';
import { drafts } from './drafts.ts';
import { posts } from './posts/index.ts';
import { resources } from './resources/index.ts';

export const sampleSpace = { entries: [...posts, ...resources], drafts, assets };
