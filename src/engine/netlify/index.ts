/** The door of this room for commands. Netlify itself loads `functions/`, and astro.config.mjs `astro.ts`. */
export { readLastPaths } from './address-book.ts';
export { withoutBuildHook } from './host-files.ts';
export { createBlobStore } from './leads.ts';
