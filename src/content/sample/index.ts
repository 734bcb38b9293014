/** The embedded sample space: what the site shows until a Contentful account is configured. */
import { assets } from './assets.ts';
import { posts } from './posts/index.ts';
import { resources } from './resources/index.ts';

export const sampleSpace = { entries: [...posts, ...resources], assets };
