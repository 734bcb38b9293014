/** The content types of the site, a line each, here and in src/live.config.ts. */
export { posts } from './posts.ts';
export { resources } from './resources.ts';
